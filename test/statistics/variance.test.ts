import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitVariance } from '../../src/statistics/variance.ts';
import { known, near, oracle } from './oracle.ts';

test.each(oracle.variance_components.cases)('$groups', (expected) => {
  const found = known(splitVariance(expected.groups));
  expect(found.between).toEqual(near(expected.var_between));
  expect(found.within).toEqual(near(expected.var_within));
  expect(found.within).toEqual(near(expected.ms_within));
  expect(found.between / (found.between + found.within)).toEqual(near(expected.icc1));
  expect(found.errorNow).toEqual(near(expected.se_now));
  expect(found.errorWithTwiceTheRepeats).toEqual(near(expected.se_with_twice_the_repeats));
  expect(found.errorWithTwiceTheCases).toEqual(near(expected.se_with_twice_the_cases));
});

// n₀, the repeats of a typical case, is (N − Σk² / N) / (m − 1).
test('cases with unequal repeats', () => {
  const found = known(splitVariance([[1, 3], [4], [6, 8, 7, 7]]));
  const repeats = (7 - (4 + 1 + 16) / 7) / 2;
  const mean = 36 / 7;
  const meanSquare = (2 * (2 - mean) ** 2 + (4 - mean) ** 2 + 4 * (7 - mean) ** 2) / 2;
  expect(found.within).toEqual(near(4 / 4));
  expect(found.between).toEqual(near((meanSquare - 1) / repeats));
  const withinOfMean = (1 / 2 + 1 + 1 / 4) / 3;
  expect(found.errorWithTwiceTheCases).toEqual(near(Math.sqrt((found.between + withinOfMean) / 6)));
});

test('nothing is below 0 or NaN; doubling cases or repeats never hurts; the order does not matter', () => {
  const cases = fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }), { maxLength: 8 });
  fc.assert(
    fc.property(cases, (groups) => {
      const found = splitVariance(groups);
      const turned = splitVariance(groups.toReversed());
      expect(turned.known).toBe(found.known);
      if (found.known && turned.known) {
        const { known: _, ...figures } = found;
        for (const figure of Object.values(figures)) {
          expect(figure).toBeGreaterThanOrEqual(0);
          expect(figure).toBeLessThan(Infinity);
        }
        expect(found.errorWithTwiceTheCases).toBeLessThanOrEqual(found.errorWithTwiceTheRepeats + 1e-12);
        expect(turned.between).toBeCloseTo(found.between, 9);
      }
    }),
  );
});

test.each([
  ['there are fewer than two cases', []],
  ['there are fewer than two cases', [[1, 2], []]],
  ['no case was repeated', [[1], [2], [3]]],
  [
    'all values agree, so that their spread is unknown',
    [
      [1, 1],
      [1, 1],
    ],
  ],
])('%s: %j', (reason, cases) => {
  expect(splitVariance(cases)).toEqual({ known: false, reason });
});
