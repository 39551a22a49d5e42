import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numericCeiling } from '../../src/rubric/numeric.ts';

test.each([
  [0, true, 10],
  [0.01, true, 10],
  [0.03, true, 8],
  [0.05, true, 8],
  [0.051, true, 4],
  [0.15, true, 4],
  [0.2, true, 1],
  [0.5, true, 1],
  [0.51, true, 0],
  [0.01, false, 10],
  [0.05, false, 8],
  [0.06, false, 0],
])('%d off, approximate %s: at most %i', (deviation, approximate, max) => {
  expect(numericCeiling(deviation, approximate)).toBe(max);
});

test('a larger deviation never has a higher ceiling', () => {
  const deviation = fc.double({ min: 0, max: 2, noNaN: true });
  fc.assert(
    fc.property(deviation, deviation, fc.boolean(), (one, other, approximate) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(numericCeiling(more, approximate)).toBeLessThanOrEqual(numericCeiling(less, approximate));
    }),
  );
});
