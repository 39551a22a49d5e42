import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { tether } from '../../src/agent-ui/mcp/tether.ts';

test('follows the first signal that aborts, with its reason', () => {
  const run = new AbortController();
  const scenario = new AbortController();
  const { signal } = tether([run.signal, undefined, scenario.signal]);
  expect(signal.aborted).toBe(false);
  scenario.abort('time is up');
  run.abort('the run ends');
  expect([signal.aborted, signal.reason]).toEqual([true, 'time is up']);
});

test('is aborted from the start when one of them is', () => {
  const { signal } = tether([AbortSignal.abort('over'), new AbortController().signal]);
  expect([signal.aborted, signal.reason]).toEqual([true, 'over']);
});

test('leaves nothing on a signal once it is loosened, and follows no more', () => {
  const run = new AbortController();
  for (let call = 0; call < 100; call += 1) {
    const own = tether([run.signal]);
    own.signal.addEventListener('abort', () => expect.unreachable());
    own.loosen();
  }
  expect(getEventListeners(run.signal, 'abort')).toEqual([]);
  run.abort();
});
