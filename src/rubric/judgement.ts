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

/** A judge's opinion of one turn. Scores are `unknown` on purpose: a reply can hold anything. */
export interface TurnJudgement {
  readonly scores: Readonly<Partial<Record<Dimension, unknown>>>;
  readonly reasoning: string;
  readonly failure_category: FailureCategory | null;
  /** The judge saw an invented fact. */
  readonly hallucination: boolean;
  /** Only the rules judge: correctness could not be decided, and why. */
  readonly undecided: string | null;
  /** The judge's own arithmetic, kept to be compared with ours. */
  readonly claimed_overall: number | null;
  readonly claimed_pass: boolean | null;
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
  readonly claimed_status: 'PASS' | 'FAIL' | 'BLOCKED_BY_ARCHITECTURE' | null;
  readonly claimed_overall: number | null;
}
