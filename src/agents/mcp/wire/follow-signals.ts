/** A signal for one call that follows signals that live longer. */
export interface FollowingSignal {
  /** Aborts with the first of them, for its reason, until it is released. */
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * Whoever is given a signal may leave listeners on it, as the SDK does: on the signal of a connection or a run they would
 * pile up, one for each call, and all be called at its end. `AbortSignal.any` does not help: it never lets go.
 */
export function followSignals(longer: readonly (AbortSignal | undefined)[]): FollowingSignal {
  const own = new AbortController();
  const followed = longer.filter((signal) => signal !== undefined);
  const abort = (): void => own.abort(followed.find(({ aborted }) => aborted)?.reason);
  for (const signal of followed) signal.addEventListener('abort', abort, { once: true });
  if (followed.some(({ aborted }) => aborted)) abort();
  return {
    signal: own.signal,
    release() {
      for (const signal of followed) signal.removeEventListener('abort', abort);
    },
  };
}
