import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_NESTING, offsetTooDeep } from '../../src/yaml/nesting.ts';

test.each([
  ['a: [x, {y: "[["}]\nb: |\n  [[[[\nc: - - -'],
  ['['.repeat(MAX_NESTING)],
  ['[]'.repeat(1000)],
  [`a: |\n  ${'['.repeat(1000)}\n`],
  [`a: "${'{'.repeat(1000)}"\n`],
  [`# ${'- '.repeat(1000)}\n`],
  ['- x\n'.repeat(1000)],
  [`{${'a: b, '.repeat(1000)}}`],
])('%.30j nests no deeper than it may', (text) => {
  expect(offsetTooDeep(text)).toBeNull();
});

test.each([
  ['a: ', '['],
  ['', '{'],
  ['x: 1\n', '- '],
  ['', '? '],
])('after %j too many of %j are found where they go too deep', (before, piece) => {
  const text = before + piece.repeat(100_000);
  expect(offsetTooDeep(text)).toBe(before.length + piece.length * MAX_NESTING);
});

test('the offset is inside the text, whatever the text', () => {
  const piece = fc.constantFrom(
    '[',
    '{',
    '- ',
    '? ',
    '"',
    '\n',
    ': ',
    '|\n',
    'a',
    '\u0002',
    '\ufeff',
    '\r\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { size: 'large', maxLength: 300 }), (pieces) => {
      const text = pieces.join('');
      const offset = offsetTooDeep(text);
      expect(offset === null || offset < text.length).toBe(true);
    }),
  );
}, 60_000);
