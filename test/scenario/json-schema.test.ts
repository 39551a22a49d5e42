import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { scenarioJsonSchema, scenarioJsonSchemaText } from '../../src/scenario/json-schema.ts';
import { FULL, MINIMAL } from '../support/scenario-text.ts';

const root = path.join(import.meta.dirname, '../..');

// Stale? `npx vitest run --project unit test/scenario/json-schema.test.ts -u` writes it anew.
test('scenario.schema.json is the schema of today', async () => {
  await expect(scenarioJsonSchemaText()).toMatchFileSnapshot(path.join(root, 'scenario.schema.json'));
});

/** The JSON Schema alone, as an editor applies it: read back from its text, without our own code. */
const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true });
const editor = ajv.compile(JSON.parse(scenarioJsonSchemaText()));
const faults = (text: string): string => (editor(parse(text)) ? '' : ajv.errorsText(editor.errors));

const folder = path.join(root, 'scenarios');
const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);

test.each([['MINIMAL', MINIMAL] as const, ['FULL', FULL] as const, ...written])(
  'an editor finds no fault in %s',
  (_name, text) => {
    expect(faults(text)).toBe('');
  },
);

test.each([
  ['a slip in a key', 'objective:', 'objectve:'],
  ['a severity that is none', 'category: rag_quality', 'category: x\nseverity: urgent'],
  [
    'an unknown check',
    'success_criteria: The answer names it.',
    'success_criteria: x\n    checks: { says: x }',
  ],
  ['a number for text', 'id: small_one', 'id: 12'],
  ['a turn with nothing to say', '    objective: Ask for the revenue.\n', ''],
  ['a turn that cannot be judged', '    success_criteria: The answer names it.\n', ''],
])('an editor marks %s', (_name, from, to) => {
  expect(MINIMAL).toContain(from);
  expect(faults(MINIMAL.replace(from, to))).not.toBe('');
});

test('every key has a description to show, and personas and categories are offered', () => {
  const bare: string[] = [];
  const visit = (node: unknown, name: string): void => {
    const { properties, items, anyOf } = z
      .looseObject({
        properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).default({}),
        items: z.unknown().optional(),
        anyOf: z.array(z.unknown()).default([]),
      })
      .parse(node);
    for (const [key, value] of Object.entries(properties)) {
      if (value.description === undefined) bare.push(`${name}.${key}`);
      visit(value, `${name}.${key}`);
    }
    if (items !== undefined) visit(items, name);
    for (const option of anyOf) visit(option, name);
  };
  visit(scenarioJsonSchema(), 'scenario');
  expect(bare).toEqual([]);
  expect(scenarioJsonSchema()).toMatchObject({
    properties: {
      persona: { examples: expect.arrayContaining(['power_user']) },
      category: { examples: expect.arrayContaining(['real_world']) },
    },
  });
});
