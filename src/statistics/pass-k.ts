/** Is it reliable? The chance that k runs of a case all pass, and that one of them does. */
import { cannotTell, demand, type Answer } from './answer.ts';
import { meanOf } from './clusters.ts';
import { demandCount, type Count } from './count.ts';

/** Both in [0, 1]. */
export interface PassK {
  /** pass^k: all of k runs pass. */
  readonly all: number;
  /** pass@k: at least one of k runs passes. */
  readonly any: number;
}

/**
 * Unbiased estimates for one case from n runs of which some passed. It cannot tell when n is below k.
 * @param k a whole number from 1
 * @throws RangeError for counts or a k out of range
 * Source: pass^k = C(passed, k) / C(n, k): S. Yao et al. 2024, τ-bench; pass@k = 1 − C(n − passed, k) / C(n,
 * k): M. Chen et al. 2021.
 */
export function passK(count: Count, k: number): Answer<PassK> {
  demand(Number.isInteger(k) && k >= 1, 'k is a whole number from 1', k);
  demandCount(count);
  const { passed, n } = count;
  return n < k
    ? cannotTell(`pass^${k} needs ${k} runs of a case, and there are ${n}`)
    : { known: true, all: shareOfDraws(passed, n, k), any: 1 - shareOfDraws(n - passed, n, k) };
}

/**
 * The means over cases that ran at least k times; `leftOut` says how many did not. It cannot tell if all are
 * left out.
 * @throws RangeError as `passK`
 * Source: see `passK`.
 */
export function meanPassK(
  counts: readonly Count[],
  k: number,
): Answer<PassK & { readonly cases: number; readonly leftOut: number }> {
  const found = counts.map((count) => passK(count, k)).filter((answer) => answer.known);
  return found.length === 0
    ? cannotTell(`pass^${k} needs ${k} runs of a case, and no case has as many`)
    : {
        known: true,
        all: meanOf(found.map(({ all }) => all)),
        any: meanOf(found.map(({ any }) => any)),
        cases: found.length,
        leftOut: counts.length - found.length,
      };
}

/** C(some, k) / C(n, k): the chance that k of n, drawn without putting back, are all among `some` of them. */
function shareOfDraws(some: number, n: number, k: number): number {
  let share = 1;
  for (let index = 0; index < k; index++) {
    share *= Math.max(0, some - index) / (n - index);
  }
  return share;
}
