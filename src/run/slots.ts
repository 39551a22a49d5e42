/** Who may talk to the agent: a fixed number of slots, handed out first come, first served. */

export type Release = () => void;

export interface Slots {
  /** Resolves when a slot is free; rejects with the signal's reason when it aborts first. */
  acquire(signal: AbortSignal): Promise<Release>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];

  const releaseOnce = (): Release => {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    };
  };

  return {
    acquire(signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        if (free > 0) {
          free -= 1;
          resolve(releaseOnce());
          return;
        }
        const grant = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(releaseOnce());
        };
        const giveUp = () => {
          waiting.splice(waiting.indexOf(grant), 1);
          reject(signal.reason);
        };
        waiting.push(grant);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
