import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { followSignals } from '../../../src/agents/mcp/wire/follow-signals.ts';

test('follows the first signal that aborts, with its reason', () => {
  const run = new AbortController();
  const scenario = new AbortController();
  const { signal } = followSignals([run.signal, undefined, scenario.signal]);
  expect(signal.aborted).toBe(false);
  scenario.abort('time is up');
  run.abort('the run ends');
  expect([signal.aborted, signal.reason]).toEqual([true, 'time is up']);
});

test('is aborted from the start when one of them is', () => {
  const { signal } = followSignals([AbortSignal.abort('over'), new AbortController().signal]);
  expect([signal.aborted, signal.reason]).toEqual([true, 'over']);
});

test('leaves nothing on a signal once it is released, and follows no more', () => {
  const run = new AbortController();
  for (let call = 0; call < 100; call += 1) {
    const own = followSignals([run.signal]);
    own.signal.addEventListener('abort', () => expect.unreachable());
    own.release();
  }
  expect(getEventListeners(run.signal, 'abort')).toEqual([]);
  run.abort();
});
