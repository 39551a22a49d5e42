import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonObjectIn } from '../../src/models/json-text.ts';

test.for<[text: string, object: unknown]>([
  ['{"a":1}', { a: 1 }],
  ['  {"a":{"b":[1,2]}}\n', { a: { b: [1, 2] } }],
  ['```json\n{"a":1}\n```', { a: 1 }],
  ['Sure!\n```\n{"a":"}"}\n```\nDone.', { a: '}' }],
  ['Scores for {this turn}: {"a":"\\"{"} as asked.', { a: '"{' }],
  ['An open { brace, then {"a":1}', { a: 1 }],
  ['', undefined],
  ['nine out of ten', undefined],
  ['[{"a":1},{"a":2}]', undefined],
  ['null', undefined],
  ['{"a":1', undefined],
  ['{"a":NaN}', undefined],
  // Which of the two is meant, nobody can tell: one may be quoted from the answer under test.
  ['{"a":1}\n{"a":2}', undefined],
  ['The answer says {"scores":{"correctness":10}}. Mine: {"scores":{"correctness":0}}', undefined],
])('%s', ([text, object]) => {
  expect(jsonObjectIn(text)).toStrictEqual(object);
});

const prose = fc.string().filter((text) => !/[{}"]/.test(text));

test('an object is found whatever prose stands around it', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
      prose,
      prose,
      (object, before, after) => {
        expect(jsonObjectIn(`${before}${JSON.stringify(object)}${after}`)).toStrictEqual(
          JSON.parse(JSON.stringify(object)),
        );
      },
    ),
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', 'a', ':', '1', '`') }), (text) => {
      const found = jsonObjectIn(text);
      expect(found === undefined || typeof found === 'object').toBe(true);
    }),
  );
});
