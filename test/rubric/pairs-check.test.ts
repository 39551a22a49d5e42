import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPairs, type Pair } from '../../src/rubric/pairs-check.ts';

const RATINGS: readonly Pair[] = [
  { of: 'StreamLine', is: 4.2 },
  { of: 'ProFlow', is: 4.7 },
];

test.each([
  ['StreamLine is rated 4.2 and ProFlow 4.7.', 'pass'],
  ['4.7 for ProFlow, 4.2 for StreamLine.', 'pass'],
  ['ProFlow (4.7) beats StreamLine (4.2).', 'pass'],
  ["ProFlow's 4.7 against StreamLine's 4.2.", 'pass'],
  ['StreamLine and ProFlow have 4.2 and 4.7 respectively.', 'pass'],
  ['ProFlow wins, 4.7 to 4.2.', 'pass'],
  ['| | StreamLine | ProFlow |\n|---|---|---|\n| Rating | 4.2 | 4.7 |', 'pass'],
  ['ProFlow, by half a point.', 'pass'],
  ['Users prefer ProFlow. It is rated 4.7, StreamLine 4.2.', 'pass'],
  ['Users prefer ProFlow. It is rated 4.2, StreamLine 4.7.', 'fail'],
  ['StreamLine is rated 4.7 and ProFlow 4.2.', 'fail'],
  ['- StreamLine: 4.7\n- ProFlow: 4.2', 'fail'],
  ['4.7 (StreamLine), 4.2 (ProFlow)', 'fail'],
  ['StreamLine has 4.7.', 'fail'],
  ['ProFlow and StreamLine have 4.2 and 4.7.', 'undecided'],
  ['Compared with StreamLine, 4.7 is a good rating.', 'undecided'],
  ["StreamLine isn't rated 4.7.", 'undecided'],
  ['One has 4.2, the other 4.7.', 'undecided'],
])('%j: %s', (answer, outcome) => {
  expect(checkPairs(RATINGS, answer).outcome).toBe(outcome);
});

const SEVERAL: readonly Pair[] = [
  { of: 'StreamLine', is: [49, 4.2, 10] },
  { of: 'ProFlow', is: [79, 4.7, 25] },
];
test.each([
  ['StreamLine costs $49 with 10 integrations, ProFlow $79 with 25.', 'pass'],
  ['StreamLine costs $79 with 25 integrations, ProFlow $49 with 10.', 'fail'],
  // One property is swapped, the other is not.
  ['StreamLine costs $49 and is rated 4.7, ProFlow $79 with 4.2.', 'fail'],
  ['ProFlow costs $79 and has 10 integrations.', 'undecided'],
  ['ProFlow: 4.7 vs 4.2 stars and 25 vs 10 integrations.', 'pass'],
  ['ProFlow: 4.2 vs 4.7 stars and 25 vs 10 integrations.', 'undecided'],
  [
    'StreamLine is cheap ($49) but has only 10 integrations and a rating of 4.2; ProFlow costs $79 and has 25.',
    'pass',
  ],
])('with several properties, %j: %s', (answer, outcome) => {
  expect(checkPairs(SEVERAL, answer).outcome).toBe(outcome);
});

const SOURCES: readonly Pair[] = [
  { of: ['PTO*', 'first'], is: ['handbook', 'employee_handbook*'] },
  { of: ['revenue', 'second'], is: ['acme_q3_report*', 'quarterly report'] },
];
test.each([
  ['The PTO days are from the handbook and the revenue is from the quarterly report.', 'pass'],
  ['The first came from `employee_handbook.md`, the second from `acme_q3_report.md`.', 'pass'],
  ['PTO is from acme_q3_report.md, revenue from employee_handbook.md.', 'fail'],
])('of wordings, %j: %s', (answer, outcome) => {
  expect(checkPairs(SOURCES, answer).outcome).toBe(outcome);
});

test('plain pairs pass and swapped ones fail, whatever the things and numbers', () => {
  const name = fc.constantFrom('Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm');
  const number = fc.integer({ min: 2, max: 999 });
  const two = <Each>(one: fc.Arbitrary<Each>) => fc.uniqueArray(one, { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(two(name), two(number), ([a = '', b = ''], [x = 0, y = 0]) => {
      const pairs: readonly Pair[] = [
        { of: a, is: x },
        { of: b, is: y },
      ];
      expect(checkPairs(pairs, `${a} has ${x} and ${b} has ${y}.`).outcome).toBe('pass');
      expect(checkPairs(pairs, `${a} has ${y} and ${b} has ${x}.`).outcome).toBe('fail');
      expect(checkPairs(pairs, `${y}: ${b}\n${x}: ${a}`).outcome).toBe('pass');
    }),
  );
});
