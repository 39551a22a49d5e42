import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bounded, folded, readable, sameTypography } from '../../src/text/normalise.ts';

test.each([
  ['5\u00a0kg', '5 kg'],
  ['5\u3000kg', '5 kg'],
  ['\u22125 °C', '-5 °C'],
  ['2½ cups', '2.5 cups'],
  ['½ cup', '0.5 cup'],
  ['don’t', "don't"],
  ['„ja“', '"ja"'],
  ['9—17', '9\u201317'],
  ['≈ 5', '~ 5'],
  ['e\u0301', 'é'],
])('%j is spelt %j', (text, expected) => {
  expect(sameTypography(text)).toBe(expected);
});

test.each([
  ['**Bold** and *thin* and `code`', 'Bold and thin and code'],
  ['see [the flyer](https://a.example/x)', 'see the flyer'],
  ['- one\n- two', 'one\ntwo'],
  ['# Prices', 'Prices.'],
  ['| Item | Price |\n|---|---|\n| Tea | $3 |', 'Item | Price\nTea | $3'],
  ['It is <b>5</b> km', 'It is 5 km'],
  ['Done 😊!', 'Done !'],
  ['> quoted', 'quoted'],
  ['a_b_c stays', 'a_b_c stays'],
])('a reader sees %j as %j', (text, expected) => {
  expect(readable(text)).toBe(expected);
});

test.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b]0;title\u0007text', 'text'],
  ['a\u000bb\u2028c', 'a\nb\nc'],
  ['a\u0000b', 'ab'],
  ['a\u00a0\u3000 b', 'a b'],
])('fault 45: what nobody sees is gone from %j', (text, expected) => {
  expect(bounded(text)).toBe(expected);
});

test('folded ignores case, spaces and dashes', () => {
  expect(folded('  The  Ferry–LINE ')).toBe('the ferry-line');
});

test('any text is read and cut to a size', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      expect(bounded(text).length).toBeLessThanOrEqual(8_000);
      expect(sameTypography(sameTypography(text))).toBe(sameTypography(text));
      expect(() => readable(text)).not.toThrow();
    }),
  );
});
