import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareClaim, type ClaimReading } from '../../src/rubric/claim-compare.ts';
import { claimCeilings, expectedFacts, givesFewerThanHalf, withClaims } from '../../src/rubric/claims.ts';
import type { Claim } from '../../src/rubric/judgement.ts';
import type { Turn } from '../../src/scenario/schema.ts';
import { ceiling } from '../support/verdicts.ts';

const claim = (expected: string, value: string | null, more: Partial<Claim> = {}): Claim => ({
  fact: 'the_fact',
  expected,
  quote: value,
  value,
  unit: null,
  approximate: false,
  ...more,
});
const kindOf = (expected: string, value: string, more: Partial<Claim> = {}): ClaimReading['kind'] =>
  compareClaim(claim(expected, value, more)).kind;

test.for<[expected: string, value: string]>([
  ['$14.2 million', '$14.2M'],
  ['$14.2 million', '14,200,000 dollars'],
  ['$14.2 million', '$14 million'],
  ['2.4 kg', '2400 g'],
  ['24 months', '2 years'],
  ['1.5 GHz', '1500 MHz'],
  ['48.0%', '48 percent'],
  ['127 devices', '127'],
  ['15 days in the first year', 'fifteen days'],
  ['$12 per month', '$12/month'],
  ['142 minutes', '2 hours and 22 minutes'],
  ['2.5 days', '2 and a half days'],
  ['14,200,000 dollars', 'fourteen point two million dollars'],
  ['08:12', '8:12 am'],
  ['2:00 PM', '14:00'],
  ['3.11.2', 'version 3.11.2'],
])('%j is met by %j', ([expected, value]) => {
  expect(kindOf(expected, value)).toBe('right');
});

test.for<[expected: string, value: string]>([
  ['$14.2 million', '$14.3 million'],
  ['$14.2 million', '$14.2 thousand'],
  ['4 g', '4 mg'],
  ['110.6 °C', '-110.6 °C'],
  ['110.6 °C', '80.1 °C'],
  ['110.6 °C', '250 °F'],
  ['127 devices', '130 devices'],
  ['15 days', '20 days'],
  ['$340,000', '$344,000'],
  ['512 MB', '5 GB'],
  ['1998', '1997'],
  ['0 defects', '2 defects'],
  ['2024-02-26', '2024-02-27'],
  ['$14.2 million', '€14.2 million'],
  ['12 days', '12 weeks'],
  ['08:12', '17:55'],
  ['2:00 PM', '2:00 AM'],
  ['COMP-3004', 'COMP-3001'],
  ['3.11.2', '3.12.0'],
])('%j is not %j', ([expected, value]) => {
  expect(kindOf(expected, value)).toBe('wrong');
});

test.for<[expected: string, value: string, why: string]>([
  ['15–18%', '20%', 'a range'],
  ['$14.2 million', '$14,213,507', 'told finer than the truth'],
  ['142 minutes', '2.37 hours', 'told finer than the truth'],
  ['183,323 employees', '183,000 employees', 'a count that is rounded'],
  ['COMP-3004', 'COMP 3004', 'a code that is written apart'],
  ['2.4 kg', '2,400 kg', 'a comma of either country'],
  ['50.000 USD', '50,000 USD', 'a point of either country'],
  ['30 minutes', '30 m', 'a unit that is cut short'],
  ['more than 500 seats', '600 seats', 'a bound in the truth'],
  ['23% up from $11.5 million', '25%', 'two values'],
  ['about 14%', '20%', 'the expected value is approximate'],
  ['2.4 kg', '2.5', 'a unit that is not said'],
  ['$14.2 million', '€13.1 million', 'another currency'],
  ['12 kg', '12 m', 'another kind'],
  ['12 blobs', '13 glims', 'units that nobody knows'],
  ['15 days', '3 weeks', 'days of work or of the calendar'],
  ['8 hours', '1 day', 'hours of work or of the clock'],
  ['512 MB', '0.5 GB', 'megabytes of either kind'],
  ['1 gallon', '4.5 l', 'gallons of either country'],
  ['$12 per month', '$144 per year', 'another rate'],
  ['$49/month', '$588', 'a rate that is not said'],
  ['50,000 jobs', 'over 45,000 jobs', 'a bound'],
  ['500 seats', '450+ seats', 'a bound'],
  ['-100,000 jobs', '100,000 jobs', 'a fall without its sign'],
  ['3.11', '3.11.0', 'the same version or not'],
  ['(123) 456-7890', '+1 123 456 7891', 'a phone number'],
  ['yes', 'no', 'words'],
  ['Sarah Chen', 'Tom Wu', 'names'],
  ['08:12', 'ten past eight', 'a time in words'],
])('%j and %j: undecided, because of %s', ([expected, value]) => {
  expect(kindOf(expected, value)).toBe('undecided');
});

test('among English words a comma parts thousands', () => {
  const quote = 'It weighs 2,400 kg in all';
  expect(compareClaim({ ...claim('2.4 kg', '2,400 kg'), quote }).kind).toBe('wrong');
});

test('what the judge calls its unit counts where the value has none', () => {
  expect(kindOf('2.4 kg', '2400', { unit: 'g' })).toBe('right');
  expect(kindOf('2.4 kg', '2400', { unit: 'kg' })).toBe('wrong');
  expect(kindOf('2.4 kg', '2400 g', { unit: 'kg' })).toBe('right');
});

const NO_PHRASES = { expected_phrases: [] };
const ceilingsOf = (
  claims: readonly Claim[],
  checks?: Turn['checks'],
  expected_phrases: readonly string[] = [],
): [string, number][] =>
  claimCeilings({ claims, turn: { checks }, truth: { expected_phrases } }).map(({ rule, max }) => [
    rule,
    max,
  ]);

