/**
 * Means and rates of cases that belong together: the questions of one document, the repeats of one scenario.
 */
import { cannotTell, demand, demandValues, type Answer, type Bounds } from './answer.ts';
import { zOf } from './normal.ts';
import { tOf } from './student.ts';
import { wilsonBounds } from './wilson.ts';

/**
 * One list per cluster, one finite value per case. What is in one cluster may rise and fall together;
 * clusters are taken as independent. An empty cluster does not count.
 */
export type Clusters = readonly (readonly number[])[];

/** Cases that have nothing in common: each is a cluster of its own. */
export const eachApart = (values: readonly number[]): Clusters => values.map((value) => [value]);

/** The mean of each case over its repeats, in order; a case without repeats is left out. */
export const caseMeans = (cases: Clusters): number[] => nonEmpty(cases).map(meanOf);

/** The mean of at least one value. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The clusters that hold something. Throws a RangeError if a value is no number. */
export function nonEmpty(clusters: Clusters): Clusters {
  demandValues(clusters.flat());
  return clusters.filter((cluster) => cluster.length > 0);
}

/**
 * The mean over all cases and its standard error, which counts that cases of a cluster move together.
 * It cannot tell with fewer than two clusters or without any spread between them.
 * @throws RangeError if a value is no number
 * Source: K.-Y. Liang and S. L. Zeger 1986, robust variance, times m / (m − 1) for m clusters;
 * for clusters of one case it is s / √n.
 */
export function clusteredMean(
  clusters: Clusters,
): Answer<{ readonly mean: number; readonly standardError: number; readonly clusters: number }> {
  const groups = nonEmpty(clusters);
  const values = groups.flat();
  if (groups.length < 2) {
    return cannotTell(
      groups.length === 0 ? 'there are no values' : 'all values belong to one case or document',
    );
  }
  const mean = meanOf(values);
  const deviations = groups.map((group) => group.reduce((sum, value) => sum + (value - mean), 0));
  const squares = deviations.reduce((sum, deviation) => sum + deviation * deviation, 0);
  const m = groups.length;
  const standardError = Math.sqrt((m / (m - 1)) * squares) / values.length;
  return standardError <= rounding(values)
    ? cannotTell('all values agree, so that their spread is unknown')
    : { known: true, mean, standardError, clusters: m };
}

/** Below this size a difference between sums of such values is the error of floating point. */
export const rounding = (values: readonly number[]): number =>
  1e-12 * values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);

/** A mean with its interval. */
export interface MeanFields extends Bounds {
  readonly mean: number;
}

/**
 * The t interval of the mean over all cases, with one degree of freedom fewer than there are clusters.
 * @param confidence above 0 and below 1
 * @throws RangeError for a value that is no number or a confidence out of range
 * Source: Student 1908; for clusters as in `clusteredMean`.
 */
export function meanInterval(clusters: Clusters, confidence = 0.95): Answer<MeanFields> {
  const found = clusteredMean(clusters);
  if (!found.known) {
    return found;
  }
  const half = tOf(confidence, found.clusters - 1) * found.standardError;
  return { known: true, mean: found.mean, low: found.mean - half, high: found.mean + half };
}

/** A rate with its interval; all but the counts lie in [0, 1]. */
export interface RateFields extends Bounds {
  readonly rate: number;
  /** Number of values. */
  readonly n: number;
  readonly clusters: number;
  /** As many independent values would tell as much; never above n. */
  readonly effectiveN: number;
}

/**
 * The rate over all values and its interval. Clusters of one pass or fail each: Wilson over n. Else: Wilson
 * over n / design effect, which is at least 1. All passed or all failed: Wilson over the number of clusters.
 * It cannot tell for nothing, for one cluster with passes and fails, and when all clusters have the same
 * rate.
 * @param clusters values from 0 (fail) to 1 (pass)
 * @param confidence above 0 and below 1
 * @throws RangeError for values or a confidence out of range
 * Source: L. Kish 1965, design effect; E. B. Wilson 1927.
 */
export function rateInterval(clusters: Clusters, confidence = 0.95): Answer<RateFields> {
  const values = clusters.flat();
  const wrong = values.find((value) => !(value >= 0 && value <= 1));
  demand(wrong === undefined, 'Values of a rate lie between 0 and 1', wrong);
  const z = zOf(confidence);
  const size = effectiveSize(clusters, values);
  if (!size.known) {
    return size;
  }
  const rate = meanOf(values);
  const bounds = wilsonBounds(rate * size.effectiveN, size.effectiveN, z);
  return { ...size, ...bounds, rate, n: values.length, clusters: nonEmpty(clusters).length };
}

function effectiveSize(
  clusters: Clusters,
  values: readonly number[],
): Answer<{ readonly effectiveN: number }> {
  const count = nonEmpty(clusters).length;
  const n = values.length;
  const independent = count === n && values.every((value) => value === 0 || value === 1);
  if (
    n > 0 &&
    (independent || values.every((value) => value === 0) || values.every((value) => value === 1))
  ) {
    return { known: true, effectiveN: count };
  }
  const found = clusteredMean(clusters);
  if (!found.known) {
    return found;
  }
  const simpleVariance = (found.mean * (1 - found.mean)) / n;
  return { known: true, effectiveN: n / Math.max(1, found.standardError ** 2 / simpleVariance) };
}
