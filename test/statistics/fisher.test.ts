import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fisherTest } from '../../src/statistics/fisher.ts';
import { given, known, near, oracle } from './oracle.ts';

const count = fc
  .tuple(fc.nat(60), fc.nat(60))
  .map(([a, b]) => ({ passed: Math.min(a, b), n: Math.max(a, b, 1) }));

test.each(oracle.two_independent.cases)('$a against $b', ({ a, b, diff, fisher_two_sided_p }) => {
  const side = ([passed, n]: number[]) => ({ passed: given(passed), n: given(n) });
  const found = known(fisherTest(side(a), side(b)));
  expect(found.difference).toEqual(near(diff));
  expect(found.p).toEqual(near(fisher_two_sided_p));
});

test('p lies in (0, 1]; swapping the sides mirrors the difference, counting failures too', () => {
  fc.assert(
    fc.property(count, count, (a, b) => {
      const failures = ({ passed, n }: typeof a) => ({ passed: n - passed, n });
      const found = known(fisherTest(a, b));
      expect(found.p).toBeGreaterThan(0);
      expect(found.p).toBeLessThanOrEqual(1);
      for (const mirrored of [fisherTest(b, a), fisherTest(failures(a), failures(b))]) {
        expect(known(mirrored).difference).toEqual(near(-found.difference));
        expect(known(mirrored).p).toEqual(near(found.p));
      }
    }),
  );
});

test('a p too small for a number is 0, not NaN', () => {
  expect(fisherTest({ passed: 5000, n: 5000 }, { passed: 0, n: 5000 })).toMatchObject({
    difference: 1,
    p: 0,
  });
});

test('without trials it cannot tell', () => {
  expect(fisherTest({ passed: 0, n: 0 }, { passed: 1, n: 2 })).toEqual({
    known: false,
    reason: 'one side has no trials',
  });
});

test.each([
  { passed: 3, n: 2 },
  { passed: -1, n: 2 },
  { passed: 0.5, n: 2 },
  { passed: NaN, n: 2 },
])('refuses $passed of $n', (wrong) => {
  expect(() => fisherTest(wrong, { passed: 1, n: 1 })).toThrow(RangeError);
});
