/** Ends a run early when agent or judge is down: minutes on each remaining scenario would only say so again. */

/** What a scenario's end says about the outside world; null for nothing. */
export type Outage = 'agent' | 'judge';

/** So many scenarios in a row, and the rest is not tried. */
export const OUTAGES_TO_OPEN = 3;

export interface Breaker {
  /** Reports how a scenario ended; one that ended without an outage closes the count again. */
  ended(outage: Outage | null, message: string): void;
  /** Why no further scenario shall be tried; null while they shall. */
  open(): string | null;
  reset(): void;
}

export function createBreaker(): Breaker {
  let count = 0;
  let last: Outage | null = null;
  let cause = '';
  return {
    ended(outage, message) {
      // Once open it stays so: what was under way when it opened must not close it.
      if (count >= OUTAGES_TO_OPEN) return;
      count = outage === null ? 0 : outage === last ? count + 1 : 1;
      last = outage;
      cause = message;
    },
    open() {
      if (count < OUTAGES_TO_OPEN) return null;
      return `not tried: ${last === 'judge' ? 'the judge' : 'the agent'} failed ${OUTAGES_TO_OPEN} scenarios in a row, the last with: ${cause}`;
    },
    reset() {
      count = 0;
      last = null;
    },
  };
}
