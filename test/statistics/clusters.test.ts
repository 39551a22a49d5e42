import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  caseMeans,
  clusteredMean,
  eachApart,
  meanInterval,
  meanOf,
  rateInterval,
} from '../../src/statistics/clusters.ts';
import { drawsFrom } from '../../src/statistics/random.ts';
import { wilsonInterval } from '../../src/statistics/wilson.ts';
import { given, known, near, nearBounds, oracle } from './oracle.ts';

const clustersOf = (value: fc.Arbitrary<number>) =>
  fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 10 });

describe('means', () => {
  test.each(oracle.clustered_mean.cases)('$groups', (expected) => {
    const { groups } = expected;
    const found = known(clusteredMean(groups));
    const m = groups.length;
    expect(found.mean).toEqual(near(expected.mean_of_all));
    expect(found.standardError).toEqual(near(expected.se_cluster_corrected));
    expect(found.standardError * Math.sqrt((m - 1) / m)).toEqual(near(expected.se_cluster_uncorrected));
    expect(known(clusteredMean(eachApart(groups.flat()))).standardError).toEqual(near(expected.se_naive));
    const means = eachApart(caseMeans(groups));
    expect(known(clusteredMean(means)).mean).toEqual(near(expected.mean_of_case_means));
    expect(known(clusteredMean(means)).standardError).toEqual(near(expected.se_of_case_means));
    expect(known(meanInterval(means))).toMatchObject(nearBounds(expected.t_ci95_of_case_means));
  });

  test('the interval goes around the mean, and mirrors, moves and stretches with the values', () => {
    fc.assert(
      fc.property(clustersOf(fc.integer({ min: -100, max: 100 })), (clusters) => {
        const found = meanInterval(clusters);
        const moved = meanInterval(clusters.map((cluster) => cluster.map((value) => 50 - 3 * value)));
        expect(moved.known).toBe(found.known);
        if (found.known && moved.known) {
          expect(found.low).toBeLessThan(found.mean);
          expect(found.high).toBeGreaterThan(found.mean);
          expect(moved.mean).toEqual(near(50 - 3 * found.mean));
          expect(moved.low).toEqual(near(50 - 3 * found.high));
          expect(moved.high).toEqual(near(50 - 3 * found.low));
        }
      }),
    );
  });

  test.each([
    ['there are no values', []],
    ['there are no values', [[], []]],
    ['all values belong to one case or document', [[1, 2, 3], []]],
    ['all values agree, so that their spread is unknown', [[0.1], [0.1], [0.1]]],
    [
      'all values agree, so that their spread is unknown',
      [
        [1, 3],
        [3, 1],
      ],
    ],
  ])('%s: %j', (reason, clusters) => {
    expect(clusteredMean(clusters)).toEqual({ known: false, reason });
    expect(meanInterval(clusters)).toEqual({ known: false, reason });
  });

  test.each([NaN, Infinity, 1e101])('refuses the value %d', (value) => {
    expect(() => clusteredMean([[1], [value]])).toThrow(RangeError);
  });
});

describe('rates', () => {
  test.each(oracle.clustered_rate.cases)('$groups', (expected) => {
    const found = known(rateInterval(expected.groups));
    expect(found.rate).toEqual(near(expected.p));
    expect(found.effectiveN).toEqual(near(given(expected.n_effective)));
    expect(found).toMatchObject(nearBounds(given(expected.wilson_effective_ci95)));
    expect(found).toMatchObject({ n: expected.n, clusters: expected.clusters });
    if (expected.deff !== null) {
      expect(found.n / found.effectiveN).toEqual(near(expected.deff));
    }
  });

  test.each(oracle.proportion_ci95.cases)(
    'without clusters it is Wilson: $passed of $n',
    ({ passed, n, wilson }) => {
      const outcomes = Array.from({ length: n }, (_, index) => (index < passed ? 1 : 0));
      const found = rateInterval(eachApart(outcomes));
      if (wilson === null) {
        expect(found).toEqual({ known: false, reason: 'there are no values' });
      } else {
        expect(known(found)).toMatchObject(nearBounds(wilson));
      }
    },
  );

  test('all lies in [0, 1]; counting failures mirrors; no more is known than from n values apart', () => {
    const values = clustersOf(fc.constantFrom(0, 1, 0.5, 1 / 3));
    fc.assert(
      fc.property(values, (clusters) => {
        const found = rateInterval(clusters);
        const failures = rateInterval(clusters.map((cluster) => cluster.map((value) => 1 - value)));
        expect(failures.known).toBe(found.known);
        if (found.known && failures.known) {
          expect(0 <= found.low && found.low <= found.rate).toBe(true);
          expect(found.rate <= found.high && found.high <= 1).toBe(true);
          expect(found.effectiveN).toBeLessThanOrEqual(found.n);
          expect(failures.low).toEqual(near(1 - found.high));
          const apart = known(wilsonInterval(found.rate * found.n, found.n));
          expect(found.high - found.low).toBeGreaterThanOrEqual(apart.high - apart.low - 1e-12);
        }
      }),
    );
  });

  test('the order of clusters and of values does not matter', () => {
    fc.assert(
      fc.property(clustersOf(fc.constantFrom(0, 1)), (clusters) => {
        const found = rateInterval(clusters);
        const turned = rateInterval(clusters.map((cluster) => cluster.toReversed()).toReversed());
        expect(turned.known).toBe(found.known);
        if (found.known && turned.known) {
          expect(turned).toMatchObject(nearBounds([found.low, found.high]));
        }
      }),
    );
  });

  test('one document with passes and fails, or documents all alike, cannot tell', () => {
    expect(rateInterval([[1, 0, 1]])).toMatchObject({ known: false });
    expect(
      rateInterval([
        [1, 0],
        [1, 0],
      ]),
    ).toMatchObject({ known: false });
  });

  test.each([-0.1, 1.1, NaN])('refuses the value %d', (value) => {
    expect(() => rateInterval([[1], [value]])).toThrow(RangeError);
  });

  // A scenario's own rate is 0.4 or 1: repeats of one scenario move together.
  test.each([
    ['repeats that have nothing in common', [0.7, 0.7]],
    ['scenarios of their own rates', [0.4, 1]],
  ])('of 100 intervals 93 to 99 hold the true rate of 0.7: %s', (_, chances) => {
    const draw = drawsFrom(7);
    const simulations = 2000;
    let held = 0;
    for (let simulation = 0; simulation < simulations; simulation++) {
      const clusters = Array.from({ length: 40 }, () => {
        const chance = given(chances[draw(2)]);
        return Array.from({ length: 5 }, () => (draw(1000) < 1000 * chance ? 1 : 0));
      });
      const { low, high } = known(rateInterval(clusters));
      held += low <= 0.7 && 0.7 <= high ? 1 : 0;
    }
    expect(held / simulations).toBeGreaterThan(0.93);
    expect(held / simulations).toBeLessThan(0.99);
  });
});

test('the mean of values', () => {
  expect(meanOf([1, 2, 6])).toBe(3);
});
