/** A signal that ends with the caller's or when time is up, and says which of the two it was. */

export interface Deadline {
  readonly signal: AbortSignal;
  /** Why the signal is aborted; null while it is not. */
  readonly reason: 'caller' | 'time' | 'stopped' | null;
  /** Ends it from our side. */
  stop(): void;
  /** Lets go of the timer and of the caller's signal. */
  dispose(): void;
}

// AbortSignal.any keeps its sources alive for as long as the caller's signal lives, which here is a whole run.
export function createDeadline(caller: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let reason: Deadline['reason'] = null;
  const end = (why: NonNullable<Deadline['reason']>): void => {
    if (reason !== null) return;
    reason = why;
    controller.abort();
  };
  const onCaller = (): void => end('caller');
  const timer = setTimeout(() => end('time'), timeoutMs);
  caller.addEventListener('abort', onCaller, { once: true });
  if (caller.aborted) onCaller();
  return {
    signal: controller.signal,
    get reason() {
      return reason;
    },
    stop: () => end('stopped'),
    dispose() {
      clearTimeout(timer);
      caller.removeEventListener('abort', onCaller);
    },
  };
}
