/** Waiting for what is down or busy: a clock that tests can replace, and what is told of a wait. */

export interface Clock {
  /** Milliseconds since some moment of its own. Never goes back. */
  now(): number;
  /** Resolves after so many milliseconds, or when the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What is waited for, for whoever watches the run. */
export interface Wait {
  readonly for: 'agent' | 'judge';
  /** Its last words, or what it is busy with. */
  readonly why: string;
  /** When it is given up, in milliseconds since the epoch. */
  readonly until: number;
}

/** setTimeout's own limit: a longer wait would end at once. */
const LONGEST_SLEEP_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, LONGEST_SLEEP_MS));
      signal?.addEventListener('abort', end, { once: true });
    }),
};

/** Milliseconds before try `nth` (from 1): twice as long each time, up to `mostMs`. */
export function backOff(nth: number, mostMs: number, firstMs = 250): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(nth - 1, 30));
}
