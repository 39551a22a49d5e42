/** A cap on what a whole run may spend, kept by never handing out more than is left. */
import type { Release } from '../slots.ts';

export interface Allowances {
  /**
   * USD a scenario may spend, at most `wanted`. Waits while others still hold what might be left over.
   * 0 when the run's budget is used up.
   */
  take(wanted: number): Promise<number>;
  /** The scenario is over: what it did not spend goes back. */
  settle(allowance: number, spent: number): void;
  readonly spent: number;
}

/** `cap` in USD; Infinity for none. */
export function createAllowances(cap: number): Allowances {
  let spent = 0;
  let handedOut = 0;
  let holders = 0;
  const waiting: Release[] = [];
  const left = () => cap - spent - handedOut;
  const mustWait = (wanted: number) => left() < wanted && holders > 0;
  return {
    async take(wanted) {
      while (mustWait(wanted)) await new Promise<void>((resolve) => waiting.push(resolve));
      const allowance = Math.max(0, Math.min(wanted, left()));
      handedOut += allowance;
      holders += 1;
      return allowance;
    },
    settle(allowance, usd) {
      handedOut -= allowance;
      holders -= 1;
      spent += usd;
      for (const resume of waiting.splice(0)) resume();
    },
    get spent() {
      return spent;
    },
  };
}
