/** Several comparisons at once: the more one looks, the more one finds by chance. */
import { demand } from './answer.ts';

/**
 * The p values adjusted so that the chance of any false find among them stays at the level of one test; in
 * the order given, each in [0, 1] and none below what it was.
 * @throws RangeError if a p is not in [0, 1]
 * Source: S. Holm 1979.
 */
export function adjustByHolm(ps: readonly number[]): number[] {
  const wrong = ps.find((p) => !(p >= 0 && p <= 1));
  demand(wrong === undefined, 'A p value lies between 0 and 1', wrong);
  const adjusted = ps.map(() => 1);
  let largest = 0;
  const byP = ps.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p);
  for (const [rank, { p, index }] of byP.entries()) {
    largest = Math.max(largest, Math.min(1, p * (ps.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
