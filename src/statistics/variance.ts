/** More cases or more repeats? Where the noise comes from. */
import { cannotTell, type Answer } from './answer.ts';
import { clusteredMean, eachApart, meanOf, nonEmpty, type Clusters } from './clusters.ts';

/** Variances and standard errors, 0 or more, in the unit of the values (squared for variances). */
export interface Components {
  /** Variance of the cases' true means. */
  readonly between: number;
  /** Variance of the repeats of one case. */
  readonly within: number;
  /** Standard error of the mean over cases as it is. */
  readonly errorNow: number;
  readonly errorWithTwiceTheRepeats: number;
  readonly errorWithTwiceTheCases: number;
}

/**
 * How far cases differ and how far repeats of one case do, and what doubling either would give.
 * It cannot tell with fewer than two cases, without a case that was repeated, or when all values agree.
 * @param cases one list of repeats per case
 * @throws RangeError if a value is no number
 * Source: S. R. Searle 1971, one-way random effects by the method of moments; between is never below 0.
 */
export function splitVariance(cases: Clusters): Answer<Components> {
  const groups = nonEmpty(cases);
  const n = groups.flat().length;
  const m = groups.length;
  if (m < 2 || n === m) {
    return cannotTell(m < 2 ? 'there are fewer than two cases' : 'no case was repeated');
  }
  const mean = meanOf(groups.flat());
  const means = groups.map(meanOf);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const squareWithin = sum(
    groups.map((group, i) => sum(group.map((value) => (value - (means[i] ?? 0)) ** 2))),
  );
  const squareBetween = sum(groups.map((group, i) => group.length * ((means[i] ?? 0) - mean) ** 2));
  const within = squareWithin / (n - m);
  const repeats = (n - sum(groups.map(({ length }) => length ** 2)) / n) / (m - 1);
  const between = Math.max(0, (squareBetween / (m - 1) - within) / repeats);
  const withinOfMean = within * meanOf(groups.map(({ length }) => 1 / length));
  const now = clusteredMean(eachApart(means));
  const errorNow = now.known ? now.standardError : 0;
  return between + within === 0 && errorNow === 0
    ? cannotTell('all values agree, so that their spread is unknown')
    : {
        known: true,
        between,
        within,
        errorNow,
        errorWithTwiceTheRepeats: Math.sqrt((between + withinOfMean / 2) / m),
        errorWithTwiceTheCases: Math.sqrt((between + withinOfMean) / (2 * m)),
      };
}
