/** From an interval to a word: yes or no, better or worse, or cannot tell. */
import { cannotTell, demand, type Answer, type Bounds } from './answer.ts';
import type { Difference } from './paired-rates.ts';

/**
 * One of the words; or why there is none, and about how many more cases would give one (null: not to be
 * said).
 */
export type Decision<Word extends string> =
  | { readonly answer: Word }
  | { readonly answer: 'cannot tell'; readonly reason: string; readonly moreCases: number | null };

/** More cases than this are no hint. */
const MOST_CASES = 1_000_000;

/**
 * Whether the first is better or worse than the second: interval and p must both say so, since a small sample
 * can make them differ.
 * @param found first minus second, with an interval at the confidence 1 − level
 * @param n number of cases behind it, from 1
 * @param options.level the p up to which a difference counts; 0.05 by default
 * @param options.adjustedP p after Holm, when several are compared with one; else the difference's own
 */
export function decideDifference(
  found: Answer<Difference>,
  n: number,
  options: { readonly level?: number; readonly adjustedP?: number } = {},
): Decision<'better' | 'worse'> {
  if (!found.known) {
    return { answer: 'cannot tell', reason: found.reason, moreCases: null };
  }
  if (found.low <= 0 && found.high >= 0) {
    return undecided('the interval includes no difference at all', found, n, 0);
  }
  const { level = 0.05, adjustedP = found.p } = options;
  return adjustedP > level
    ? { answer: 'cannot tell', reason: `p is above ${level}`, moreCases: null }
    : { answer: found.low > 0 ? 'better' : 'worse' };
}

/**
 * Whether the candidate may replace the reference: yes if it is worse by less than the margin even at the
 * lower bound, no if it is worse by more even at the upper bound.
 * @param found candidate minus reference
 * @param margin how much worse is still good enough, 0 or more, in the unit of the difference
 * @param n number of cases behind it, from 1
 * @throws RangeError for a margin below 0
 * Source: G. Piaggio et al. 2012, CONSORT statement on non-inferiority trials.
 */
export function decideNonInferiority(
  found: Answer<Omit<Difference, 'p'>>,
  margin: number,
  n: number,
): Decision<'yes' | 'no'> {
  demand(margin >= 0 && margin < Infinity, 'A margin is 0 or more', margin);
  if (!found.known) {
    return { answer: 'cannot tell', reason: found.reason, moreCases: null };
  }
  if (found.low > -margin || found.high < -margin) {
    return { answer: found.low > -margin ? 'yes' : 'no' };
  }
  return undecided('the interval includes the margin', found, n, -margin);
}

function undecided(
  reason: string,
  found: Omit<Difference, 'p'>,
  n: number,
  limit: number,
): { readonly answer: 'cannot tell'; readonly reason: string; readonly moreCases: number | null } {
  const hint = countMoreCases(n, found.difference, found, limit);
  return { answer: 'cannot tell', reason, moreCases: hint.known ? Math.max(1, hint.moreCases) : null };
}

/**
 * About how many more cases would move the interval off the limit, if the estimate and the spread stay as
 * they are: the width shrinks with √n. 0 if it is off already; it cannot tell if the estimate is as good as
 * on the limit.
 * @param n number of cases now, from 1
 * @param estimate lies within the bounds
 * @throws RangeError for an n below 1 or an estimate outside the bounds
 */
export function countMoreCases(
  n: number,
  estimate: number,
  { low, high }: Bounds,
  limit: number,
): Answer<{ readonly moreCases: number }> {
  demand(n >= 1 && n < Infinity, 'The number of cases is 1 or more', n);
  demand(low <= estimate && estimate <= high, 'An estimate lies within its bounds', { low, estimate, high });
  const reach = estimate > limit ? estimate - low : high - estimate;
  const needed = estimate === limit ? Infinity : n * (reach / (estimate - limit)) ** 2;
  return needed > MOST_CASES
    ? cannotTell('the estimate is too close to the limit for any number of cases')
    : { known: true, moreCases: Math.max(0, Math.ceil(needed - n)) };
}
