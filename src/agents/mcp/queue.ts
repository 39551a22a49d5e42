/** First come, first served: at most `concurrency` tasks under way at a time. */

export interface CallQueue {
  /**
   * Runs `task` when its turn comes. A signal that aborts before that takes the task out of the line:
   * it never starts and the promise rejects with the signal's reason. A task that fails frees its place.
   * `onQueued` is called when the task can't start at once.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal, onQueued?: () => void): Promise<T>;
  /** From now on so many at a time, 1 or more. */
  resize(concurrency: number): void;
}

interface Place {
  readonly start: () => void;
}

/** `concurrency`: 1 or more. */
export function createQueue(concurrency: number): CallQueue {
  const line: Place[] = [];
  let limit = concurrency;
  let underWay = 0;

  const next = (): void => {
    while (underWay < limit) {
      const place = line.shift();
      if (place === undefined) return;
      underWay += 1;
      place.start();
    }
  };

  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        line.splice(line.indexOf(place), 1);
        reject(toError(signal?.reason));
      };
      const place: Place = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      line.push(place);
      signal?.addEventListener('abort', leave, { once: true });
      next();
    });

  return {
    resize(size) {
      limit = size;
      next();
    },
    async run(task, signal, onQueued) {
      signal?.throwIfAborted();
      if (underWay >= limit || line.length > 0) onQueued?.();
      await turn(signal);
      try {
        return await task();
      } finally {
        underWay -= 1;
        next();
      }
    },
  };
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
