import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchValues } from '../../../src/rubric/truth/match-values.ts';
import { prepared } from '../../../src/text/statement.ts';
import { readValues, type Value } from '../../../src/text/values.ts';
import { stemsOf } from '../../../src/text/words.ts';

const value = (text: string): Value => {
  const [first, ...more] = readValues(prepared(text));
  if (first === undefined || more.length > 0) throw new Error(`${text} is not one value`);
  return first;
};
const verdict = (expected: string, given: string, question = '', tolerance = 0): string =>
  matchValues(value(expected), value(given), { asked: stemsOf(question), tolerance }).verdict;

test.each([
  ['2.4 kg', '2,400 g', 'same'],
  ['4 g', '4 mg', 'different'],
  ['110.6 °C', '\u2212110.6 °C', 'different'],
  ['20 °C', '68 °F', 'same'],
  ['20 °C', '20 °F', 'different'],
  ['5 °C', '9 °F', 'unclear'],
  ['10 m/s', '36 km/h', 'same'],
  ['72 km/h', '72 m/s', 'different'],
  ['12 km', '12 miles', 'different'],
  ['12 km', '12 kg', 'different'],
  ['12 km', '13 kg', 'other'],
  ['8 GB', '8 TB', 'different'],
  ['3 weeks', '21 days', 'same'],
  ['2 years', '24 months', 'same'],
  ['1 month', '30 days', 'unclear'],
  ['$5 million', '$5m', 'same'],
  ['$5 million', '€5 million', 'different'],
  ['$5 million', '$5 billion', 'different'],
  ['12 %', '12 percentage points', 'unclear'],
  ['12 hens', '12 geese', 'unclear'],
  ['12 hens', '13 hens', 'different'],
  ['$49 per month', '$49 per year', 'unclear'],
  ['$49 per month', '$49', 'unclear'],
  ['5 g', 'at most 5 g', 'unclear'],
  ['14.23 km', '14.2 km', 'same'],
  ['14.23 km', '14.3 km', 'different'],
  ['100 g', 'about 103 g', 'same'],
  ['100 g', 'about 110 g', 'unclear'],
  ['100 g', 'about 160 g', 'different'],
  ['21,600 kg', '21.600 kg', 'unclear'],
])('quantities: %s expected, %s given: %s', (expected, given, outcome) => {
  expect(verdict(expected, given)).toBe(outcome);
});

test.each([
  ['08:12', '17:55', 'different'],
  ['08:12', '8:12 a.m.', 'same'],
  ['9:00', '9 p.m.', 'unclear'],
  ['9:00 CET', '9:00 EST', 'unclear'],
  ['14 March 1987', '03/14/1987', 'same'],
  ['4 March 1987', '03/04/1987', 'unclear'],
  ['5 May 2026', '5 May', 'unclear'],
  ['Monday, 2 February 2026', 'Tuesday, 2 February 2026', 'unclear'],
  ['3 February 2026', '2 March 2026', 'different'],
  ['AB-1234', 'AB1234', 'same'],
  ['AB-1234', 'AB-1243', 'different'],
  ['hunter2', 'Hunter2', 'unclear'],
  ['2.4.1', 'Version 2.4.1', 'same'],
  ['90210', '90211', 'different'],
  ['030 1234567', '030 1234576', 'different'],
])('moments and codes: %s expected, %s given: %s', (expected, given, outcome) => {
  expect(verdict(expected, given)).toBe(outcome);
});

test('a unit that the question names need not be repeated', () => {
  expect(verdict('30 days', '30', 'How many days?')).toBe('same');
  expect(verdict('30 days', '30')).toBe('unclear');
  expect(verdict('12 percent', '12', 'What percentage is it?')).toBe('same');
  expect(verdict('12 percent', '12')).toBe('unclear');
});

test('asked for the most, "up to" gives it', () => {
  expect(verdict('8 hens', 'up to 8 hens', 'What is the maximum?')).toBe('same');
});

test('a tolerance counts as right up to itself', () => {
  expect(verdict('100 kg', '104 kg', '', 0.05)).toBe('same');
  expect(verdict('100 kg', '106 kg', '', 0.05)).toBe('different');
});

const texts = fc.oneof(
  fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.constantFrom('kg', 'km', '°C', '%', 'hens', 'euros')),
  fc.tuple(fc.integer({ min: 1000, max: 9999 }), fc.constantFrom('', 'MB', 'litres per day')),
);

test('a value compared with itself is the same', () => {
  fc.assert(
    fc.property(texts, ([figure, unit]) => {
      const text = `${figure} ${unit}`;
      expect(verdict(text, text)).toBe('same');
    }),
  );
});

test('converted to another unit it is the same, and ten times as much is another', () => {
  const units = fc.constantFrom(
    ...([
      ['kg', 'g', 1000],
      ['km', 'm', 1000],
      ['hours', 'minutes', 60],
      ['l', 'ml', 1000],
      ['weeks', 'days', 7],
    ] as const),
  );
  fc.assert(
    fc.property(units, fc.integer({ min: 2, max: 900 }), ([big, small, factor], figure) => {
      expect(verdict(`${figure} ${big}`, `${figure * factor} ${small}`)).toBe('same');
      expect(verdict(`${figure * factor} ${small}`, `${figure} ${big}`)).toBe('same');
      expect(verdict(`${figure} ${big}`, `${figure * factor * 10} ${small}`)).toBe('different');
    }),
  );
});
