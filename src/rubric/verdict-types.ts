/** The rubric's output. The functions that derive it stand beside this file. */
import type { Claim, FailureCategory, OutcomeJudgement } from './judgement.ts';
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

/** PASS, FAIL or blocked: it says something of the agent. Also asked of statuses that nobody knows. */
export function isJudgedStatus(status: string): status is JudgedStatus {
  return JUDGED_STATUSES.some((judged) => judged === status);
}

/** A rule that lowered a score. A ceiling never raises one. */
export interface Ceiling {
  /** The rule's name, e.g. `tool_loop`, `check:calls_tool`, `wrong_value`. */
  readonly rule: string;
  readonly dimension: Dimension;
  /** 0–10: the highest score this dimension may have. */
  readonly max: number;
  /** What in the answer or the tool calls shows it, in words for a person. */
  readonly evidence: string;
}

export interface TurnVerdict {
  readonly turn: number;
  /** After clamping and ceilings; null for a dimension that is not declared. */
  readonly scores: Scores;
  /** The dimensions that the turn is judged by, in the order of the rubric; correctness is always one. */
  readonly declared: readonly Dimension[];
  /** The share of the weights that they have, 0–1, two decimals. */
  readonly judged_weight: number;
  /** As the judge gave them, clamped to nothing. */
  readonly raw_scores: Readonly<Partial<Record<Dimension, unknown>>>;
  /** Also those on dimensions that are not declared: they lower nothing. */
  readonly ceilings: readonly Ceiling[];
  /** Weighted mean of the declared dimensions, two decimals; null when one is missing or not a number. */
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
  /** The whole conversation's outcome, where the turn's judgement told it. */
  readonly outcome: OutcomeJudgement | null;
  readonly warnings: readonly string[];
}

/** Why a status is what it is. Worded by `reasonText`; what has to be told apart is told by the rule. */
export interface Reason {
  /** From 1; null: it concerns the scenario as a whole. */
  readonly turn: number | null;
  /**
   * `correctness`, `score`, `invented_fact`, `critical_violation`, `outcome_missed`, `blocked`, `undecided`,
   * `incomplete` and `turns` are the rubric's own. `not_judged`: what kept the scenario from being judged. `stored`: text of an older file.
   */
  readonly rule: string;
  /** For a violation or a block what the judge said of it; else a sentence. The turn does not stand in it. */
  readonly text: string;
}

export interface Verdict {
  readonly status: JudgedStatus | 'ERRORED';
  /** Mean of the turns' scores, two decimals; null when no turn has one. */
  readonly overall_score: number | null;
  /** The dimensions that one of the turns is judged by. */
  readonly declared: readonly Dimension[];
  /** Mean of the turns' shares, over those that have a score; null when none has. */
  readonly judged_weight: number | null;
  readonly turns: readonly TurnVerdict[];
  /** Did the conversation come to the expected outcome? null: nobody judged it. */
  readonly outcome: OutcomeJudgement | null;
  /** Why the status is what it is: every broken rule; empty for a PASS. */
  readonly reasons: readonly Reason[];
  readonly warnings: readonly string[];
}
