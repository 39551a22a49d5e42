/** The rubric's arithmetic: what counts as a score, the weighted mean of a turn, the mean of a scenario. */
import { DIMENSIONS, type Dimension, type Scores } from './dimensions.ts';
import { hundredthsOf } from './judged-dimensions.ts';

/** Lowest and highest score of a dimension, a turn and a scenario. */
export const MIN_SCORE = 0;
export const MAX_SCORE = 10;

/**
 * Two decimals, halves up, on the number as it is written in decimal: 1.005 → 1.01, although the nearest
 * double lies a little below. Twelve significant digits are kept before rounding, which is far finer than any
 * score and far coarser than a double's error.
 */
export function roundScore(value: number): number {
  return Math.round(Number((value * 100).toPrecision(12))) / 100;
}

/**
 * A raw score as a number in 0–10, or null when it is not a number. Text such as "8", NaN and the infinities
 * are no numbers: guessing what a judge meant could turn a broken reply into a pass.
 */
export function readScore(raw: unknown): number | null {
  if (typeof raw !== 'number' || !Number.isFinite(raw)) return null;
  return Math.min(MAX_SCORE, Math.max(MIN_SCORE, raw));
}

/**
 * The scores of the declared dimensions, read by {@link readScore}, and those of them that are missing or no number. A
 * dimension that is not declared is null whatever stands there.
 */
export function readScores(
  raw: Readonly<Partial<Record<Dimension, unknown>>>,
  declared: readonly Dimension[],
): { scores: Scores; missing: readonly Dimension[] } {
  const scores = mapDimensions((dimension) =>
    declared.includes(dimension) ? readScore(raw[dimension]) : null,
  );
  return {
    scores,
    missing: DIMENSIONS.filter((dimension) => declared.includes(dimension) && scores[dimension] === null),
  };
}

/**
 * The turn's score: weighted mean of the declared dimensions, two decimals; null when one of them is null, or none is
 * declared.
 */
export function weightedScore(scores: Scores, declared: readonly Dimension[]): number | null {
  let sum = 0;
  let weights = 0;
  for (const dimension of DIMENSIONS) {
    if (!declared.includes(dimension)) continue;
    const score = scores[dimension];
    if (score === null) return null;
    sum += hundredthsOf(dimension) * score;
    weights += hundredthsOf(dimension);
  }
  return weights === 0 ? null : roundScore(sum / weights);
}

/**
 * The scenario's score: arithmetic mean of the turns' scores that exist, two decimals; null when none does.
 * Summed in hundredths, so that the order of the turns cannot change it.
 */
export function meanScore(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return null;
  const hundredths = known.reduce((sum, score) => sum + Math.round(score * 100), 0);
  return roundScore(hundredths / known.length / 100);
}

/** One value for each of the seven dimensions. */
export function mapDimensions<Value>(value: (dimension: Dimension) => Value): Record<Dimension, Value> {
  return {
    correctness: value('correctness'),
    tool_selection: value('tool_selection'),
    context_retention: value('context_retention'),
    completeness: value('completeness'),
    efficiency: value('efficiency'),
    personality: value('personality'),
    error_recovery: value('error_recovery'),
  };
}
