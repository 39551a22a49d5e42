/** Waits for a server that can't answer for so long, and no longer. */
import type { Wait } from '../waiting.ts';
import { OutOfPatienceError } from './outcome.ts';

export interface Patience {
  readonly signal: AbortSignal;
  readonly onWait: (wait: Wait | null) => void;
  /** What the call failed with, in place of the abort that ended it. */
  errorOf(error: unknown): unknown;
  dispose(): void;
}

export function createPatience(outer: AbortSignal, seconds: number): Patience {
  const controller = new AbortController();
  const follow = (): void => controller.abort(outer.reason);
  if (outer.aborted) follow();
  else outer.addEventListener('abort', follow, { once: true });
  let timer: NodeJS.Timeout | null = null;
  let why = '';
  let ended: OutOfPatienceError | null = null;
  let waited = 0;
  let since = 0;
  const stop = (): void => {
    if (timer !== null) {
      clearTimeout(timer);
      waited += performance.now() - since;
    }
    timer = null;
  };
  return {
    signal: controller.signal,
    onWait(wait) {
      if (wait === null) {
        stop();
        return;
      }
      why = wait.why;
      if (timer !== null) return;
      since = performance.now();
      timer = setTimeout(
        () => {
          ended = new OutOfPatienceError(`after ${seconds} s of waiting: ${why}`);
          controller.abort(ended);
        },
        Math.max(0, seconds * 1_000 - waited),
      );
    },
    errorOf: (error) => ended ?? error,
    dispose() {
      stop();
      outer.removeEventListener('abort', follow);
    },
  };
}
