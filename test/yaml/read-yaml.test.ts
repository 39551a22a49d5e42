import { expect, test } from 'vitest';
import type { Problem } from '../../src/yaml/problem.ts';
import { readYaml } from '../../src/yaml/read-yaml.ts';

function told(problems: readonly Problem[]): string[] {
  return problems.map(({ line, column, message }) => `${String(line)}:${String(column)} ${message}`);
}

test.each([
  ['', '1:1 the file is empty'],
  ['# only a comment\n', '1:1 the file is empty'],
  ['a: 1\nb: 2\na: 3\n', '3:1 this key stands twice in the same mapping; keep one'],
  ['a:\n\t- b\n', '2:1 YAML is indented with spaces, not tabs'],
  ['a: 1\n---\nb: 2\n', '2:1 the file holds more than one YAML document; keep one a file'],
  [
    'a: !!js/function x\n',
    'the YAML tag tag:yaml.org,2002:js/function is not allowed here: write a plain value',
  ],
  ['a: !secret x\n', 'the YAML tag !secret is not allowed here: write a plain value'],
  ['a: &x 1\nb: *y\n', '2:4 the alias *y has no anchor &y above it'],
  ['a: &x [*x]\n', '1:8 an alias refers to the value it stands in'],
  ['a: &x { b: { c: *x } }\n', '1:17 an alias refers to the value it stands in'],
  ['a: b\n  c: "\u0000"\n', '2:7 the file holds a NUL character; save it as UTF-8 text'],
  ['a: caf\ufffd\n', '1:7 the file holds bytes that are not UTF-8; save it as UTF-8 text'],
  ["a: 'it's'\n", '1:8 this does not belong to the value before it; is a quote or an indent wrong?'],
  ['- a\nb: 1\n', '2:1 this does not belong to the value before it; is a quote or an indent wrong?'],
  ['a: b: c\n', '1:4 a second `: ` in one line; put the text into quotes'],
  ['a: x\nfoo\nb: 1\n', '2:1 a key must stand on one line; is a `:` missing here, or a quote?'],
  ['a: @x\n', '1:4 Plain value cannot start with reserved character @; put the text into quotes'],
  ['a: {b: 1\n', 'the brackets are not closed, or not indented enough: a } is missing'],
  ['a: "x\n', '2:1 the text is not closed: a " is missing'],
])('%j is refused', (text, message) => {
  const { value, problems } = readYaml(text, 'x.yaml');
  expect(value).toBeUndefined();
  expect(told(problems)).toEqual([expect.stringContaining(message)]);
  expect(problems[0]).toMatchObject({ file: 'x.yaml', severity: 'error' });
  expect(problems[0]?.frame).toContain('^');
});

// Not in the table: texts this long must not become titles.
test.each([
  ['nested brackets', '[', 900_000, '1:65 the values are nested too deeply to be read'],
  ['nested lists', '- ', 400_000, '1:129 the values are nested too deeply to be read'],
  ['too many characters', 'a', 1_000_001, '1:1 the file has more than 1,000,000 characters'],
])('%s are refused: %j, %i times', (_name, piece, times, message) => {
  const { value, problems } = readYaml(piece.repeat(times), 'x.yaml');
  expect(value).toBeUndefined();
  expect(told(problems)).toEqual([message]);
});

test('aliases that would fill the memory are refused at once', () => {
  const levels = ['a: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level <= 9; level += 1) {
    const alias = `*a${String(level - 1)}`;
    levels.push(`b${String(level)}: &a${String(level)} [${Array(10).fill(alias).join(', ')}]`);
  }
  const { value, problems } = readYaml(levels.join('\n'), 'bomb.yaml');
  expect(value).toBeUndefined();
  expect(problems[0]?.message).toMatch(/^aliases cannot be resolved: Excessive alias count/);
});

test('all syntax errors are reported together', () => {
  const { problems } = readYaml('a: 1\na: 2\nb: 1\nb: 2\n', 'x.yaml');
  expect(problems.map(({ line }) => line)).toEqual([2, 4]);
});

test('anchors, merges and Windows line ends are read', () => {
  const { value, positions } = readYaml(
    '\ufeffbase: &b { x: 1 }\r\nmore:\r\n  <<: *b\r\n  y: no\r\n',
    'x.yaml',
  );
  expect(value).toEqual({ base: { x: 1 }, more: { x: 1, y: 'no' } });
  expect(positions.at(['more', 'y'])).toEqual({ line: 4, column: 3 });
  expect(positions.at(['more', 'x'])).toEqual({ line: 2, column: 1 });
});

test('a key that JavaScript treats in its own way is a key like any other', () => {
  const { value } = readYaml('__proto__: { polluted: true }\nconstructor: 1\n', 'x.yaml');
  expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
