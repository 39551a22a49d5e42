/** Can the judge be trusted? Agreement with labels, or of two judges. */
import { cannotTell, demand, type Answer, type Bounds } from './answer.ts';
import { wilsonInterval } from './wilson.ts';

/** The levels that two judges gave to one answer. */
export type Rating = readonly [first: number, second: number];

/**
 * How often both gave the same level, and how often at most a neighbouring one, each in [0, 1]. It cannot
 * tell without ratings. Neither figure says what chance alone would give: see `weightedKappa`.
 * @param levels all possible levels in order, at least two
 * @throws RangeError for a rating that is none of the levels
 */
export function shareAgreement(
  ratings: readonly Rating[],
  levels: readonly number[],
): Answer<{ readonly exact: number; readonly withinOne: number }> {
  const steps = stepsApart(ratings, levels);
  const share = (most: number) => steps.filter((step) => step <= most).length / steps.length;
  return steps.length === 0
    ? cannotTell('there are no ratings')
    : { known: true, exact: share(0), withinOne: share(1) };
}

/**
 * Agreement beyond chance: 1 is perfect, 0 what chance gives, below 0 worse than that (not below −1). It
 * cannot tell without ratings, nor when both gave one and the same level throughout, since chance explains
 * that as well.
 * @param levels all possible levels in order, at least two
 * @param weighting how much a disagreement counts by its steps: squared, in proportion, or all alike
 * @throws RangeError for a rating that is none of the levels
 * Source: J. Cohen 1968, weighted kappa; 1960 without weights.
 */
export function weightedKappa(
  ratings: readonly Rating[],
  levels: readonly number[],
  weighting: 'quadratic' | 'linear' | 'none' = 'quadratic',
): Answer<{ readonly kappa: number }> {
  const weigh = { quadratic: (step: number) => step * step, linear: (step: number) => step, none: Math.sign };
  const sum = (steps: readonly number[]) => steps.reduce((all, step) => all + weigh[weighting](step), 0);
  const seen = sum(stepsApart(ratings, levels));
  if (ratings.length === 0) {
    return cannotTell('there are no ratings');
  }
  const counts = (side: 0 | 1) =>
    levels.map((level) => ratings.filter((rating) => rating[side] === level).length);
  const second = counts(1);
  const byChance = counts(0)
    .flatMap((count, i) => second.map((other, j) => count * other * weigh[weighting](Math.abs(i - j))))
    .reduce((all, value) => all + value, 0);
  return byChance === 0
    ? cannotTell('both gave one level throughout, so that chance explains their agreement')
    : { known: true, kappa: 1 - (seen * ratings.length) / byChance };
}

function stepsApart(ratings: readonly Rating[], levels: readonly number[]): number[] {
  demand(
    new Set(levels).size === levels.length && levels.length > 1,
    'Levels are two or more, each once',
    levels,
  );
  return ratings.map((rating) => {
    const [first, second] = rating.map((level) => levels.indexOf(level));
    demand(
      first !== undefined && second !== undefined && Math.min(first, second) >= 0,
      'Ratings are levels',
      rating,
    );
    return Math.abs(first - second);
  });
}

/** How a judge's PASS and FAIL met the labels; whole numbers from 0. */
export interface Confusion {
  /** Passed, and rightly so. */
  readonly truePass: number;
  /** Passed, though the label says fail. */
  readonly falsePass: number;
  readonly trueFail: number;
  readonly falseFail: number;
}

/** A rate in [0, 1] out of n, with its interval. */
export interface Rate extends Bounds {
  readonly rate: number;
  readonly n: number;
}

/** Each cannot tell if there is nothing to count. */
export interface JudgeRates {
  /** Of the answers labelled pass, those that passed. */
  readonly sensitivity: Answer<Rate>;
  /** Of the answers labelled fail, those that failed. */
  readonly specificity: Answer<Rate>;
  /** Of the answers that passed, those labelled pass. */
  readonly precisionOfPass: Answer<Rate>;
  /** Of the answers that failed, those labelled fail. */
  readonly precisionOfFail: Answer<Rate>;
  /** Of all answers, those labelled pass. */
  readonly baseRate: Answer<Rate>;
}

/**
 * A judge against labels.
 * @param confidence above 0 and below 1
 * @throws RangeError for counts or a confidence out of range
 * Source: J. Yerushalmy 1947; intervals by Wilson.
 */
export function rateJudge(confusion: Confusion, confidence = 0.95): JudgeRates {
  const { truePass, falsePass, trueFail, falseFail } = confusion;
  const whole = Object.values(confusion).every((count) => Number.isInteger(count) && count >= 0);
  demand(whole, 'Counts of answers are whole numbers from 0', confusion);
  const rateOf = (yes: number, no: number): Answer<Rate> => {
    const interval = wilsonInterval(yes, yes + no, confidence);
    return interval.known ? { ...interval, rate: yes / (yes + no), n: yes + no } : interval;
  };
  return {
    sensitivity: rateOf(truePass, falseFail),
    specificity: rateOf(trueFail, falsePass),
    precisionOfPass: rateOf(truePass, falsePass),
    precisionOfFail: rateOf(trueFail, falseFail),
    baseRate: rateOf(truePass + falseFail, trueFail + falsePass),
  };
}
