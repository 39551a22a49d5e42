/** What other cases might have shown: the cases at hand, drawn again and again with putting back. */
import { cannotTell, demand, type Answer, type Interval } from './answer.ts';
import { nonEmpty, rounding, type Clusters } from './clusters.ts';
import { quantileOfSorted } from './quantiles.ts';
import { DRAWS, drawsFrom, SEED } from './random.ts';

/** How to draw; the same options give the same figures. */
export interface ResamplingOptions {
  /** A whole number. */
  readonly seed?: number;
  /** How often all cases are drawn again, from 1. */
  readonly resamples?: number;
}

/**
 * The interval of a figure that has no formula, such as p95 or kappa, by drawing whole clusters. Too narrow
 * below some 20 clusters: for means use `meanInterval`. It cannot tell with fewer than two clusters, or when
 * the figure does not exist for more than one resample in twenty. By 2,000 resamples the bounds are known to
 * some 2 % of the width.
 * @param clusters one list per cluster
 * @param statistic the figure of at least one item, or null where it does not exist
 * @param options.confidence above 0 and below 1; 0.95 by default
 * @throws RangeError for options out of range or a figure that is no number
 * Source: B. Efron 1979, percentile bootstrap.
 */
export function bootstrapInterval<Item>(
  clusters: readonly (readonly Item[])[],
  statistic: (items: readonly Item[]) => number | null,
  options: ResamplingOptions & { readonly confidence?: number } = {},
): Interval {
  const { confidence = 0.95, resamples = 2000, seed } = options;
  demand(confidence > 0 && confidence < 1, 'A confidence lies between 0 and 1', confidence);
  const groups = clusters.filter(({ length }) => length > 0);
  if (groups.length < 2) {
    return cannotTell(
      groups.length === 0 ? 'there are no values' : 'all values belong to one case or document',
    );
  }
  const figures: number[] = [];
  for (const drawn of resamplesOf(groups, resamples, seed)) {
    const figure = statistic(drawn.flat());
    demand(figure === null || Number.isFinite(figure), 'A figure is a finite number or null', figure);
    if (figure !== null) {
      figures.push(figure);
    }
  }
  if (figures.length < 0.95 * resamples) {
    return cannotTell('the figure does not exist for many of the resamples');
  }
  figures.sort((a, b) => a - b);
  const tail = (1 - confidence) / 2;
  return { known: true, low: quantileOfSorted(figures, tail), high: quantileOfSorted(figures, 1 - tail) };
}

/** A variant and its figures, case by case. */
export interface Variant {
  readonly name: string;
  /** For all variants the same cases in the same order. */
  readonly clusters: Clusters;
}

/**
 * How often each variant has the highest mean when the cases are drawn again; in the order given, each in [0,
 * 1], and together 1: variants that are first together share it. By 20,000 resamples a share is known to
 * 0.01. It cannot tell with fewer than two clusters of cases.
 * @throws RangeError for options out of range, a value that is no number, or variants that differ in their
 * cases
 * Source: B. Efron 1979, bootstrap, with the same draws of cases for all variants.
 */
export function shareFirst(
  variants: readonly Variant[],
  options: ResamplingOptions = {},
): Answer<{ readonly shares: readonly number[] }> {
  demandSameCases(variants);
  const tables = variants.map(({ clusters }) => nonEmpty(clusters));
  const places = (tables[0] ?? []).map((_, index) => [index]);
  if (places.length < 2) {
    return cannotTell('there are fewer than two cases or documents to draw from');
  }
  const sums = tables.map((table) => table.map((cluster) => cluster.reduce((sum, value) => sum + value, 0)));
  const noise = rounding(tables.flat(2)) * (tables[0] ?? []).flat().length;
  const wins = variants.map(() => 0);
  let count = 0;
  for (const drawn of resamplesOf(places, options.resamples ?? DRAWS, options.seed)) {
    const totals = sums.map((row) => drawn.reduce((sum, [index = 0]) => sum + (row[index] ?? 0), 0));
    const top = totals.reduce((most, total) => Math.max(most, total), -Infinity) - noise;
    const first = totals.filter((total) => total >= top).length;
    for (const [index, total] of totals.entries()) {
      wins[index] = (wins[index] ?? 0) + (total >= top ? 1 / first : 0);
    }
    count++;
  }
  return { known: true, shares: wins.map((won) => won / count) };
}

/** Throws a RangeError unless all variants have as many cases in each cluster. */
export function demandSameCases(variants: readonly Variant[]): void {
  const shapes = variants.map(({ clusters }) => clusters.map(({ length }) => length).join(' '));
  demand(new Set(shapes).size <= 1, 'All variants have the same cases', shapes);
}

function* resamplesOf<Item extends object>(
  items: readonly Item[],
  resamples: number,
  seed = SEED,
): Generator<Item[]> {
  demand(Number.isInteger(resamples) && resamples >= 1, 'Resamples are a whole number from 1', resamples);
  demand(Number.isInteger(seed), 'A seed is a whole number', seed);
  const draw = drawsFrom(seed);
  for (let index = 0; index < resamples; index++) {
    yield items.map((item) => items[draw(items.length)] ?? item);
  }
}
