import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanPassK, passK } from '../../src/statistics/pass-k.ts';
import { given, known, near, oracle } from './oracle.ts';

test.each(oracle.pass_k.cases)('$passed of $n, k = $k', ({ n, passed, k, pass_hat_k, pass_at_k }) => {
  const found = known(passK({ passed, n }, k));
  expect(found.all).toEqual(near(pass_hat_k));
  expect(found.any).toEqual(near(pass_at_k));
});

test('the mean over cases', () => {
  const { k, cases, pass_hat_k } = oracle.pass_k.mean_over_cases;
  const counts = cases.map(([n, passed]) => ({ n: given(n), passed: given(passed) }));
  const found = known(meanPassK([...counts, { n: 1, passed: 1 }], k));
  expect(found.all).toEqual(near(pass_hat_k));
  expect(found).toMatchObject({ cases: 4, leftOut: 1 });
});

test('a case with fewer runs than k has none, nor has a mean over such cases', () => {
  expect(passK({ passed: 2, n: 2 }, 3)).toEqual({
    known: false,
    reason: 'pass^3 needs 3 runs of a case, and there are 2',
  });
  expect(meanPassK([{ passed: 2, n: 2 }], 3).known).toBe(false);
  expect(meanPassK([], 1).known).toBe(false);
});

test('pass^k ≤ rate ≤ pass@k; pass^1 and pass@1 are the rate; failures mirror', () => {
  const runs = fc
    .tuple(fc.nat(100), fc.nat(100))
    .map(([a, b]) => ({ passed: Math.min(a, b), n: Math.max(a, b, 1) }));
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 20 }), (count, k) => {
      fc.pre(k <= count.n);
      const rate = count.passed / count.n;
      const { all, any } = known(passK(count, k));
      expect(all).toBeGreaterThanOrEqual(0);
      expect(any).toBeLessThanOrEqual(1);
      expect(all).toBeLessThanOrEqual(rate + 1e-12);
      expect(any).toBeGreaterThanOrEqual(rate - 1e-12);
      expect(known(passK(count, 1)).all).toEqual(near(rate));
      expect(known(passK({ ...count, passed: count.n - count.passed }, k)).any).toEqual(near(1 - all));
    }),
  );
});

test.each([0, 1.5, NaN])('refuses k = %d', (k) => {
  expect(() => passK({ passed: 1, n: 2 }, k)).toThrow(RangeError);
});
