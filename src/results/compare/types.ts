/** What a comparison of two runs holds. The functions that derive it stand beside this file. */
import type { DifferenceKind } from '../../gate-settings.ts';
import type { Dimension } from '../../rubric/dimensions.ts';

/**
 * What a row says of the agent. `none`: no verdict, also a PASS without a score and a status nobody knows, because
 * a missing score is neither 0 nor a pass.
 */
export type State = 'pass' | 'fail' | 'skipped' | 'none';

/** One scenario in one run; null wherever the run does not say. */
export interface Facts {
  readonly status: string;
  readonly state: State;
  /** 0–10. */
  readonly score: number | null;
  /** The dimensions that the score speaks of, and the mean share of the weights that they have, 0–1. */
  readonly declared: readonly Dimension[] | null;
  readonly judged_weight: number | null;
  /** Seconds. */
  readonly elapsed_s: number | null;
  readonly usd: number | null;
}

export interface Pair {
  readonly scenario_id: string;
  readonly category: string;
  readonly severity: 'critical' | 'standard' | null;
  readonly baseline: Facts;
  readonly current: Facts;
  /** Current minus baseline, two decimals; null when either has none, or they speak of different dimensions. */
  readonly score_delta: number | null;
}

/** A scenario that only one of the runs has. */
export interface Lone {
  readonly scenario_id: string;
  readonly category: string;
  readonly severity: 'critical' | 'standard' | null;
  readonly facts: Facts;
}

/** A reason why runs, or some of their scenarios, cannot be compared. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly message: string;
  /** Accepted by name: its scenarios are compared all the same. */
  readonly allowed: boolean;
  /** Ids; `all` when it concerns the runs as a whole. */
  readonly scenarios: readonly string[] | 'all';
}

/**
 * Every list is sorted by id, and independent of the others: a scenario that fails now and takes three times as
 * long is in two of them.
 */
export interface Lists {
  /** Passed, and does not any more. */
  readonly regressed: readonly Pair[];
  readonly improved: readonly Pair[];
  /** Another status that is neither better nor worse: FAIL and BLOCKED_BY_ARCHITECTURE, two kinds of no verdict. */
  readonly reclassified: readonly Pair[];
  /** Both pass or both don't, and the score, of the same dimensions, fell by more than 2.0. */
  readonly score_dropped: readonly Pair[];
  readonly score_risen: readonly Pair[];
  /** More than twice the time, and more than a second more. */
  readonly slower: readonly Pair[];
  readonly faster: readonly Pair[];
  /** More than twice the spend, and more than a cent more. */
  readonly costlier: readonly Pair[];
  readonly cheaper: readonly Pair[];
  /** Had a verdict, and has none now for a reason that is not the agent's. */
  readonly verdict_lost: readonly Pair[];
  readonly verdict_gained: readonly Pair[];
  readonly newly_skipped: readonly Pair[];
  readonly no_longer_skipped: readonly Pair[];
  /** In the baseline, and not in this whole run. */
  readonly vanished: readonly Lone[];
  readonly appeared: readonly Lone[];
  /** In the baseline, and not in this run, which is a partial one. */
  readonly not_run_now: readonly Lone[];
  readonly not_run_before: readonly Lone[];
}

/** Over the scenarios that both runs judged. */
export interface Rates {
  readonly passed: number;
  /** 0–1; null when nothing was judged in both. */
  readonly pass_rate: number | null;
  /** 0–10, a FAIL counts at most 5.99; over the scenarios that have a score of the same dimensions in both. */
  readonly avg_score: number | null;
}

export interface Paired {
  /** Scenarios that both runs judged. */
  readonly judged: number;
  readonly baseline: Rates;
  readonly current: Rates;
}

export interface RunFacts {
  readonly run_id: string;
  readonly timestamp: string;
  readonly judge: string;
  readonly target: string | null;
  readonly agent_type: string | null;
  /** The models that answered, as far as the traces say. */
  readonly agent_models: readonly string[];
  readonly partial: boolean;
  readonly scenarios: number;
}

export interface Comparison {
  readonly baseline: RunFacts;
  readonly current: RunFacts;
  readonly differences: readonly Difference[];
  /** What a reader should know and what keeps nothing from being compared. */
  readonly notes: readonly string[];
  /** Pairs that were compared. */
  readonly compared: number;
  /** Pairs with nothing to tell: in none of the lists. */
  readonly unchanged: number;
  /** Ids of pairs that a difference keeps from being compared. */
  readonly excluded: readonly string[];
  readonly lists: Lists;
  readonly paired: Paired;
  readonly categories: Readonly<Record<string, Paired>>;
  /** Over the compared pairs where both runs say it. */
  readonly totals: {
    readonly elapsed_s: { readonly baseline: number; readonly current: number };
    readonly usd: { readonly baseline: number; readonly current: number };
  };
}
