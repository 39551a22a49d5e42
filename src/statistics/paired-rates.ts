/** Two variants, pass or fail, one sample a case: who passed what the other did not? */
import { cannotTell, demand, type Answer, type Bounds } from './answer.ts';
import { binomial } from './binomial.ts';
import { zOf } from './normal.ts';
import { wilsonBounds } from './wilson.ts';

/** The cases that both variants have, counted by outcome; whole numbers from 0. */
export interface PairedTable {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

/** A difference, first minus second, with its interval and a two-sided p in [0, 1]. */
export interface Difference extends Bounds {
  readonly difference: number;
  readonly p: number;
}

/**
 * The difference of two pass rates on the same cases. Difference and bounds lie in [−1, 1].
 * It cannot tell without cases.
 * @param confidence above 0 and below 1
 * @throws RangeError for counts or a confidence out of range
 * Source: R. G. Newcombe 1998, "Improved confidence intervals for the difference between binomial proportions
 * based on paired data", method 10; p as in `mcnemarTest`, mid-p.
 */
export function comparePairedRates(table: PairedTable, confidence = 0.95): Answer<Difference> {
  const { both, onlyFirst, onlySecond, neither } = table;
  const whole = Object.values(table).every((count) => Number.isInteger(count) && count >= 0);
  demand(whole, 'Counts of cases are whole numbers from 0', table);
  const z = zOf(confidence);
  const n = both + onlyFirst + onlySecond + neither;
  if (n === 0) {
    return cannotTell('the two have no case in common');
  }
  const rates = [(both + onlyFirst) / n, (both + onlySecond) / n] as const;
  const first = wilsonBounds(both + onlyFirst, n, z);
  const second = wilsonBounds(both + onlySecond, n, z);
  const difference = (onlyFirst - onlySecond) / n;
  const phi = correlation(table, n);
  const reach = (one: number, other: number) =>
    Math.sqrt(Math.max(0, one * one - 2 * phi * one * other + other * other));
  return {
    known: true,
    difference,
    low: Math.max(-1, difference - reach(rates[0] - first.low, second.high - rates[1])),
    high: Math.min(1, difference + reach(rates[1] - second.low, first.high - rates[0])),
    p: mcnemarTest(onlyFirst, onlySecond, 'mid-p'),
  };
}

/** Newcombe's correlation of the two outcomes, with a continuity correction when it is positive. */
function correlation({ both, onlyFirst, onlySecond, neither }: PairedTable, n: number): number {
  const margins = (both + onlyFirst) * (onlySecond + neither) * (both + onlySecond) * (onlyFirst + neither);
  if (margins === 0) {
    return 0;
  }
  const product = both * neither - onlyFirst * onlySecond;
  return (product > 0 ? Math.max(0, product - n / 2) : product) / Math.sqrt(margins);
}

/** The exact test is never too sure; the mid-p test is right on average, and it decides here. */
export type McnemarKind = 'exact' | 'mid-p';

/**
 * The two-sided p, in [0, 1], that so many cases changed one way and so many the other way by chance alone.
 * Without any change it is 1. All changes one way: five are enough for p ≤ 0.05 by mid-p, six by the exact
 * test.
 * @throws RangeError if a count is no whole number from 0
 * Source: Q. McNemar 1947; mid-p: H. O. Lancaster 1961, M. W. Fagerland, S. Lydersen and P. Laake 2013.
 */
export function mcnemarTest(onlyFirst: number, onlySecond: number, kind: McnemarKind): number {
  const whole = [onlyFirst, onlySecond].every((count) => Number.isInteger(count) && count >= 0);
  demand(whole, 'Counts of cases are whole numbers from 0', [onlyFirst, onlySecond]);
  const fewer = Math.min(onlyFirst, onlySecond);
  const chances = binomial(onlyFirst + onlySecond, 0.5);
  const tail = chances.slice(0, fewer + 1).reduce((sum, chance) => sum + chance, 0);
  return Math.min(1, 2 * tail - (kind === 'mid-p' ? (chances[fewer] ?? 0) : 0));
}
