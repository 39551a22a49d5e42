/** What a check of the user's own gets and says: the default export of a file that a scenario names in `checks.call`. */

export interface OwnCheckTurn {
  /** From 1. */
  readonly turn: number;
  /** What the user said. */
  readonly message: string;
  /** What the agent answered. */
  readonly answer: string;
  /** What it called for that, in order; arguments and results as far as the agent tells them. */
  readonly tools: readonly {
    readonly name: string;
    readonly arguments: string | null;
    readonly success: boolean;
    readonly result: string;
  }[];
  /** The turns before, oldest first. */
  readonly before: readonly { readonly message: string; readonly answer: string }[];
}

export interface OwnCheckTruth {
  /** The expected answer; null: it is not known, and the agent must say so; left out: none is fixed. */
  readonly answer?: string | null;
  /** The expected behaviour, or else the success criteria; null without either. */
  readonly behavior: string | null;
  readonly facts: readonly {
    readonly document: string;
    readonly id: string;
    readonly answer: string | null;
  }[];
}

export interface OwnCheckResult {
  /** A failed check fails the turn, whoever judges; an undecided one leaves it to the judge. */
  readonly outcome: 'pass' | 'fail' | 'undecided';
  /** What shows it, for people. */
  readonly reason: string;
}

export type OwnCheck = (turn: OwnCheckTurn, truth: OwnCheckTruth) => OwnCheckResult | Promise<OwnCheckResult>;
