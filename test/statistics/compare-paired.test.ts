import { expect, test } from 'vitest';
import { comparePaired, type Pair } from '../../src/statistics/compare-paired.ts';
import { comparePairedRates } from '../../src/statistics/paired-rates.ts';
import { comparePairedScores } from '../../src/statistics/paired-scores.ts';
import { oracle } from './oracle.ts';

const pairs = (count: number, first: number, second: number): Pair[] =>
  Array.from({ length: count }, () => ({ first, second }));

test.each(oracle.two_paired.cases)('pass or fail: $both/$only_first/$only_second/$neither', (table) => {
  const { both, only_first: onlyFirst, only_second: onlySecond, neither } = table;
  const all = [
    ...pairs(both, 1, 1),
    ...pairs(onlyFirst, 1, 0),
    ...pairs(onlySecond, 0, 1),
    ...pairs(neither, 0, 0),
  ];
  expect(comparePaired(all.map((pair) => [pair]))).toEqual(
    comparePairedRates({ both, onlyFirst, onlySecond, neither }),
  );
});

test('grades, means of repeats and clusters are compared as scores', () => {
  const grades = [...pairs(3, 2, 1), ...pairs(2, 0, 1)].map((pair) => [pair]);
  expect(comparePaired(grades, { confidence: 0.9 })).toEqual(
    comparePairedScores([[1], [1], [1], [-1], [-1]], { confidence: 0.9 }),
  );
  const clusters = [pairs(3, 1, 0), pairs(2, 0, 1)];
  expect(comparePaired(clusters)).toEqual(
    comparePairedScores([
      [1, 1, 1],
      [-1, -1],
    ]),
  );
});

test('without cases it cannot tell', () => {
  expect(comparePaired([[], []])).toEqual({ known: false, reason: 'the two have no case in common' });
});