test.for<[value: string, approximate: boolean, max: number | null]>([
  ['1,005 km', true, null],
  ['1,010 km', true, null],
  ['1,011 km', true, 8],
  ['1,050 km', true, 8],
  ['1,051 km', true, 4],
  ['850 km', true, 4],
  ['849 km', true, 1],
  ['1,500 km', true, 1],
  ['1,501 km', true, 0],
  ['1,000,000 m', true, null],
  ['1,011 km', false, 0],
  ['1,001 km', false, 0],
  ['about 1,040 km', false, 8],
  ['1,100 km or so', false, 4],
])('%s, called approximate: %s, for 1,000 km: at most %s', ([value, approximate, max]) => {
  const expected = max === null ? [] : [['claimed_value', max]];
  expect(ceilingsOf([claim('1,000 km', value, { approximate })])).toStrictEqual(expected);
});

test('a check’s tolerance is for the fact that its number is about', () => {
  const checks = { number: { value: 48, unit: '%', tolerance: 0.05 } };
  expect(ceilingsOf([claim('48.0%', '50%')], checks)).toStrictEqual([]);
  expect(ceilingsOf([claim('48.0%', '51%')], checks)).toStrictEqual([['claimed_value', 0]]);
  expect(ceilingsOf([claim('70%', '72%')], checks)).toStrictEqual([['claimed_value', 0]]);
});

test('another wording that counts as the answer may hold another figure', () => {
  const wrong = [claim('$14.2 million', '$14.9 million')];
  expect(ceilingsOf(wrong, undefined, ['fourteen or so', '14.9 million dollars'])).toStrictEqual([]);
  expect(ceilingsOf(wrong, undefined, ['14.2'])).toStrictEqual([['claimed_value', 0]]);
});

const right = claim('10 seats', '10 seats', { fact: 'seats' });
const wrong = claim('12 rooms', '40 rooms', { fact: 'rooms' });
const missing = claim('3 halls', null, { fact: 'halls' });

test.for<[claims: readonly Claim[], ceilings: [string, number][]]>([
  [[], []],
  [[right], []],
  [[wrong], [['claimed_value', 0]]],
  [[missing], []],
  [[right, wrong], [['claimed_value', 3]]],
  [
    [wrong, wrong],
    [
      ['claimed_value', 0],
      ['claimed_value', 0],
    ],
  ],
  [[right, missing], [['fact_missing', 6]]],
  [[right, missing, missing], []],
])('%j', ([claims, ceilings]) => {
  expect(ceilingsOf(claims)).toStrictEqual(ceilings);
});

test('fewer than half', () => {
  expect([[missing], [right, missing], [right, missing, missing], []].map(givesFewerThanHalf)).toStrictEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('claims stand beside what rules found', () => {
  const known = [ceiling('correctness', 0, 'wrong_value'), ceiling('efficiency', 0, 'tool_loop')];
  const input = { turn: {}, truth: NO_PHRASES };
  expect(withClaims(known, { ...input, claims: [right] })).toStrictEqual(known);
  expect(withClaims(known, { ...input, claims: [wrong] }).map(({ rule }) => rule)).toStrictEqual([
    'wrong_value',
    'tool_loop',
    'claimed_value',
  ]);
});

test('the evidence names fact, claim and how far it is off', () => {
  const [found] = claimCeilings({ claims: [wrong], turn: {}, truth: NO_PHRASES });
  expect(found?.evidence).toBe('the answer gives "40 rooms" for rooms, 233 % off "12 rooms"');
});

test('the facts that an answer has to give', () => {
  const fact = (fact_id: string, answer: string | null) => ({ doc_id: 'd', fact_id, answer });
  const truth = {
    doc_id: 'd',
    facts: [fact('a', '1'), fact('b', null), fact('c', '3')],
    expected_behavior: null,
    expected_phrases: [],
    note: null,
  };
  expect(expectedFacts({ ...truth, expected_answer: '1; 3' })).toStrictEqual([
    { fact: 'a', expected: '1' },
    { fact: 'c', expected: '3' },
  ]);
  expect(expectedFacts({ ...truth, expected_answer: '4' })).toStrictEqual([
    { fact: 'expected_answer', expected: '4' },
  ]);
  expect(expectedFacts({ ...truth, expected_answer: null })).toStrictEqual([]);
  expect(expectedFacts({ ...truth, expected_answer: undefined })).toStrictEqual([]);
});

test('a value equals itself in any unit of its kind, and ten times it never does', () => {
  const units = fc.constantFrom<[unit: string, small: string, factor: number]>(
    ['kg', 'g', 1_000],
    ['km', 'm', 1_000],
    ['h', 'min', 60],
    ['MHz', 'kHz', 1_000],
  );
  fc.assert(
    fc.property(units, fc.integer({ min: 11, max: 9_999 }), ([unit, small, factor], amount) => {
      const expected = `${amount} ${unit}`;
      const inSmall = amount * factor;
      expect(kindOf(expected, expected)).toBe('right');
      expect(kindOf(expected, `${inSmall.toLocaleString('en-US')} ${small}`)).toBe('right');
      expect(kindOf(expected, `${inSmall * 10} ${small}`)).toBe('wrong');
    }),
  );
});

test('whatever the texts are, a comparison comes to an end and never to a wrong one of equal texts', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ maxLength: 30 }),
      (one, other) => {
        expect(kindOf(one, one)).not.toBe('wrong');
        expect(['right', 'wrong', 'undecided', 'approximate']).toContain(kindOf(one, other));
      },
    ),
  );
});
