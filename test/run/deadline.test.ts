import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeadlineError, startDeadline } from '../../src/run/deadline.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

test('aborts with its own words when the time is used up', () => {
  const deadline = startDeadline(1000, never, () => 'not finished within 1 s');
  vi.advanceTimersByTime(999);
  expect(deadline.signal.aborted).toBe(false);
  expect(deadline.remaining()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.reason).toBeInstanceOf(DeadlineError);
  expect(deadline.signal.reason).toHaveProperty('message', 'not finished within 1 s');
});

test('the clock stands while we wait in our own queue, also when waits overlap', async () => {
  const deadline = startDeadline(1000, never, () => '');
  vi.advanceTimersByTime(400);
  const [first, second] = [deadline.pause(), deadline.pause()];
  vi.advanceTimersByTime(5000);
  first();
  first();
  vi.advanceTimersByTime(5000);
  expect(deadline.remaining()).toBe(600);
  second();
  vi.advanceTimersByTime(599);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.aborted).toBe(true);
});

test('a wait that fails starts the clock again', async () => {
  const deadline = startDeadline(1000, never, () => '');
  await expect(deadline.pausedWhile(() => Promise.reject(new Error('no slot')))).rejects.toThrow('no slot');
  vi.advanceTimersByTime(1000);
  expect(deadline.signal.aborted).toBe(true);
});

test("follows its parent, with the parent's reason", () => {
  const parent = new AbortController();
  const deadline = startDeadline(1000, parent.signal, () => '');
  parent.abort(new Error('cancelled'));
  expect(deadline.signal.reason).toHaveProperty('message', 'cancelled');
  expect(startDeadline(1000, parent.signal, () => '').signal.aborted).toBe(true);
});

test('stopped, it never aborts', () => {
  const deadline = startDeadline(1000, never, () => '');
  deadline.stop();
  vi.advanceTimersByTime(5000);
  expect(deadline.signal.aborted).toBe(false);
});
