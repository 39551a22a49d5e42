/** A time limit that stands still while we wait in our own queue: only the agent's and the judge's time counts. */

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

export interface Deadline {
  /** Aborts with a {@link DeadlineError} when the time is used up, or with the parent's reason. */
  readonly signal: AbortSignal;
  /** Milliseconds left. */
  remaining(): number;
  /** Runs `wait` with the clock stopped. */
  pausedWhile<T>(wait: () => Promise<T>): Promise<T>;
  /** Stops the clock until the returned function is called (once). */
  pause(): () => void;
  stop(): void;
}

/** Starts a deadline of `limitMs`; `describe` words the error. */
export function startDeadline(limitMs: number, parent: AbortSignal, describe: () => string): Deadline {
  const controller = new AbortController();
  let left = limitMs;
  let since = performance.now();
  let pauses = 0;
  let timer: NodeJS.Timeout | undefined;

  const used = () => (pauses === 0 ? performance.now() - since : 0);
  const start = () => {
    since = performance.now();
    timer = setTimeout(() => controller.abort(new DeadlineError(describe())), Math.max(0, left));
  };
  const halt = () => {
    clearTimeout(timer);
    left -= performance.now() - since;
  };
  const followParent = () => controller.abort(parent.reason);
  if (parent.aborted) followParent();
  else parent.addEventListener('abort', followParent, { once: true });
  start();

  const pause = () => {
    if (pauses === 0) halt();
    pauses += 1;
    let resumed = false;
    return () => {
      if (resumed) return;
      resumed = true;
      pauses -= 1;
      if (pauses === 0) start();
    };
  };
  return {
    signal: controller.signal,
    remaining: () => Math.max(0, left - used()),
    pause,
    async pausedWhile(wait) {
      const resume = pause();
      try {
        return await wait();
      } finally {
        resume();
      }
    },
    stop() {
      clearTimeout(timer);
      parent.removeEventListener('abort', followParent);
    },
  };
}
