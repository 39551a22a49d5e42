import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateJudge, shareAgreement, weightedKappa, type Rating } from '../../src/statistics/agreement.ts';
import { given, known, near, nearBounds, oracle } from './oracle.ts';

const LEVELS = [1, 2, 3, 4];
const level = fc.constantFrom(...LEVELS);
const ratings = fc.array(fc.tuple(level, level), { minLength: 1, maxLength: 30 });
const pairUp = (a: number[], b: number[]): Rating[] => a.map((first, index) => [first, given(b[index])]);

test.each(oracle.agreement.cases)('$a and $b', (expected) => {
  const pairs = pairUp(expected.a, expected.b);
  const shares = known(shareAgreement(pairs, LEVELS));
  expect(shares.exact).toEqual(near(expected.exact_agreement));
  expect(shares.withinOne).toEqual(near(expected.within_one));
  expect(known(weightedKappa(pairs, LEVELS)).kappa).toEqual(near(expected.kappa_quadratic));
  expect(known(weightedKappa(pairs, LEVELS, 'linear')).kappa).toEqual(near(expected.kappa_linear));
  expect(known(weightedKappa(pairs, LEVELS, 'none')).kappa).toEqual(near(expected.kappa));
  expect(known(weightedKappa(pairs, LEVELS, 'none')).kappa).toEqual(near(expected.statsmodels_kappa));
});

test('one level throughout says nothing beyond chance', () => {
  const { a, b } = oracle.agreement.undefined;
  expect(weightedKappa(pairUp(a, b), LEVELS)).toEqual({
    known: false,
    reason: 'both gave one level throughout, so that chance explains their agreement',
  });
  expect(weightedKappa([], LEVELS).known).toBe(false);
  expect(shareAgreement([], LEVELS).known).toBe(false);
});

test('kappa lies in [−1, 1] and knows neither the order of the ratings nor of the judges', () => {
  fc.assert(
    fc.property(
      ratings,
      fc.constantFrom('quadratic' as const, 'linear' as const, 'none' as const),
      (pairs, weighting) => {
        const found = weightedKappa(pairs, LEVELS, weighting);
        if (!found.known) {
          expect(new Set(pairs.flat()).size).toBe(1);
          return;
        }
        expect(found.kappa).toBeGreaterThanOrEqual(-1 - 1e-12);
        expect(found.kappa).toBeLessThanOrEqual(1);
        const swapped = pairs.map(([first, second]): Rating => [second, first]);
        expect(known(weightedKappa(swapped, LEVELS, weighting)).kappa).toEqual(near(found.kappa));
        expect(known(weightedKappa(pairs.toReversed(), LEVELS, weighting)).kappa).toEqual(near(found.kappa));
      },
    ),
  );
});

test.each([
  [[[5, 1]], LEVELS],
  [[[1, NaN]], LEVELS],
  [[[1, 1]], [1]],
  [[[1, 1]], [1, 1, 2]],
] as [Rating[], number[]][])('refuses ratings %j of levels %j', (pairs, levels) => {
  expect(() => weightedKappa(pairs, levels)).toThrow(RangeError);
});

test('a judge against labels', () => {
  const found = rateJudge({ truePass: 17, falsePass: 1, trueFail: 9, falseFail: 3 });
  expect(known(found.sensitivity)).toMatchObject({ rate: 0.85, n: 20 });
  expect(known(found.specificity)).toMatchObject({ rate: 0.9, n: 10 });
  expect(known(found.precisionOfPass)).toMatchObject({ rate: 17 / 18, n: 18 });
  expect(known(found.precisionOfFail)).toMatchObject({ rate: 0.75, n: 12 });
  expect(known(found.baseRate)).toMatchObject({ rate: 20 / 30, n: 30 });
  const wilson = oracle.proportion_ci95.cases.find(({ passed, n }) => passed === 17 && n === 20)?.wilson;
  expect(known(found.sensitivity)).toMatchObject(nearBounds(given(wilson)));
});

test('without labels of a class its rate cannot be told', () => {
  const found = rateJudge({ truePass: 3, falsePass: 0, trueFail: 0, falseFail: 0 });
  expect(found.specificity).toEqual({ known: false, reason: 'nothing was judged' });
  expect(found.sensitivity.known).toBe(true);
  expect(() => rateJudge({ truePass: -1, falsePass: 0, trueFail: 0, falseFail: 0 })).toThrow(RangeError);
});
