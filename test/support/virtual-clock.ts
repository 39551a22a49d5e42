/** Time that passes when somebody sleeps, and never by itself. */
import type { Clock } from '../../src/waiting.ts';

export interface VirtualClock extends Clock {
  pass(ms: number): void;
}

export function virtualClock(): VirtualClock {
  let now = 0;
  return {
    now: () => now,
    async sleep(ms) {
      now += ms;
    },
    pass(ms) {
      now += ms;
    },
  };
}

/** From one moment to another, in milliseconds of the clock. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

/** Outages of these lengths, each so long after the one before. */
export function outagesOf(parts: readonly { readonly after: number; readonly lasts: number }[]): Outage[] {
  let at = 0;
  return parts.map(({ after, lasts }) => {
    const from = at + after;
    at = from + lasts;
    return { from, to: at };
  });
}

export function isDown(outages: readonly Outage[], now: number): boolean {
  return outages.some(({ from, to }) => now >= from && now < to);
}
