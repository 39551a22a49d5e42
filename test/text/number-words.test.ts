import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withDigits } from '../../src/text/number-words.ts';

test.each([
  ['seven hens', '7 hens'],
  ['forty-two steps', '42 steps'],
  ['three hundred and forty thousand dollars', '340000 dollars'],
  ['one hundred and five', '105'],
  ['a hundred sheep', '100 sheep'],
  ['two point five', '2.5'],
  ['two and a half hours', '2.5 hours'],
  ['three and three quarters', '3.75'],
  ['half a million', '0.5 million'],
  ['half a dozen', '6'],
  ['a dozen eggs', '12 eggs'],
  ['14.2 million', '14.2 million'],
  ['one day', '1 day'],
])('%s → %s', (text, expected) => {
  expect(withDigits(text)).toBe(expected);
});

test.each(['one of the hens', 'often', 'tenant', 'someone', 'weightless', 'the seventh'])(
  '%s holds no number',
  (text) => {
    expect(withDigits(text)).toBe(text);
  },
);

test('two numbers in a row are not made one', () => {
  expect(withDigits('two three')).not.toMatch(/\b(?:5|23)\b/);
  expect(withDigits('ten and twenty')).toBe('10 and 20');
});

const SMALL = 'two three four five six seven eight nine ten eleven twelve thirteen'.split(' ');

test('hundreds and thousands add up', () => {
  fc.assert(
    fc.property(fc.nat(7), fc.nat(7), fc.nat(11), (thousands, hundreds, rest) => {
      const words = `${SMALL[thousands]} thousand ${SMALL[hundreds]} hundred and ${SMALL[rest]}`;
      expect(withDigits(words)).toBe(String(1000 * (thousands + 2) + 100 * (hundreds + 2) + rest + 2));
    }),
  );
});
