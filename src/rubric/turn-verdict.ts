/** One turn: raw scores and ceilings in, the scores that count out. */
import type { Dimension, Scores } from './dimensions.ts';
import { judgedBy, judgedWeight } from './judged-dimensions.ts';
import type { TurnJudgement } from './judgement.ts';
import { mapDimensions, readScore, readScores, roundScore, weightedScore, MAX_SCORE } from './score.ts';
import type { Ceiling, TurnVerdict } from './verdict-types.ts';

/** A turn passes from this correctness on. Source: docs/rubric.md. */
export const MIN_CORRECTNESS = 4;
/** A turn or a scenario passes from this score on. Source: docs/rubric.md. */
export const MIN_OVERALL = 6;
/** The judge's own arithmetic may differ from ours by this much before a warning says so. */
export const ARITHMETIC_TOLERANCE = 0.25;

export interface TurnVerdictInput {
  /** From 1. */
  readonly turn: number;
  readonly judgement: TurnJudgement;
  readonly ceilings: readonly Ceiling[];
}

/**
 * Applies the rubric to one turn. Scores are clamped to 0–10 and lowered by the ceilings, never raised. A
 * dimension that the judge does not declare is null and counts nowhere. A declared one that is missing or no number
 * stays null too: then the turn has no score, cannot pass, and a warning names the dimension. So does an undecided
 * correctness, whatever number stands beside it.
 */
export function turnVerdict({ turn, judgement, ceilings }: TurnVerdictInput): TurnVerdict {
  const raw =
    judgement.undecided === null ? judgement.scores : { ...judgement.scores, correctness: undefined };
  const declared = judgedBy(judgement.declared);
  const { scores: clamped, missing } = readScores(raw, declared);
  const scores = mapDimensions((dimension) => {
    const score = clamped[dimension];
    return score === null ? null : lower(score, ceilings, dimension);
  });
  const overall = weightedScore(scores, declared);
  const correctness = scores.correctness;
  return {
    turn,
    scores,
    declared,
    judged_weight: judgedWeight(declared),
    raw_scores: judgement.scores,
    ceilings,
    overall_score: overall,
    pass:
      overall !== null && correctness !== null && correctness >= MIN_CORRECTNESS && overall >= MIN_OVERALL,
    failure_category: judgement.failure_category,
    reasoning: judgement.reasoning,
    hallucination: isInvented(judgement, ceilings),
    undecided: judgement.undecided,
    claims: judgement.claims,
    unsupported: judgement.unsupported,
    outcome: judgement.outcome,
    warnings: [
      ...judgement.warnings.map((warning) => `Turn ${turn}, left out of the judgement: ${warning}.`),
      ...missing.map((dimension) => missingWarning(turn, dimension, judgement)),
      ...brokenCeilings(turn, ceilings),
      ...arithmeticWarning(turn, weightedScore(clamped, declared), judgement.claimed_overall),
    ],
  };
}

/**
 * The highest scores the turn could have, had the judge filled every gap in the agent's favour: the ceiling, or
 * 10, where a declared score is missing. What fails even so is a failure, whatever the judge left out.
 */
export function bestScores(verdict: Pick<TurnVerdict, 'scores' | 'ceilings' | 'declared'>): Scores {
  return mapDimensions((dimension) =>
    verdict.declared.includes(dimension)
      ? (verdict.scores[dimension] ?? lower(MAX_SCORE, verdict.ceilings, dimension) ?? MAX_SCORE)
      : null,
  );
}

/** The declared dimensions of a judgement that have no number: what a judge is asked for again. */
export function findUnscored({
  scores,
  declared,
  undecided,
}: Pick<TurnJudgement, 'scores' | 'declared' | 'undecided'>): readonly Dimension[] {
  const { missing } = readScores(scores, judgedBy(declared));
  return missing.filter((dimension) => dimension !== 'correctness' || undecided === null);
}

/** The judge's flag or category, or an answer invented where the documents have none. */
function isInvented(judgement: TurnJudgement, ceilings: readonly Ceiling[]): boolean {
  return (
    judgement.hallucination ||
    judgement.failure_category === 'hallucination' ||
    ceilings.some((ceiling) => ceiling.rule === 'invented_answer')
  );
}

/** null when one of the ceilings is no number: our own fault must neither raise nor lower a score. */
function lower(score: number, ceilings: readonly Ceiling[], dimension: Ceiling['dimension']): number | null {
  let lowered = score;
  for (const ceiling of ceilings) {
    if (ceiling.dimension !== dimension) continue;
    const max = readScore(ceiling.max);
    if (max === null) return null;
    lowered = Math.min(lowered, max);
  }
  return lowered;
}

function missingWarning(turn: number, dimension: string, judgement: TurnJudgement): string {
  if (dimension === 'correctness' && judgement.undecided !== null) {
    return `Turn ${turn} has no score: correctness could not be decided (${judgement.undecided}).`;
  }
  const given = dimension in judgement.scores ? 'has a score that is not a number for' : 'lacks a score for';
  return `Turn ${turn} has no score: the judgement ${given} ${dimension}.`;
}

function brokenCeilings(turn: number, ceilings: readonly Ceiling[]): string[] {
  return ceilings
    .filter((ceiling) => readScore(ceiling.max) === null)
    .map(
      ({ rule, dimension }) => `Turn ${turn}: the ceiling of rule ${rule} on ${dimension} is not a number.`,
    );
}

/** Compared with the sum of the judge's own scores, before our ceilings: those are not its arithmetic. */
function arithmeticWarning(turn: number, computed: number | null, claimed: number | null): string[] {
  if (computed === null || claimed === null) return [];
  if (roundScore(Math.abs(computed - claimed)) <= ARITHMETIC_TOLERANCE) return [];
  return [
    `Turn ${turn}: the judge gave ${claimed} overall, its own scores sum up to ${computed.toFixed(2)}.`,
  ];
}

/**
 * The ceilings that took something away from a turn, or would have from a full score that is missing. One on a
 * dimension that nobody judged takes nothing.
 */
export function bitingCeilings(
  verdict: Pick<TurnVerdict, 'raw_scores' | 'ceilings' | 'declared'>,
): readonly Ceiling[] {
  return verdict.ceilings.filter((ceiling) => {
    if (!verdict.declared.includes(ceiling.dimension)) return false;
    const raw = readScore(verdict.raw_scores[ceiling.dimension]);
    return (raw ?? MAX_SCORE) > ceiling.max;
  });
}
