/**
 * Two rates of trials that have nothing to do with each other: two runs of one scenario, each with repeats.
 */
import { cannotTell, type Answer } from './answer.ts';
import { fromRatios } from './binomial.ts';
import { demandCount, type Count } from './count.ts';

/**
 * The difference of two rates, first minus second, in [−1, 1], and the two-sided p, in [0, 1].
 * Few repeats cannot show much: 5 of 5 against 2 of 5 has p = 0.17.
 * @throws RangeError if a count is no whole number from 0, or more passed than there were
 * Source: R. A. Fisher 1935, exact test; two-sided by adding up all tables that are not more likely than this
 * one.
 */
export function fisherTest(
  first: Count,
  second: Count,
): Answer<{ readonly difference: number; readonly p: number }> {
  [first, second].forEach(demandCount);
  if (first.n === 0 || second.n === 0) {
    return cannotTell('one side has no trials');
  }
  const passed = first.passed + second.passed;
  const least = Math.max(0, passed - second.n);
  const most = Math.min(first.n, passed);
  const chances = fromRatios(
    Array.from({ length: most - least }, (_, index) => {
      const k = least + index;
      return ((first.n - k) * (passed - k)) / ((k + 1) * (second.n - passed + k + 1));
    }),
  );
  // Tables that are as likely as this one may come out a little higher or lower.
  const limit = (chances[first.passed - least] ?? 0) * (1 + 1e-7);
  const p = chances.filter((chance) => chance <= limit).reduce((sum, chance) => sum + chance, 0);
  return { known: true, difference: first.passed / first.n - second.passed / second.n, p: Math.min(1, p) };
}
