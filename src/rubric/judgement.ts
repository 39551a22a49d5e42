/** What a judge hands to the rubric: raw scores and reasons. Nothing in here is a verdict. */
import type { Dimension } from './dimensions.ts';

export const FAILURE_CATEGORIES = [
  'wrong_answer',
  'hallucination',
  'garbled_output',
  'context_blindness',
  'wrong_tool',
  'lazy_refusal',
  'gave_up',
  'tool_loop',
  'no_fallback',
  'personality_violation',
] as const;
export type FailureCategory = (typeof FAILURE_CATEGORIES)[number];

export const ROOT_CAUSE_TARGETS = ['architecture', 'prompt', 'tool_description', 'rag_pipeline'] as const;
export type RootCauseTarget = (typeof ROOT_CAUSE_TARGETS)[number];

/** What an answer claims for one expected fact, as the judge read it. Quote and value were checked by code. */
export interface Claim {
  /** The fact's id, or `expected_answer` where the scenario fixes a text of its own. */
  readonly fact: string;
  readonly expected: string;
  /** Words of the answer; null: the answer claims nothing for this fact. */
  readonly quote: string | null;
  /** As the answer writes it ("14.2 million"): a number alone would lose how exact it is meant to be. */
  readonly value: string | null;
  /** Where the value does not name it: what the judge takes it to be counted in. */
  readonly unit: string | null;
  /** The answer itself calls the value approximate. */
  readonly approximate: boolean;
}

/** What a conversation came to, against the outcome that its scenario expects. */
export interface OutcomeJudgement {
  readonly met: boolean;
  /** What shows it, in words; may be empty. */
  readonly why: string;
}

/** A judge's opinion of one turn. Scores are `unknown` on purpose: a reply can hold anything. */
export interface TurnJudgement {
  readonly scores: Readonly<Partial<Record<Dimension, unknown>>>;
  /**
   * The dimensions that the judge speaks of for this turn. A number that stands beside another one does not count, and
   * one of these that has no number leaves the turn without a score.
   */
  readonly declared: readonly Dimension[];
  readonly reasoning: string;
  readonly failure_category: FailureCategory | null;
  /** The judge saw an invented fact. */
  readonly hallucination: boolean;
  /** Only the rules judge: correctness could not be decided, and why. */
  readonly undecided: string | null;
  /** The judge's own arithmetic, kept to be compared with ours. */
  readonly claimed_overall: number | null;
  readonly claimed_pass: boolean | null;
  /** One for each expected fact whose claim could be checked; empty from a judge that reads none. */
  readonly claims: readonly Claim[];
  /** Words of the answer that state what the evidence does not hold; each stands in the answer. */
  readonly unsupported: readonly string[];
  /** The whole conversation's outcome, where this turn's call was asked for it; null: not asked, or not told. */
  readonly outcome: OutcomeJudgement | null;
  /** Faults of the judge that were left out of the judgement, without a full stop. */
  readonly warnings: readonly string[];
}

/** A judge's opinion of a whole scenario. */
export interface ScenarioJudgement {
  readonly root_cause: string | null;
  readonly root_cause_target: RootCauseTarget | null;
  readonly recommended_fix: string | null;
  /** Set when an invented fact or a missed primary objective ends a critical scenario. */
  readonly critical_violation: string | null;
  /** Set when the agent's architecture makes success impossible: the constraint that is cited. */
  readonly blocked_by_architecture: string | null;
  /** null: not asked, or nobody's to say. */
  readonly outcome: OutcomeJudgement | null;
  readonly claimed_status: 'PASS' | 'FAIL' | 'BLOCKED_BY_ARCHITECTURE' | null;
  readonly claimed_overall: number | null;
}
