import { expect, test } from 'vitest';
import { namesSource, prepareForValues, quantitiesIn, readValues } from '../../src/text/values.ts';

test.each([
  ['The ferry leaves at 08:12 on 3 May 2026', ['time 08:12', 'date on 3 May 2026']],
  ['Part AB-1234 weighs 5 kg', ['code AB-1234', 'quantity 5 kg']],
  ['Version 2.4.1 is out', ['code Version 2.4.1']],
  ['Call 030 1234567', ['code 030 1234567']],
  ['Call +49 30 1234567', ['code +49 30 1234567']],
  ['It lasts 45s', ['quantity 45s']],
  ['90210', ['quantity 90210']],
])('%s', (text, values) => {
  expect(readValues(text).map((value) => `${value.kind} ${value.text}`)).toEqual(values);
});

test.each([
  ['5 kg (see p. 4)', '5 kg'],
  ['5 kg [2]', '5 kg'],
  ['Section 3.1: 5 kg', ': 5 kg'],
  ['5 kg, says flyer.pdf', '5 kg, says'],
])('places in a source are no values: %s', (text, rest) => {
  expect(prepareForValues(text).trim()).toBe(rest);
  expect(quantitiesIn(text)).toHaveLength(1);
  expect(namesSource(text)).toBe(true);
});

test('they can be kept, where they are the answer', () => {
  expect(prepareForValues('Clause 9.3 of the lease', true)).toBe('Clause 9.3 of the lease');
  expect(namesSource('the north hall')).toBe(false);
});

test('values do not overlap and stand in order', () => {
  const values = readValues('On 3 May 2026 at 08:12, 5 kg of AB-1234 cost $12 per month.');
  expect(values).toHaveLength(5);
  for (const [index, value] of values.entries())
    expect(value.start).toBeGreaterThanOrEqual(values[index - 1]?.end ?? 0);
});
