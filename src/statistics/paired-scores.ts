/** Two variants with grades or several samples a case: the differences case by case. */
import { cannotTell, type Answer } from './answer.ts';
import { meanInterval, nonEmpty, rounding, type Clusters } from './clusters.ts';
import type { Difference } from './paired-rates.ts';
import { DRAWS, drawsFrom, SEED } from './random.ts';

/** Up to so many clusters all 2ⁿ sign patterns are tried. */
const EXACT_UP_TO = 16;

/**
 * The mean of the differences, first minus second, with a t interval by clusters and p by sign flips.
 * It cannot tell with fewer than two clusters or when all differences agree.
 * @param differences one value a case (the difference of the case's means), in lists by cluster
 * @param options.confidence above 0 and below 1; 0.95 by default
 * @param options.seed starts the draws of `signFlipTest`
 * @throws RangeError for a value that is no number or a confidence out of range
 * Source: see `meanInterval` and `signFlipTest`.
 */
export function comparePairedScores(
  differences: Clusters,
  options: { readonly confidence?: number; readonly seed?: number } = {},
): Answer<Difference> {
  const interval = meanInterval(differences, options.confidence);
  const test = signFlipTest(differences, options.seed);
  if (!interval.known || !test.known) {
    return interval.known ? cannotTell('there are no differences') : interval;
  }
  return { known: true, difference: interval.mean, low: interval.low, high: interval.high, p: test.p };
}

/**
 * The two-sided p, in (0, 1], that the mean difference is so far from 0 when each cluster could as well have
 * had the opposite sign. All sign patterns up to 16 clusters that differ, else 20,000 seeded draws.
 * Differences of 0 change nothing. It cannot tell without differences.
 * @throws RangeError if a value is no number
 * Source: R. A. Fisher 1935, randomisation test of paired differences; p of drawn patterns never 0:
 * B. Phipson and G. K. Smyth 2010.
 */
export function signFlipTest(differences: Clusters, seed = SEED): Answer<{ readonly p: number }> {
  const groups = nonEmpty(differences);
  if (groups.length === 0) {
    return cannotTell('there are no differences');
  }
  const sums = groups.map((group) => group.reduce((sum, value) => sum + value, 0));
  const noise = rounding(groups.flat()) * groups.flat().length;
  const moved = sums.filter((sum) => Math.abs(sum) > noise);
  const seen = Math.abs(moved.reduce((sum, value) => sum + value, 0)) - noise;
  const asFar = (sum: number) => Math.abs(sum) >= seen;
  if (moved.length <= EXACT_UP_TO) {
    const patterns = moved.reduce((all, value) => all.flatMap((sum) => [sum + value, sum - value]), [0]);
    return { known: true, p: patterns.filter(asFar).length / patterns.length };
  }
  const draw = drawsFrom(seed);
  let count = 0;
  for (let index = 0; index < DRAWS; index++) {
    if (asFar(moved.reduce((sum, value) => (draw(2) === 0 ? sum + value : sum - value), 0))) {
      count++;
    }
  }
  return { known: true, p: (count + 1) / (DRAWS + 1) };
}
