import { expect, test } from 'vitest';
import { readYaml } from '../../src/yaml/read-yaml.ts';
import { MAX_ENTRIES, offsetTooMany } from '../../src/yaml/size.ts';
import { parseScenario } from '../../src/scenario/parse.ts';

const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}: 1`).join('\n');

test.each([
  ['a: 1\nb: 2\n', 1, 6],
  ['[1, 2, 3]', 1, 5],
  ['- a\n- b\n', 1, 4],
  ['a: "x: y, z"\n', 1, null],
  ['a: 1\nb: 2\n', 2, null],
])('in %j more than %i are found at %j', (text, max, offset) => {
  expect(offsetTooMany(text, max)).toBe(offset);
});

test('fault 33: tens of thousands of keys are refused at once, with the limit', () => {
  const text = keys(80_000);
  expect(text.length).toBeLessThan(1_000_000);
  const started = performance.now();
  const scenario = parseScenario(text, 'big.yaml');
  const read = readYaml(text, 'big.yaml');
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(scenario.problems.map(({ message }) => message)).toEqual([
    'the file has more than 5,000 keys and items',
  ]);
  expect(read.problems.map(({ message }) => message)).toEqual([
    `the file has more than ${MAX_ENTRIES.toLocaleString('en')} keys and items`,
  ]);
});

test('fault 33: as many as may be, all of them wrong or twice there, take no long time', () => {
  const started = performance.now();
  expect(parseScenario(keys(4_900), 'x.yaml').problems.length).toBeGreaterThan(4_900);
  const twice = readYaml(`${keys(20_000)}\n${keys(20_000)}`, 'x.yaml');
  expect(twice.problems).toHaveLength(20_000);
  expect(twice.problems[0]).toMatchObject({
    line: 20_001,
    column: 1,
    message: 'this key stands twice in the same mapping; keep one',
  });
  expect(performance.now() - started).toBeLessThan(20_000);
});

test.each([
  ['a: {b: 1, c: {b: 2}, b: 3}', ['1:22']],
  ['x: &x {a: 1}\ny: &y {b: 2}\nz:\n  <<: *x\n  c: 3\n', []],
  ['1: a\n"1": b\n', []],
  ['a: 1\n? a\n: 2\n', ['2:3']],
])('keys that stand twice in %j: %j', (text, places) => {
  expect(readYaml(text, 'x.yaml').problems.map(({ line, column }) => `${line}:${column}`)).toEqual(places);
});
