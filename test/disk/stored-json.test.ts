import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStoredJson } from '../../src/disk/stored-json.ts';

test.for<[text: string, value: unknown]>([
  ['{"a": NaN}', { a: null }],
  ['[Infinity, -Infinity, NaN,1]', [null, null, null, 1]],
  [String.raw`{"NaN": "NaN \" Infinity", "b": NaN}`, { NaN: 'NaN " Infinity', b: null }],
])('fault 19: %s', ([text, value]) => {
  expect(parseStoredJson(text)).toStrictEqual(value);
});

test.for(['', '{', 'NaN x', '{"a": NaNs}', '{"a": "NaN}'])('fault 19: %j is no JSON', (text) => {
  expect(() => parseStoredJson(text)).toThrow(SyntaxError);
});

test('whatever JSON can say reads the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseStoredJson(text)).toEqual(JSON.parse(text));
    }),
  );
});
