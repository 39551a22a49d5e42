/** Judgements for tests of the rubric and of what is built on it. */
import { DIMENSIONS, type Dimension } from '../../src/rubric/dimensions.ts';
import type { ScenarioJudgement, TurnJudgement } from '../../src/rubric/judgement.ts';
import { turnVerdict } from '../../src/rubric/turn-verdict.ts';
import type { Ceiling, TurnVerdict } from '../../src/rubric/verdict-types.ts';

/** Every dimension has `score`, apart from what `but` says. */
export function rawScores(
  score: unknown,
  but: Partial<Record<Dimension, unknown>> = {},
): Partial<Record<Dimension, unknown>> {
  return { ...Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, score])), ...but };
}

export function turnJudgement(scores: unknown, more: Partial<TurnJudgement> = {}): TurnJudgement {
  return {
    scores: typeof scores === 'object' && scores !== null ? scores : rawScores(scores),
    declared: DIMENSIONS,
    reasoning: 'Because of what it says.',
    failure_category: null,
    hallucination: false,
    undecided: null,
    claimed_overall: null,
    claimed_pass: null,
    claims: [],
    unsupported: [],
    outcome: null,
    warnings: [],
    ...more,
  };
}

export function judgedTurn(
  turn: number,
  scores: unknown,
  more: Partial<TurnJudgement> & { ceilings?: readonly Ceiling[] } = {},
): TurnVerdict {
  const { ceilings = [], ...judgement } = more;
  return turnVerdict({ turn, judgement: turnJudgement(scores, judgement), ceilings });
}

export function scenarioJudgement(more: Partial<ScenarioJudgement> = {}): ScenarioJudgement {
  return {
    root_cause: null,
    root_cause_target: null,
    recommended_fix: null,
    critical_violation: null,
    blocked_by_architecture: null,
    outcome: null,
    claimed_status: null,
    claimed_overall: null,
    ...more,
  };
}

export function ceiling(dimension: Dimension, max: number, rule = 'test_rule'): Ceiling {
  return { rule, dimension, max, evidence: 'the answer shows it.' };
}
