import { expect, test } from 'vitest';
import { checkNeverNumbers, checkNumber, checkNumbers } from '../../src/rubric/number-check.ts';

const BOTH = [{ value: 15 }, { value: 18, unit: '%' }];
test.each([
  ['Between 15% and 18%.', 'pass'],
  ['15–18%', 'pass'],
  ['Fifteen to eighteen percent.', 'pass'],
  ['15%.', 'fail'],
  ['15% or a third.', 'undecided'],
])('every number of a list: %j: %s', (answer, outcome) => {
  expect(checkNumbers(BOTH, answer).outcome).toBe(outcome);
});

test.each([
  ['The revenue is $340,000.', 'pass'],
  ['You might expect $340,000, but that would be wrong. It is $410,000.', 'undecided'],
  ['$340K is not the total.', 'undecided'],
  ['It is $340,000. In other words, the total is $410,000.', 'undecided'],
  ['It is $340,000. In other words, $340,000 in three months.', 'pass'],
  ['Total (in thousands): 340', 'undecided'],
])('what the answer takes back is not given: %j: %s', (answer, outcome) => {
  expect(checkNumber({ value: 340_000 }, answer).outcome).toBe(outcome);
});

test.each([
  ['It fell by 100,000.', 'pass'],
  ['−100,000', 'pass'],
  ['There were 100,000 fewer jobs.', 'pass'],
  ['It rose by 100,000.', 'fail'],
])('a fall may be told in words: %j: %s', (answer, outcome) => {
  expect(checkNumber({ value: -100_000 }, answer).outcome).toBe(outcome);
});

test('either end of a range may be off by the tolerance', () => {
  const ends = [
    { value: 16_300_000, tolerance: 0.01 },
    { value: 16_800_000, tolerance: 0.01 },
  ];
  expect(checkNumbers(ends, '$16.33M–$16.76M').outcome).toBe('pass');
  expect(checkNumbers(ends, '$16.33M–$17.9M').outcome).toBe('fail');
  expect(checkNumber({ value: 4.5 }, 'from 4-1/2 to 4-3/4 percent').outcome).toBe('undecided');
});

test.each([
  ['Revenue was $11.5 million.', 'fail'],
  ['Revenue was 11,500,000 dollars.', 'fail'],
  ['Revenue was $14.2 million.', 'pass'],
  ['Revenue was not $11.5 million.', 'undecided'],
  ['Compared with $11.5 million it was more.', 'undecided'],
])('a number that no right answer gives: %j: %s', (answer, outcome) => {
  expect(checkNeverNumbers([{ value: 11_500_000 }, { value: 99 }], answer).outcome).toBe(outcome);
});
