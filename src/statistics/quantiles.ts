/** Values in a few figures. */
import { cannotTell, demand, demandValues, type Answer } from './answer.ts';
import { meanOf } from './clusters.ts';

/** In the values' own unit. */
export interface Summary {
  readonly n: number;
  readonly mean: number;
  /** Standard deviation over n − 1; null for one value, which has none. */
  readonly sd: number | null;
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/**
 * Mean, spread and percentiles. It cannot tell for no values.
 * @throws RangeError if a value is no number
 */
export function summarise(values: readonly number[]): Answer<Summary> {
  demandValues(values);
  if (values.length === 0) {
    return cannotTell('there are no values');
  }
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sorted = values.toSorted((a, b) => a - b);
  return {
    known: true,
    n: values.length,
    mean,
    sd: values.length === 1 ? null : Math.sqrt(squares / (values.length - 1)),
    min: quantileOfSorted(sorted, 0),
    p50: quantileOfSorted(sorted, 0.5),
    p95: quantileOfSorted(sorted, 0.95),
    max: quantileOfSorted(sorted, 1),
  };
}

/**
 * The value below which the given share of the values lies, interpolated. It cannot tell for no values.
 * @param share 0 (the least) to 1 (the greatest)
 * @throws RangeError for a share out of range or a value that is no number
 * Source: R. J. Hyndman and Y. Fan 1996, type 7.
 */
export function quantile(values: readonly number[], share: number): Answer<{ readonly value: number }> {
  demandValues(values);
  demand(share >= 0 && share <= 1, 'A share lies between 0 and 1', share);
  return values.length === 0
    ? cannotTell('there are no values')
    : {
        known: true,
        value: quantileOfSorted(
          values.toSorted((a, b) => a - b),
          share,
        ),
      };
}

/** The same for at least one value, already in ascending order. */
export function quantileOfSorted(sorted: readonly number[], share: number): number {
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position - Math.floor(position));
}
