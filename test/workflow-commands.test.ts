import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from '../reporters/plain-text.ts';
import { defuseCommands, defuseJson } from '../src/workflow-commands.ts';

test.each([
  ['::error::all is lost', ': :error::all is lost'],
  ['yes\n  ::add-mask::yes', 'yes\n  : :add-mask::yes'],
  ['a ##[group]b', 'a # #[group]b'],
  ['##vso[task.setvariable variable=x]1', '# #vso[task.setvariable variable=x]1'],
  ["##teamcity[testFailed name='x']", "# #teamcity[testFailed name='x']"],
  ['std::vector, a::b', 'std::vector, a::b'],
  ['## A heading [1]', '## A heading [1]'],
])('fault 48: %j is printed as %j', (text, printed) => {
  expect(defuseCommands(text)).toBe(printed);
  expect(plainText(text)).toBe(printed);
});

const pieces = fc.array(
  fc.constantFrom(':', '#', '[', ' ', '\t', '\n', '\r', '\u001B[0m', '\u200B', 'vso', 'x'),
);

test('fault 48: no text of others holds a line that a CI runner obeys', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const printed = plainText(parts.join(''));
      expect(printed).not.toMatch(/^\s*::/m);
      expect(printed).not.toMatch(/##\w*\[/);
    }),
  );
});

test('fault 48: a JSON document keeps its values', () => {
  fc.assert(
    fc.property(fc.record({ said: pieces.map((parts) => parts.join('')) }), (value) => {
      const printed = defuseJson(JSON.stringify(value, null, 2));
      expect(JSON.parse(printed)).toEqual(value);
      expect(printed).not.toMatch(/^\s*::|##\w*\[/m);
    }),
  );
});
