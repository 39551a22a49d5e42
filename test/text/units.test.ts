import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compoundOf,
  converted,
  isConvertedExactly,
  isSameMeasure,
  measureOf,
  nounOf,
  shareOf,
} from '../../src/text/units.ts';

const unit = (word: string) => {
  const measure = measureOf(word, true);
  if (measure?.kind !== 'measure') throw new Error(`${word} is not known`);
  return measure.unit;
};

test.each([
  ['kg', 2.4, 'g', 2400],
  ['mg', 4, 'g', 0.004],
  ['km', 1, 'm', 1000],
  ['hours', 1.5, 'minutes', 90],
  ['°C', 20, '°F', 68],
  ['weeks', 3, 'days', 21],
  ['kWh', 1, 'Wh', 1000],
  ['tonnes', 5, 'kg', 5000],
  ['kilos', 2, 'g', 2000],
  ['hrs', 2, 'mins', 120],
])('in %s, %d is in %s %d', (from, value, to, expected) => {
  expect(isSameMeasure(unit(from), unit(to))).toBe(true);
  expect(converted(value, unit(from), unit(to))).toBeCloseTo(expected, 9);
});

test('case tells units apart where it matters', () => {
  expect(unit('MB')).not.toBe(unit('Mb'));
  expect(unit('mW')).not.toBe(unit('MW'));
  expect(isSameMeasure(unit('kg'), unit('km'))).toBe(false);
});

test.each(['in', 'at', 'a', 'as'])('the word %s is a unit only right behind the digits', (word) => {
  expect(measureOf(word, false)).toBeNull();
});

test.each(['hens', 'people', 'zorkmids'])('%s are no measure', (word) => {
  expect(measureOf(word, true)).toBeNull();
});

test('a month is no fixed number of days, a year is twelve months', () => {
  expect(isConvertedExactly('month', 'days')).toBe(false);
  expect(isConvertedExactly('year', 'months')).toBe(true);
  expect(isConvertedExactly('weeks', 'days')).toBe(true);
});

test('shares have one spelling', () => {
  expect(shareOf('hour')).toBe(shareOf('h'));
  expect(shareOf('annum')).toBe(shareOf('years'));
  expect(shareOf('month')).not.toBe(shareOf('year'));
  expect(compoundOf('km/h')).toEqual(['km', 'h']);
  expect(compoundOf('mph')).toEqual(['miles', 'h']);
  expect(compoundOf('km')).toBeNull();
  expect(nounOf('V')).toBe(nounOf('volts'));
});

test('converting there and back changes nothing', () => {
  const pairs = fc.constantFrom(
    ...([
      ['kg', 'lb'],
      ['km', 'miles'],
      ['C', 'F'],
      ['l', 'ml'],
      ['hours', 'seconds'],
      ['MB', 'GB'],
    ] as const),
  );
  fc.assert(
    fc.property(pairs, fc.double({ min: -1e6, max: 1e6, noNaN: true }), ([one, other], value) => {
      expect(converted(converted(value, one, other), other, one)).toBeCloseTo(value, 4);
    }),
  );
});
