/** Which one is best? Places, shared where the data cannot tell variants apart. */
import { cannotTell, type Answer } from './answer.ts';
import { meanOf, type Clusters } from './clusters.ts';
import { comparePaired, type Pair } from './compare-paired.ts';
import { decideDifference } from './decision.ts';
import { adjustByHolm } from './holm.ts';
import { SEED } from './random.ts';
import { demandSameCases, type Variant } from './resampling.ts';

/** A variant's place in a ranking. */
export interface Place {
  readonly name: string;
  /** Over all cases. */
  readonly mean: number;
  /** 1 is best; several may share it, and then the next places are left free. */
  readonly place: number;
}

/**
 * Variants from the highest mean down. All that cannot be told from the first (paired, p after Holm) share
 * its place; the same is asked of the first of those left, and so on. Of equal means the name decides the
 * order. It cannot tell without variants or cases.
 * @param options.level the p up to which a difference counts; 0.05 by default
 * @param options.seed starts the draws when there are many clusters
 * @throws RangeError for a value that is no number, a level out of range, or variants that differ in their
 * cases
 * Source: see `comparePaired` and `adjustByHolm`.
 */
export function rankVariants(
  variants: readonly Variant[],
  options: { readonly level?: number; readonly seed?: number } = {},
): Answer<{ readonly places: readonly Place[] }> {
  demandSameCases(variants);
  if (variants.length === 0 || variants.some(({ clusters }) => clusters.flat().length === 0)) {
    return cannotTell('there is nothing to rank');
  }
  let left = variants
    .map((variant) => ({ ...variant, mean: meanOf(variant.clusters.flat()) }))
    .toSorted((a, b) => b.mean - a.mean || (a.name < b.name ? -1 : 1));
  const places: Place[] = [];
  while (left.length > 0) {
    const behind = toldFromFirst(left, options);
    const place = places.length + 1;
    const sharing = left.filter((variant) => !behind.has(variant));
    places.push(...sharing.map(({ name, mean }) => ({ name, mean, place })));
    left = left.filter((variant) => behind.has(variant));
  }
  return { known: true, places };
}

/** Those of the others that are surely behind the first. */
function toldFromFirst<Kind extends Variant>(
  [first, ...others]: readonly Kind[],
  { level = 0.05, seed = SEED }: { readonly level?: number; readonly seed?: number },
): ReadonlySet<Kind> {
  const leading = first?.clusters ?? [];
  const compared = others.map((other) => ({
    other,
    found: comparePaired(pairUp(leading, other.clusters), { confidence: 1 - level, seed }),
  }));
  const adjusted = adjustByHolm(compared.map(({ found }) => (found.known ? found.p : 1)));
  const behind = compared.filter(({ found }, index) => {
    const adjustedP = adjusted[index] ?? 1;
    return decideDifference(found, leading.flat().length, { level, adjustedP }).answer === 'better';
  });
  return new Set(behind.map(({ other }) => other));
}

function pairUp(first: Clusters, second: Clusters): Pair[][] {
  return first.map((cluster, i) =>
    cluster.flatMap((value, j) => {
      const other = second[i]?.[j];
      return other === undefined ? [] : [{ first: value, second: other }];
    }),
  );
}
