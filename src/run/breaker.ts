/**
 * Ends a run early when agent or judge can't work for anybody: minutes on each remaining scenario would only say so again.
 * A scenario's own fault never counts, however many have one and in whatever order they run.
 */
import { type Clock, systemClock } from '../waiting.ts';

/** Who can't work, where a scenario's end tells of more than the scenario; null for nothing. */
export type Outage = 'agent' | 'judge';

/** Milliseconds after which one scenario is let through to try. */
export const PAUSE_MS = 30_000;

export interface ScenarioEnding {
  readonly id: string;
  readonly outage: Outage | null;
  /** Agent and judge both did their work. */
  readonly judged: boolean;
  readonly message: string;
}

export interface Breaker {
  ended(ending: ScenarioEnding): void;
  /** Why this scenario shall not be tried; null when it may, also as the one that finds out whether it works again. */
  refusal(id: string): string | null;
  reset(): void;
}

export function createBreaker(clock: Clock = systemClock): Breaker {
  let down: { readonly who: Outage; readonly cause: string; readonly since: number } | null = null;
  let trying: string | null = null;
  return {
    ended({ id, outage, judged, message }) {
      if (trying === id) trying = null;
      if (outage !== null) down = { who: outage, cause: message, since: clock.now() };
      else if (judged) down = null;
    },
    refusal(id) {
      if (down === null) return null;
      if (trying === null && clock.now() - down.since >= PAUSE_MS) {
        trying = id;
        return null;
      }
      return `not tried: ${down.who === 'judge' ? 'the judge' : 'the agent'} can't be used: ${down.cause}`;
    },
    reset() {
      down = null;
      trying = null;
    },
  };
}
