import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wilsonInterval } from '../../src/statistics/wilson.ts';
import { known, nearBounds, oracle } from './oracle.ts';

const counts = fc
  .tuple(fc.nat(5000), fc.nat(5000))
  .map(([a, b]) => ({ passed: Math.min(a, b), n: Math.max(a, b, 1) }));

test.each(oracle.proportion_ci95.cases)('$passed of $n', ({ passed, n, wilson }) => {
  const interval = wilsonInterval(passed, n);
  if (wilson === null) {
    expect(interval).toEqual({ known: false, reason: 'nothing was judged' });
  } else {
    expect(known(interval)).toMatchObject(nearBounds(wilson));
  }
});

test('the bounds lie in [0, 1] around the rate', () => {
  fc.assert(
    fc.property(counts, fc.double({ min: 0.01, max: 0.9999, noNaN: true }), ({ passed, n }, confidence) => {
      const { low, high } = known(wilsonInterval(passed, n, confidence));
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(passed / n);
      expect(high).toBeGreaterThanOrEqual(passed / n);
      expect(high).toBeGreaterThan(low);
    }),
  );
});

test('counting failures instead of passes mirrors the interval', () => {
  fc.assert(
    fc.property(counts, ({ passed, n }) => {
      const passes = known(wilsonInterval(passed, n));
      expect(known(wilsonInterval(n - passed, n))).toMatchObject(
        nearBounds([1 - passes.high, 1 - passes.low]),
      );
    }),
  );
});

test('more confidence needs a wider interval, more cases a narrower one', () => {
  const width = (n: number, confidence: number) => {
    const { low, high } = known(wilsonInterval(0.7 * n, n, confidence));
    return high - low;
  };
  expect(width(50, 0.99)).toBeGreaterThan(width(50, 0.95));
  expect(width(200, 0.95)).toBeLessThan(width(50, 0.95));
});

test.each([
  [-1, 5, 0.95],
  [6, 5, 0.95],
  [NaN, 5, 0.95],
  [1, NaN, 0.95],
  [1, Infinity, 0.95],
  [0, -1, 0.95],
  [1, 5, 0],
  [1, 5, 1],
  [1, 5, NaN],
])('refuses %d of %d at %d', (passed, n, confidence) => {
  expect(() => wilsonInterval(passed, n, confidence)).toThrow(RangeError);
});
