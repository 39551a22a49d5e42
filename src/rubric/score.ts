/** The rubric's arithmetic: what counts as a score, the weighted sum of a turn, the mean of a scenario. */
import { DIMENSIONS, WEIGHTS, type Dimension, type Scores } from './dimensions.ts';

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

/** All seven dimensions, read by {@link readScore}, and those that are missing or no number. */
export function readScores(raw: Readonly<Partial<Record<Dimension, unknown>>>): {
  scores: Scores;
  missing: readonly Dimension[];
} {
  const scores = mapDimensions((dimension) => readScore(raw[dimension]));
  return { scores, missing: DIMENSIONS.filter((dimension) => scores[dimension] === null) };
}

/** The turn's score: weighted sum of the seven dimensions, two decimals; null when one of them is null. */
export function weightedScore(scores: Scores): number | null {
  let sum = 0;
  for (const dimension of DIMENSIONS) {
    const score = scores[dimension];
    if (score === null) return null;
    // Hundredths keep the weights whole: 0.2 × 3 would not be 0.6.
    sum += Math.round(WEIGHTS[dimension] * 100) * score;
  }
  return roundScore(sum / 100);
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
