import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachApart } from '../../src/statistics/clusters.ts';
import { comparePairedScores, signFlipTest } from '../../src/statistics/paired-scores.ts';
import { known, near, nearBounds, oracle } from './oracle.ts';

const integers = fc.integer({ min: -9, max: 9 });

test.each(oracle.paired_scores.cases)('$differences', (expected) => {
  const apart = eachApart(expected.differences);
  expect(known(signFlipTest(apart)).p).toEqual(near(expected.sign_flip_exact_p));
  expect(known(signFlipTest(apart)).p).toEqual(near(expected.scipy_permutation_p));
  const found = comparePairedScores(apart);
  if (expected.t_ci95 === null) {
    expect(found).toEqual({ known: false, reason: 'all values agree, so that their spread is unknown' });
  } else {
    expect(known(found).difference).toEqual(near(expected.mean));
    expect(known(found)).toMatchObject(nearBounds(expected.t_ci95));
    expect(known(found).p).toEqual(near(expected.sign_flip_exact_p));
  }
});

test('p lies in (0, 1]; swapping the sides mirrors all; the order of the cases does not matter', () => {
  fc.assert(
    fc.property(fc.array(fc.array(integers, { maxLength: 3 }), { maxLength: 10 }), (clusters) => {
      const found = comparePairedScores(clusters);
      const mirrored = comparePairedScores(clusters.map((cluster) => cluster.map((value) => -value)));
      const turned = comparePairedScores(clusters.toReversed());
      expect([mirrored.known, turned.known]).toEqual([found.known, found.known]);
      if (found.known && mirrored.known && turned.known) {
        expect(found.p).toBeGreaterThan(0);
        expect(found.p).toBeLessThanOrEqual(1);
        expect(mirrored).toMatchObject(nearBounds([-found.high, -found.low]));
        expect(mirrored.p).toEqual(near(found.p));
        expect(turned).toMatchObject(nearBounds([found.low, found.high]));
        expect(turned.p).toEqual(near(found.p));
      }
    }),
  );
});

test('a document whose questions move together counts once', () => {
  const apart = known(signFlipTest(eachApart([1, 1, 1, 1, 1, 1])));
  const together = known(
    signFlipTest([
      [1, 1, 1],
      [1, 1, 1],
    ]),
  );
  expect(apart.p).toBe(2 / 64);
  expect(together.p).toBe(0.5);
});

test('seventeen clusters and more are drawn: near to the exact p, the same for one seed', () => {
  const differences = [4, 3, -1, 2, 5, -2, 1, 3, -3, 2, -4, -1, 4, 2, -2, 1, -3];
  let patterns = new Map([[0, 1]]);
  for (const value of differences) {
    const next = new Map<number, number>();
    for (const [sum, count] of patterns) {
      next.set(sum + value, (next.get(sum + value) ?? 0) + count);
      next.set(sum - value, (next.get(sum - value) ?? 0) + count);
    }
    patterns = next;
  }
  const seen = differences.reduce((sum, value) => sum + value, 0);
  const asFar = [...patterns].filter(([sum]) => Math.abs(sum) >= seen);
  const exact = asFar.reduce((all, [, count]) => all + count, 0) / 2 ** differences.length;
  const { p } = known(signFlipTest(eachApart(differences), 1));
  expect(Math.abs(p - exact)).toBeLessThan(0.02 * exact);
  expect(known(signFlipTest(eachApart(differences), 1)).p).toBe(p);
  expect(known(signFlipTest(eachApart(differences), 2)).p).not.toBe(p);
});

test('drawn patterns never give a p of 0', () => {
  const same = Array.from({ length: 40 }, () => 1);
  expect(signFlipTest(eachApart(same))).toEqual({ known: true, p: 1 / 20_001 });
});

test('sums that agree but for rounding count as equal: tenths have the p of whole numbers', () => {
  fc.assert(
    fc.property(fc.array(integers, { minLength: 1, maxLength: 10 }), (values) => {
      const tenths = values.map((value) => value * 0.1);
      expect(signFlipTest(eachApart(tenths))).toEqual(signFlipTest(eachApart(values)));
    }),
  );
});

test('differences of 0 do not make an exact test a drawn one', () => {
  const zeros = Array.from({ length: 40 }, () => 0);
  expect(known(signFlipTest(eachApart([...zeros, 1, 1, 1, 1, 1, 1]))).p).toBe(2 / 64);
});

test('without any difference p is 1, without cases it cannot tell', () => {
  expect(signFlipTest(eachApart([0, 0, 0]))).toEqual({ known: true, p: 1 });
  expect(signFlipTest([[]])).toEqual({ known: false, reason: 'there are no differences' });
  expect(comparePairedScores([])).toEqual({ known: false, reason: 'there are no values' });
  expect(() => signFlipTest([[NaN]])).toThrow(RangeError);
});
