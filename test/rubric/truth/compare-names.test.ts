import { expect, test } from 'vitest';
import { compareNames, expectedName, isAbbreviated } from '../../../src/rubric/truth/compare-names.ts';
import { readStatement } from '../../../src/text/statement.ts';
import { stemsOf } from '../../../src/text/words.ts';

const WHO = 'Who leads the choir?';
const compared = (expected: string, answer: string, question: string): string => {
  const name = expectedName(expected);
  if (name === null) throw new Error(`${expected} is no name`);
  return compareNames(name, readStatement(answer), stemsOf(question));
};

test.each([
  [WHO, 'Ines Okafor', 'Ines Okafor leads the choir.', 'right'],
  [WHO, 'Ines Okafor', 'The choir is led by Dr. Ines Okafor.', 'right'],
  [WHO, 'Ines Okafor', 'The choir is led by Tom Bright.', 'wrong'],
  [WHO, 'Ines Okafor', "Ines Okafor's sister", 'unclear'],
  [WHO, 'Ines Okafor', "Ines Okafor's deputy leads it.", 'unclear'],
  [WHO, 'Ines Okafor', 'Ines Okafor and Tom Bright', 'unclear'],
  [WHO, 'Ines Okafor', 'I. Okafor', 'unclear'],
  [WHO, 'Ines Okafor', 'Tom Okafor', 'unclear'],
  [WHO, 'Ines Okafor', 'Its conductor', 'unclear'],
  ['Which day?', 'Thursday', 'Thursdays', 'right'],
  ['Which day?', 'Thursday', 'On Friday', 'wrong'],
  ['Which day?', 'Thursday', 'Thu', 'unclear'],
  ['Which city?', 'Munich', 'München', 'unclear'],
  ['Which country?', 'United Kingdom', 'UK', 'unclear'],
])('%s expected %s, said %s: %s', (question, expected, answer, outcome) => {
  expect(compared(expected, answer, question)).toBe(outcome);
});

test.each(['5 kg', 'the north hall', 'Yes', 'No', 'It leaves at nine', ''])('%j is no name', (text) => {
  expect(expectedName(text)).toBeNull();
});

test('a short form on one side only may stand for the other', () => {
  const abbreviated = (one: string, other: string): boolean =>
    isAbbreviated(readStatement(one), readStatement(other), new Set());
  expect(abbreviated('Iron', 'Fe')).toBe(true);
  expect(abbreviated('NASA', 'Space Agency')).toBe(true);
  expect(abbreviated('St Bavo', 'Weavers Hall')).toBe(false);
});
