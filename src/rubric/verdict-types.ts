/** The rubric's output. The functions that derive it stand beside this file. */
import type { Claim, FailureCategory } from './judgement.ts';
import type { Dimension, Scores } from './dimensions.ts';

export const JUDGED_STATUSES = ['PASS', 'FAIL', 'BLOCKED_BY_ARCHITECTURE'] as const;
export const UNJUDGED_STATUSES = [
  'TIMEOUT',
  'BUDGET_EXCEEDED',
  'INFRA_ERROR',
  'SETUP_ERROR',
  'SKIPPED_NO_DOCUMENT',
  'ERRORED',
] as const;
export const STATUSES = [...JUDGED_STATUSES, ...UNJUDGED_STATUSES] as const;
export type JudgedStatus = (typeof JUDGED_STATUSES)[number];
export type UnjudgedStatus = (typeof UNJUDGED_STATUSES)[number];
export type Status = (typeof STATUSES)[number];

/** A rule that lowered a score. A ceiling never raises one. */
export interface Ceiling {
  /** The rule's name, e.g. `tool_loop`, `check:calls_tool`, `numeric_deviation`. */
  readonly rule: string;
  readonly dimension: Dimension;
  /** 0–10: the highest score this dimension may have. */
  readonly max: number;
  /** What in the answer or the tool calls shows it, in words for a person. */
  readonly evidence: string;
}

export interface TurnVerdict {
  readonly turn: number;
  /** After clamping and ceilings. */
  readonly scores: Scores;
  /** As the judge gave them, clamped to nothing. */
  readonly raw_scores: Readonly<Partial<Record<Dimension, unknown>>>;
  readonly ceilings: readonly Ceiling[];
  /** Weighted sum, two decimals; null when a dimension is missing or not a number. */
  readonly overall_score: number | null;
  /** correctness ≥ 4 and overall_score ≥ 6.0. */
  readonly pass: boolean;
  readonly failure_category: FailureCategory | null;
  readonly reasoning: string;
  readonly hallucination: boolean;
  readonly undecided: string | null;
  /** What the judge read in the answer, checked; empty from a judge that reads no claims. */
  readonly claims: readonly Claim[];
  /** Words of the answer that the evidence does not hold. */
  readonly unsupported: readonly string[];
  readonly warnings: readonly string[];
}

export interface Verdict {
  readonly status: JudgedStatus | 'ERRORED';
  /** Mean of the turns' scores, two decimals; null when no turn has one. */
  readonly overall_score: number | null;
  readonly turns: readonly TurnVerdict[];
  /** Why the status is what it is: every broken rule in a sentence; empty for a PASS. */
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}
