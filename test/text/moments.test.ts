import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDates, readTimes } from '../../src/text/moments.ts';

test.each([
  ['2026-02-03', [[2026, 2, 3]]],
  ['3 February 2026', [[2026, 2, 3]]],
  ['February 3rd, 2026', [[2026, 2, 3]]],
  ['3.2.2026', [[2026, 2, 3]]],
  ['14/03/1987', [[1987, 3, 14]]],
  ['5 May', [[null, 5, 5]]],
  ['May 1984', [[1984, 5, null]]],
])('%s', (text, readings) => {
  expect(readDates(text).map((date) => date.readings)).toEqual([
    readings.map(([year, month, day]) => ({ year, month, day })),
  ]);
});

test('03/02/2026 may be February or March', () => {
  expect(readDates('03/02/2026')[0]?.readings).toEqual([
    { year: 2026, month: 2, day: 3 },
    { year: 2026, month: 3, day: 2 },
  ]);
});

test('the weekday belongs to the date', () => {
  expect(readDates('on Monday, 2 February 2026')).toMatchObject([{ weekday: 'mon', start: 0 }]);
});

test.each(['in the minutes', 'today', 'next week', 'in 5 minutes', '31/31/2026', 'may be', '1.5'])(
  '%s is no date',
  (text) => {
    expect(readDates(text)).toEqual([]);
  },
);

test.each([
  ['08:12', 492, true],
  ['8:12 a.m.', 492, true],
  ['8:12', 492, false],
  ['17:55', 1075, true],
  ['5:55 pm', 1075, true],
  ['5.55 pm', 1075, true],
  ['5 p.m.', 1020, true],
  ["9 o'clock", 540, false],
  ['9 in the evening', 1260, true],
  ['noon', 720, true],
  ['midnight', 0, true],
  ['12:30 am', 30, true],
  ['00:00', 0, true],
])('%s is %d minutes after midnight, certainly: %s', (text, minutes, definite) => {
  expect(readTimes(text)).toMatchObject([{ minutes, definite }]);
});

test.each(['25:70', '1:50,000', '12', '10:5', '3:1'])('%s is no time of day', (text) => {
  expect(readTimes(text)).toEqual([]);
});

test('zones', () => {
  expect(readTimes('9:00 CET')).toMatchObject([{ zone: 'cet' }]);
  expect(readTimes('9:00Z')).toMatchObject([{ zone: 'utc' }]);
});

test('every minute of the day is read, in both notations', () => {
  const two = (value: number): string => String(value).padStart(2, '0');
  fc.assert(
    fc.property(fc.nat(23), fc.nat(59), (hour, minute) => {
      const minutes = 60 * hour + minute;
      expect(readTimes(`${two(hour)}:${two(minute)}`)).toMatchObject([{ minutes }]);
      const half = `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
      expect(readTimes(half)).toMatchObject([{ minutes, definite: true }]);
    }),
  );
});
