/** docs/writing-scenarios.md is kept true: its examples parse, its errors are the real ones, no key is left out. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CHECK_CEILINGS } from '../../src/rubric/checks.ts';
import { formatProblems, parseScenario } from '../../src/scenario/parse.ts';
import { CATEGORIES, PERSONAS, scenarioSchema, turnSchema } from '../../src/scenario/schema.ts';
import { checksSchema, groundTruthSchema } from '../../src/scenario/schema.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/writing-scenarios.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', text = '']) => ({
  language,
  text,
}));
const yaml = blocks.filter(({ language, text }) => language === 'yaml' && text.includes('turns:'));

test.each(yaml.filter(({ text }) => !text.startsWith('# broken')))(
  'the example %# has no problem',
  ({ text }) => {
    expect(formatProblems(parseScenario(text, 'example.yaml').problems)).toBe('');
  },
);

const broken = blocks.flatMap(({ text }, index) => {
  const next = blocks[index + 1];
  return text.startsWith('# broken') && next?.language === 'text'
    ? [{ text, shown: next.text.trimEnd() }]
    : [];
});

test.each(broken)('the error $shown is the real one', ({ text, shown }) => {
  expect(formatProblems(parseScenario(text, 'scenarios/refunds.yaml').problems)).toContain(shown);
});

test('examples and errors were found at all', () => {
  expect(yaml.length - broken.length).toBeGreaterThanOrEqual(2);
  expect(broken.length).toBeGreaterThanOrEqual(3);
});

test.each([
  ...Object.keys(scenarioSchema.shape).filter((key) => key !== 'severity_as_written'),
  ...Object.keys(scenarioSchema.shape.setup.shape),
  ...Object.keys(turnSchema.shape),
  ...Object.keys(groundTruthSchema.shape),
  ...Object.keys(checksSchema.shape),
  ...PERSONAS,
])('`%s` is described', (key) => {
  expect(page).toMatch(new RegExp(`\`${key}[\`:]`));
});

test.each([...CATEGORIES])('the category %s is named', (category) => {
  expect(page).toContain(category);
});

test.each(Object.entries(CHECK_CEILINGS))('the ceilings of %s are the real ones', (check, ceilings) => {
  const row = page.split('\n').find((line) => line.startsWith(`| \`${check}:`));
  expect(row).toBeDefined();
  const stated = row?.split('|').at(-2)?.trim();
  expect(stated).toBe(ceilings.map(([dimension, max]) => `${dimension} at ${String(max)}`).join(', '));
});
