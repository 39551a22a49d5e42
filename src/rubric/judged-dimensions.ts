/** Which dimensions a score speaks of, and how much of the weights they have. */
import { DIMENSIONS, WEIGHTS, type Dimension } from './dimensions.ts';

/** Each once, in the order of the rubric. */
export function orderDimensions(dimensions: readonly Dimension[]): Dimension[] {
  return DIMENSIONS.filter((dimension) => dimensions.includes(dimension));
}

/**
 * What a turn is judged by: the declared dimensions, and correctness in any case. Every pass rests on it, so no judge
 * can leave it out.
 */
export function judgedBy(declared: readonly Dimension[]): Dimension[] {
  return orderDimensions([...declared, 'correctness']);
}

/** Hundredths of the weights, whole: 0.2 × 3 would not be 0.6. */
export function hundredthsOf(dimension: Dimension): number {
  return Math.round(WEIGHTS[dimension] * 100);
}

/** The share of the weights that these dimensions have, 0–1, two decimals. */
export function judgedWeight(dimensions: readonly Dimension[]): number {
  return orderDimensions(dimensions).reduce((sum, each) => sum + hundredthsOf(each), 0) / 100;
}

/** The dimensions that one of the turns is judged by, and the mean of their shares over the turns that have a score. */
export interface JudgedShare {
  readonly declared: readonly Dimension[];
  /** 0–1, two decimals; null when no turn has a score. */
  readonly judged_weight: number | null;
}

export function judgedShare(
  turns: readonly {
    readonly declared: readonly Dimension[];
    readonly judged_weight: number;
    readonly overall_score: number | null;
  }[],
): JudgedShare {
  const scored = turns.filter(({ overall_score }) => overall_score !== null);
  return {
    declared: orderDimensions(turns.flatMap(({ declared }) => declared)),
    judged_weight: meanWeight(scored.map(({ judged_weight }) => judged_weight)),
  };
}

/** Of several scores: every dimension that one of them speaks of, and the mean of the shares that are known. */
export function meanShare(shares: readonly JudgedShare[]): JudgedShare {
  return {
    declared: orderDimensions(shares.flatMap(({ declared }) => declared)),
    judged_weight: meanWeight(shares.flatMap(({ judged_weight }) => judged_weight ?? [])),
  };
}

/** Two decimals; null for none. */
function meanWeight(weights: readonly number[]): number | null {
  if (weights.length === 0) return null;
  const hundredths = weights.reduce((sum, weight) => sum + Math.round(weight * 100), 0);
  return Math.round(hundredths / weights.length) / 100;
}

/**
 * What a score speaks of, for a person: `correctness only`, or the names and the share of their weights. null when it
 * speaks of everything, or there is no score.
 */
export function judgedWords({ declared, judged_weight: weight }: JudgedShare): string | null {
  if (weight === null || weight >= 1) return null;
  const share = `${Math.round(weight * 100)} % of the weights`;
  const [first, ...more] = orderDimensions(declared);
  if (first === 'correctness' && more.length === 0) return `correctness only, ${share}`;
  return `${orderDimensions(declared).join(', ')}: ${share}`;
}
