import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIMENSIONS, WEIGHTS, type Dimension } from '../../src/rubric/dimensions.ts';
import {
  mapDimensions,
  meanScore,
  readScore,
  readScores,
  roundScore,
  weightedScore,
} from '../../src/rubric/score.ts';
import { rawScores } from '../support/verdicts.ts';

test.each([
  [0, 0],
  [10, 10],
  [7.25, 7.25],
  [-3, 0],
  [10.01, 10],
  [1e308, 10],
  [-0, 0],
])('readScore clamps %d to %d', (raw, score) => {
  expect(readScore(raw)).toBe(score);
});

test.each([
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [Number.NEGATIVE_INFINITY],
  ['8'],
  ['10/10'],
  [null],
  [undefined],
  [true],
  [[9]],
  [{ score: 9 }],
  [9n],
  [Object(9)],
])('readScore takes %o for no number', (raw) => {
  expect(readScore(raw)).toBeNull();
});

test.each([
  [1.005, 1.01],
  [2.675, 2.68],
  [8.345, 8.35],
  [5.995, 6],
  [5.994_999, 5.99],
  [5.995_000_1, 6],
  [0, 0],
  [10, 10],
  [20 / 3, 6.67],
])('roundScore(%d) is %d: halves go up in decimal', (value, rounded) => {
  expect(roundScore(value)).toBe(rounded);
});

test('the weights sum to one and name every dimension', () => {
  const hundredths = DIMENSIONS.reduce((sum, dimension) => sum + Math.round(WEIGHTS[dimension] * 100), 0);
  expect(hundredths).toBe(100);
  expect(Object.keys(mapDimensions((dimension) => dimension)).toSorted()).toEqual(
    Object.keys(WEIGHTS).toSorted(),
  );
});

test.each([
  ['all the same', rawScores(7), 7],
  ['correctness alone', rawScores(0, { correctness: 10 }), 2.5],
  ['personality alone, in a half step', rawScores(0, { personality: 0.5 }), 0.03],
  [
    'seven different ones',
    // 2.25 + 1.6 + 1.4 + 0.9 + 0.5 + 0.2 + 0.15
    {
      correctness: 9,
      tool_selection: 8,
      context_retention: 7,
      completeness: 6,
      efficiency: 5,
      personality: 4,
      error_recovery: 3,
    },
    7,
  ],
])('weighted mean: %s', (_name, raw, score) => {
  expect(weightedScore(readScores(raw, DIMENSIONS).scores, DIMENSIONS)).toBe(score);
});

test.each(DIMENSIONS)('a turn without %s has no score, and the gap is named', (dimension) => {
  const { scores, missing } = readScores(rawScores(9, { [dimension]: '9' }), DIMENSIONS);
  expect(weightedScore(scores, DIMENSIONS)).toBeNull();
  expect(missing).toEqual([dimension]);
});

test('the weighted mean of equal scores is that score, to two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), (hundredths) => {
      expect(weightedScore(readScores(rawScores(hundredths / 100), DIMENSIONS).scores, DIMENSIONS)).toBe(
        hundredths / 100,
      );
    }),
  );
});

test('the weighted mean of whole and half scores is exact', () => {
  const halves = fc.integer({ min: 0, max: 20 });
  fc.assert(
    fc.property(fc.tuple(halves, halves, halves, halves, halves, halves, halves), (twice) => {
      const raw = Object.fromEntries(
        DIMENSIONS.map((dimension, index) => [dimension, (twice[index] ?? 0) / 2]),
      );
      const percents = [25, 20, 20, 15, 10, 5, 5];
      // In two-hundredths, all whole: the oracle needs no rounding but the last.
      const exact = percents.reduce((sum, percent, index) => sum + percent * (twice[index] ?? 0), 0);
      expect(weightedScore(readScores(raw, DIMENSIONS).scores, DIMENSIONS)).toBe(
        Math.floor((exact + 1) / 2) / 100,
      );
    }),
  );
});

test.each<[Dimension[], number | null]>([
  [['correctness'], 9],
  [['correctness', 'tool_selection'], 6.78],
  [['efficiency', 'personality'], 2.67],
  [['error_recovery'], null],
  [[], null],
])('of %j alone: %o', (declared, score) => {
  const raw = { correctness: 9, tool_selection: 4, efficiency: 1, personality: 6, completeness: 0 };
  expect(weightedScore(readScores(raw, declared).scores, declared)).toBe(score);
});

test('a dimension that is not declared neither counts nor misses, whatever stands there', () => {
  const some = fc.subarray([...DIMENSIONS], { minLength: 1 });
  fc.assert(
    fc.property(some, fc.integer({ min: 0, max: 1000 }), fc.anything(), (declared, hundredths, junk) => {
      const raw = mapDimensions((dimension) => (declared.includes(dimension) ? hundredths / 100 : junk));
      const { scores, missing } = readScores(raw, declared);
      expect(missing).toEqual([]);
      expect(weightedScore(scores, declared)).toBe(hundredths / 100);
      expect(DIMENSIONS.filter((dimension) => scores[dimension] !== null)).toEqual(
        DIMENSIONS.filter((dimension) => declared.includes(dimension)),
      );
    }),
  );
});

test.each([
  [[], null],
  [[null, null], null],
  [[6, null], 6],
  [[6, 7, 7], 6.67],
  [[5.99, 6], 6],
  [[5.98, 6], 5.99],
])('mean of %o is %o', (scores, mean) => {
  expect(meanScore(scores)).toBe(mean);
});

test('the order of the turns does not change the mean', () => {
  const scores = fc.array(
    fc.integer({ min: 0, max: 1000 }).map((n) => n / 100),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(
      scores.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      ),
      ([list, shuffled]) => {
        const mean = meanScore(list);
        expect(meanScore(shuffled)).toBe(mean);
        expect(mean).toBeGreaterThanOrEqual(Math.min(...list));
        expect(mean).toBeLessThanOrEqual(Math.max(...list));
      },
    ),
  );
});
