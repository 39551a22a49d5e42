import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readValues } from '../../src/rubric/claim-value.ts';

const read = (text: string): [value: number, unit: string | null, written: string][] =>
  readValues(text).map(({ value, unit, start, end }) => [value, unit, text.slice(start, end)]);

test.for<[text: string, value: number, unit: string | null, written: string]>([
  ['$14.2 million', 14_200_000, '$', '$14.2 million'],
  ['a total of 14.2 million dollars', 14_200_000, 'dollars', '14.2 million dollars'],
  ['USD 14,200,000', 14_200_000, 'USD', 'USD 14,200,000'],
  ['$14.2M in Q3', 14_200_000, '$', '$14.2M'],
  ['50K employees', 50_000, 'employees', '50K employees'],
  ['23% up', 23, '%', '23%'],
  ['5 percentage points', 5, 'percentage points', '5 percentage points'],
  ['-110.6 °C', -110.6, '°C', '-110.6 °C'],
  ['a 142-minute film', 142, 'minute', '142-minute'],
  ['10 in total', 10, null, '10'],
  ['480 Mbit/s', 480, 'Mbit/s', '480 Mbit/s'],
  ['7 m²', 7, 'm²', '7 m²'],
  ['fifteen days', 15, 'days', 'fifteen days'],
  ['twenty-seven', 27, null, 'twenty-seven'],
  ['one hundred and six subcategories', 106, 'subcategories', 'one hundred and six subcategories'],
  ['two hundred thousand', 200_000, null, 'two hundred thousand'],
  ['fourteen point two million dollars', 14_200_000, 'dollars', 'fourteen point two million dollars'],
  ['300 K', 300, 'K', '300 K'],
  ['5 m', 5, 'm', '5 m'],
])('%j', ([text, value, unit, written]) => {
  expect(read(text)).toStrictEqual([[value, unit, written]]);
});

test.for([
  '15-18%',
  '2024-02-26',
  '17:55',
  'COMP-3004',
  '14,2 Millionen',
  '50.000 USD',
  '14 200 000 USD',
  '3.11.2',
  '10^6',
  '2½ days',
  'the 3rd floor',
  'No one knows',
  'a million thanks',
  '1/3 of it',
])('%j holds no figure that is certain', (text) => {
  expect(readValues(text)).toStrictEqual([]);
});

test.for<[text: string, approximate: boolean]>([
  ['about 15 days', true],
  ['~15 days', true],
  ['15 days or so', true],
  ['nearly fifteen days', true],
  ['15 days', false],
  ['It is about time: 15 days', false],
])('%j is approximate: %s', ([text, approximate]) => {
  expect(readValues(text).map((figure) => figure.approximate)).toStrictEqual([approximate]);
});

test('a number is read back from how it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.nat(99), (whole, cents) => {
      const value = Number(`${whole}.${String(cents).padStart(2, '0')}`);
      const written = value.toLocaleString('en-US', { maximumFractionDigits: 2 });
      expect(read(`it is ${written} kg heavy`)).toStrictEqual([[value, 'kg', `${written} kg`]]);
    }),
  );
});

test('figures stand where they are said to stand, in order and apart', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      let from = 0;
      for (const { start, end, value } of readValues(text)) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(end).toBeGreaterThan(start);
        expect(Number.isFinite(value)).toBe(true);
        from = end;
      }
      expect(from).toBeLessThanOrEqual(text.length);
    }),
  );
});
