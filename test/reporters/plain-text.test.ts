import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cap, fit, oneLine, plainText, width, wrap } from '../../reporters/plain-text.ts';

test.each([
  ['colour', '\u001B[31mred\u001B[0m', 'red'],
  ['a title that is set', '\u001B]0;owned\u0007rest', 'rest'],
  ['a link', '\u001B]8;;http://evil.example\u001B\\click\u001B]8;;\u001B\\', 'click'],
  ['an escape in pieces', '\u001B\u0000[31mred', '[31mred'],
  ['a cleared screen', '\u001B[2J\u001B[Hgone', 'gone'],
  ['a returned carriage', 'real\rfake', 'real\nfake'],
  ['a backspace', 'PASS\b\b\b\bFAIL', 'PASSFAIL'],
  ['a direction that turns', 'abc\u202Edef\u2066', 'abcdef'],
  ['half a character', 'a\uD83D', 'a'],
  ['lines and tabs', ' a\n\tb ', 'a\n\tb'],
  ['a joined emoji', '👩‍🔬', '👩‍🔬'],
])('plainText: %s', (_name, text, plain) => {
  expect(plainText(text)).toBe(plain);
});

test('oneLine has no line breaks', () => {
  expect(oneLine(' a\r\n\n b\tc\u2028d ')).toBe('a b cd');
});

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdefg', 6, 'abcde…'],
  ['👩‍🔬👩‍🔬👩‍🔬', 10, '👩‍🔬…'],
  ['a\u0301a\u0301', 3, 'a\u0301…'],
  ['ab cd', 4, 'ab…'],
])('cap(%o, %d) is %o', (text, max, capped) => {
  expect(cap(text, max)).toBe(capped);
});

test.each([
  ['abc', 3],
  ['', 0],
  ['é', 1],
  ['e\u0301', 1],
  ['漢字', 4],
  ['✅', 2],
  ['👩‍🔬', 2],
  ['…', 1],
])('%o takes %d columns', (text, columns) => {
  expect(width(text)).toBe(columns);
});

test('fit gives exactly the columns asked for, wrap never more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 60 }), (text, columns) => {
      const clean = oneLine(text);
      expect(width(fit(clean, columns))).toBe(columns);
      expect(width(fit(clean, columns, 'right'))).toBe(columns);
      expect(Math.max(0, ...wrap(clean, columns).map(width))).toBeLessThanOrEqual(columns);
    }),
  );
});

test('wrapping loses no word', () => {
  expect(wrap('the quick brown fox', 9)).toEqual(['the quick', 'brown fox']);
});

test('what is plain is short, has no control characters, and is plain already', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, max) => {
      const plain = plainText(text, max);
      expect(plain).not.toMatch(/(?![\n\t])\p{Cc}|\p{Cs}/u);
      expect(plain.length).toBeLessThanOrEqual(max);
      expect(oneLine(text, max)).not.toContain('\n');
    }),
  );
});

test('a text of ten million characters is cut before it is worked on', () => {
  const start = performance.now();
  expect(plainText('x\u001B[1m'.repeat(2_000_000), 100)).toHaveLength(100);
  expect(performance.now() - start).toBeLessThan(1000);
});
