/** A signal that ends with the caller's or when time is up, and says which of the two it was. */
import { type Clock, systemClock } from '../waiting.ts';

export interface Deadline {
  readonly signal: AbortSignal;
  /** Why the signal is aborted; null while it is not. */
  readonly reason: 'caller' | 'time' | null;
  /** Milliseconds. */
  left(): number;
  /** Runs `wait` with the clock stopped. */
  pausedWhile<T>(wait: () => Promise<T>): Promise<T>;
  /** Lets go of the timer and of the caller's signal. */
  dispose(): void;
}

// AbortSignal.any keeps its sources alive for as long as the caller's signal lives, which here is a whole run.
export function createDeadline(caller: AbortSignal, timeoutMs: number, clock: Clock = systemClock): Deadline {
  const controller = new AbortController();
  let reason: Deadline['reason'] = null;
  let rest = timeoutMs;
  let since: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const end = (why: NonNullable<Deadline['reason']>): void => {
    if (reason !== null) return;
    reason = why;
    controller.abort();
  };
  const left = (): number => Math.max(0, since === null ? rest : rest - (clock.now() - since));
  const start = (): void => {
    since = clock.now();
    timer = setTimeout(() => end('time'), rest);
  };
  const stop = (): void => {
    clearTimeout(timer);
    rest = left();
    since = null;
  };
  const onCaller = (): void => end('caller');
  caller.addEventListener('abort', onCaller, { once: true });
  if (caller.aborted) onCaller();
  start();
  return {
    signal: controller.signal,
    get reason() {
      return reason;
    },
    left,
    async pausedWhile(wait) {
      stop();
      try {
        return await wait();
      } finally {
        start();
      }
    },
    dispose() {
      clearTimeout(timer);
      caller.removeEventListener('abort', onCaller);
    },
  };
}
