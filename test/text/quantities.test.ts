import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Quantity } from '../../src/text/quantities.ts';
import { readable } from '../../src/text/normalise.ts';
import { quantitiesIn } from '../../src/text/values.ts';

const only = (text: string): Quantity => {
  const [first, ...more] = quantitiesIn(readable(text));
  if (first === undefined || more.length > 0) throw new Error(`${text}: not one quantity`);
  return first;
};

test('a sign ahead and a scale behind hold for both ends of a range', () => {
  for (const text of ['$16.3\u201316.8 million', '$16.3\u2013$16.8 million'])
    expect(only(text)).toMatchObject({ readings: [16_300_000], to: [16_800_000], unit: { kind: 'money' } });
  expect(quantitiesIn('$500\u2013$1 million')[0]?.readings).toEqual([500]);
});

test.each([
  ['1,250 hens', 1250],
  ['1.250.000 hens', 1_250_000],
  ["1'250 francs", 1250],
  ['12 500 trees', 12_500],
  ['3.14', 3.14],
  ['3,5 km', 3.5],
  ['.5 mm', 0.5],
  ['-7 °C', -7],
  ['\u2212110.6 °C', -110.6],
  ['minus five degrees Celsius', -5],
  ['$1.2m', 1_200_000],
  ['£3bn', 3e9],
  ['250k followers', 250_000],
  ['5 m', 5],
  ['14.2 million litres', 14_200_000],
  ['12 lakh', 1_200_000],
  ['-$40', -40],
  ['$-40', -40],
  ['two and a half hours', 2.5],
])('%s is %d', (text, value) => {
  expect(only(text).readings[0]).toBeCloseTo(value, 9);
});

test('what may be read in two ways has both readings', () => {
  expect(only('50.000 crates').readings).toEqual([50, 50_000]);
  expect(only('2,400 kg').readings).toEqual([2400, 2.4]);
  expect(only("the summer of '84").readings).toEqual([84, 1984]);
});

test.each([
  ['$12', 'money'],
  ['12 euros', 'money'],
  ['CHF 12', 'money'],
  ['12 %', 'percent'],
  ['12 per cent', 'percent'],
  ['12 kg', 'measure'],
  ['12kg', 'measure'],
  ['12 paid days', 'measure'],
  ['12 hens', 'counted'],
  ['12', 'none'],
])('%s has a unit of the kind %s', (text, kind) => {
  expect(only(text).unit.kind).toBe(kind);
});

test.each([
  ['$49 per month', 'month'],
  ['$49/month', 'month'],
  ['$49 a month', 'month'],
  ['$49 monthly', 'month'],
  ['80 km/h', 'h'],
  ['80 mph', 'h'],
  ['$49', null],
])('%s is a share of %s', (text, per) => {
  expect(only(text).per).toBe(per);
});

test.each([
  ['at least 18 kg', 'min', false],
  ['up to 18 kg', 'max', false],
  ['18 kg or more', 'min', false],
  ['about 18 kg', null, true],
  ['~18 kg', null, true],
  ['18 kg or so', null, true],
  ['18 kg', null, false],
])('%s: bound %s, approximate %s', (text, bound, approximate) => {
  expect(only(text)).toMatchObject({ bound, approximate });
});

test.each([
  ['15\u201318 kg', 15, 18],
  ['15 to 18 kg', 15, 18],
  ['between 15 and 18 kg', 15, 18],
  ['15\u201318 million', 15e6, 18e6],
])('%s is one range', (text, low, high) => {
  expect(only(text)).toMatchObject({ readings: [low], to: [high] });
});

test.each([
  ['2 hours 22 minutes', 142],
  ['2 hours and 22 minutes', 142],
  ['2 h 22 min', 142],
])('%s is one length', (text, value) => {
  expect(only(text).readings[0]).toBeCloseTo(value, 9);
});

test('figures in identifiers are none', () => {
  expect(quantitiesIn('room B12, part AB-1234, version 2.4.1')).toEqual([]);
});

test('a written figure is read as itself, with half of its last digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 99 }), (whole, cents) => {
      const written = `${whole}.${String(cents).padStart(2, '0')}`;
      const read = only(`${written} kg`);
      expect(read.readings).toEqual([Number(written)]);
      expect(read.halfStep).toBeCloseTo(0.005, 9);
    }),
  );
});
