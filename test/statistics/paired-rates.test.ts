import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePairedRates, mcnemarTest, type PairedTable } from '../../src/statistics/paired-rates.ts';
import { smallestSwing } from '../../src/statistics/power.ts';
import { known, near, nearBounds, oracle } from './oracle.ts';

const table = fc.record({
  both: fc.nat(80),
  onlyFirst: fc.nat(30),
  onlySecond: fc.nat(30),
  neither: fc.integer({ min: 1, max: 80 }),
});

test.each(oracle.two_paired.cases)('$both/$only_first/$only_second/$neither', (expected) => {
  const { both, only_first: onlyFirst, only_second: onlySecond, neither } = expected;
  const found = known(comparePairedRates({ both, onlyFirst, onlySecond, neither }));
  expect(found.difference).toEqual(near(expected.diff));
  expect(found).toMatchObject(nearBounds(expected.newcombe_ci95));
  expect(found.p).toEqual(near(expected.mcnemar_mid_p));
  expect(mcnemarTest(onlyFirst, onlySecond, 'exact')).toEqual(near(expected.mcnemar_exact_p));
  // Interval and p say the same, so that a reader is never told two things.
  expect(found.low > 0 || found.high < 0).toBe(found.p <= 0.05);
});

test('the published figure', () => {
  const [both = 0, onlyFirst = 0, onlySecond = 0, neither = 0] = oracle.two_paired.published_check.table;
  const { low, high } = known(comparePairedRates({ both, onlyFirst, onlySecond, neither }));
  const rounded = [low, high].map((bound) => Number(bound.toFixed(4)));
  expect(rounded).toEqual(oracle.two_paired.published_check.newcombe_ci95_4_decimals);
});

test.each(oracle.smallest_significant_swing.table)(
  '$all_one_way changes one way',
  ({ all_one_way, p, mid_p }) => {
    expect(mcnemarTest(all_one_way, 0, 'exact')).toEqual(near(p));
    expect(mcnemarTest(0, all_one_way, 'mid-p')).toEqual(near(mid_p));
  },
);

test('six changes one way count by the exact test, five by mid-p', () => {
  expect(smallestSwing({ kind: 'exact' })).toBe(oracle.smallest_significant_swing.discordant_needed);
  expect(smallestSwing()).toBe(5);
});

test('bounds lie in [−1, 1] around the difference, p in [0, 1]; swapping the sides mirrors all', () => {
  fc.assert(
    fc.property(table, (counts) => {
      const swapped: PairedTable = { ...counts, onlyFirst: counts.onlySecond, onlySecond: counts.onlyFirst };
      const found = known(comparePairedRates(counts));
      expect(found.low).toBeGreaterThanOrEqual(-1);
      expect(found.high).toBeLessThanOrEqual(1);
      expect(found.low).toBeLessThanOrEqual(found.difference);
      expect(found.high).toBeGreaterThanOrEqual(found.difference);
      expect(found.p).toBeGreaterThanOrEqual(0);
      expect(found.p).toBeLessThanOrEqual(1);
      const mirrored = known(comparePairedRates(swapped));
      expect(mirrored).toMatchObject(nearBounds([-found.high, -found.low]));
      expect(mirrored.p).toEqual(near(found.p));
    }),
  );
});

test('mid-p is never above the exact p', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), (a, b) => {
      expect(mcnemarTest(a, b, 'mid-p')).toBeLessThanOrEqual(mcnemarTest(a, b, 'exact'));
    }),
  );
});

test('thousands of changes do not overflow', () => {
  expect(mcnemarTest(5000, 5000, 'exact')).toBe(1);
  expect(mcnemarTest(5000, 0, 'exact')).toBe(0);
});

test('without cases it cannot tell', () => {
  expect(comparePairedRates({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 })).toEqual({
    known: false,
    reason: 'the two have no case in common',
  });
});

test.each([-1, 0.5, NaN])('refuses a count of %d', (both) => {
  expect(() => comparePairedRates({ both, onlyFirst: 1, onlySecond: 1, neither: 1 })).toThrow(RangeError);
  expect(() => mcnemarTest(both, 1, 'exact')).toThrow(RangeError);
});
