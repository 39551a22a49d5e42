/** Is one variant better than the other, on the cases that both have? */
import { cannotTell, type Answer } from './answer.ts';
import { comparePairedRates, type Difference } from './paired-rates.ts';
import { comparePairedScores } from './paired-scores.ts';

/** The figure of one case under two variants: pass 1 and fail 0, a grade, or the mean of its repeats. */
export interface Pair {
  readonly first: number;
  readonly second: number;
}

/**
 * The difference, first minus second, by the one method that fits: pass or fail without clusters by
 * `comparePairedRates`, anything else by `comparePairedScores`. It cannot tell where these cannot.
 * @param clusters one list per cluster (a document with its questions), one pair per case
 * @param options.confidence above 0 and below 1; 0.95 by default
 * @param options.seed starts the draws when there are many clusters
 * @throws RangeError for a value that is no number or a confidence out of range
 */
export function comparePaired(
  clusters: readonly (readonly Pair[])[],
  options: { readonly confidence?: number; readonly seed?: number } = {},
): Answer<Difference> {
  const pairs = clusters.flat();
  if (pairs.length === 0) {
    return cannotTell('the two have no case in common');
  }
  const isOutcome = (value: number) => value === 0 || value === 1;
  const passOrFail = pairs.every(({ first, second }) => isOutcome(first) && isOutcome(second));
  if (!passOrFail || clusters.some(({ length }) => length > 1)) {
    const differences = clusters.map((cluster) => cluster.map(({ first, second }) => first - second));
    return comparePairedScores(differences, options);
  }
  const count = (a: number, b: number) =>
    pairs.filter(({ first, second }) => first === a && second === b).length;
  const table = { both: count(1, 1), onlyFirst: count(1, 0), onlySecond: count(0, 1), neither: count(0, 0) };
  return comparePairedRates(table, options.confidence);
}
