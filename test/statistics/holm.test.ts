import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustByHolm } from '../../src/statistics/holm.ts';
import { given, near, oracle } from './oracle.ts';

const ps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

test.each(oracle.holm.cases)('$p', ({ p, adjusted }) => {
  const found = adjustByHolm(p);
  expect(found).toHaveLength(adjusted.length);
  found.forEach((value, index) => expect(value).toEqual(near(given(adjusted[index]))));
});

test('in [0, 1], never below what they were, in the same order, whatever the order given', () => {
  fc.assert(
    fc.property(ps, (values) => {
      const found = adjustByHolm(values);
      found.forEach((value, index) => {
        expect(value).toBeGreaterThanOrEqual(given(values[index]));
        expect(value).toBeLessThanOrEqual(1);
        values.forEach((other, at) => {
          if (other < given(values[index])) {
            expect(given(found[at])).toBeLessThanOrEqual(value);
          }
        });
      });
      expect(adjustByHolm(values.toReversed())).toEqual(found.toReversed());
    }),
  );
});

test.each([-0.1, 1.1, NaN])('refuses %d', (p) => {
  expect(() => adjustByHolm([0.5, p])).toThrow(RangeError);
});
