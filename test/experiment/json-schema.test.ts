import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { experimentJsonSchemaText } from '../../src/experiment/json-schema.ts';

const root = path.join(import.meta.dirname, '../..');

// Stale? `npx vitest run --project unit test/experiment/json-schema.test.ts -u` writes it anew.
test('experiment.schema.json is the schema of today', async () => {
  await expect(experimentJsonSchemaText()).toMatchFileSnapshot(path.join(root, 'experiment.schema.json'));
});

const editor = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(experimentJsonSchemaText()));
const written = readdirSync(path.join(root, 'experiments')).map(
  (file) => [file, readFileSync(path.join(root, 'experiments', file), 'utf8')] as const,
);

test.each(written)('an editor finds no fault in %s', (_name, text) => {
  expect(editor(parse(text))).toBe(true);
});

test.each(['task: qa\nmodles: [embedded/lead]', 'task: quiz\nmodels: [embedded/lead]', 'models: []'])(
  'an editor marks %j',
  (text) => {
    expect(editor(parse(text))).toBe(false);
  },
);
