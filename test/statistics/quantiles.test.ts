import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantile, summarise } from '../../src/statistics/quantiles.ts';
import { given, known, near, oracle } from './oracle.ts';

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 });

test.each(oracle.quantiles.cases)('$values', (expected) => {
  const found = known(summarise(expected.values));
  for (const key of ['p50', 'p95', 'min', 'max', 'mean'] as const) {
    expect(found[key]).toEqual(near(expected[key]));
  }
  if (expected.sd === null) {
    expect(found.sd).toBeNull();
  } else {
    expect(given(found.sd)).toEqual(near(expected.sd));
  }
});

test('quantiles rise with the share, stay among the values, and do not know their order', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(values, share, share, (all, a, b) => {
      const low = known(quantile(all, Math.min(a, b))).value;
      const high = known(quantile(all, Math.max(a, b))).value;
      expect(low).toBeGreaterThanOrEqual(Math.min(...all));
      expect(high).toBeLessThanOrEqual(Math.max(...all));
      expect(high - low).toBeGreaterThanOrEqual(-1e-9);
      expect(quantile(all.toReversed(), a)).toEqual(quantile(all, a));
    }),
  );
});

test('nothing cannot be summarised', () => {
  expect(summarise([])).toEqual({ known: false, reason: 'there are no values' });
  expect(quantile([], 0.5).known).toBe(false);
});

test('refuses values that are no numbers, and shares out of range', () => {
  expect(() => summarise([1, NaN])).toThrow(RangeError);
  expect(() => summarise([1, Infinity])).toThrow(RangeError);
  expect(() => quantile([1], 1.1)).toThrow(RangeError);
});
