import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { scenarioJsonSchema, scenarioJsonSchemaText } from '../../src/scenario/json-schema.ts';

const root = path.join(import.meta.dirname, '../..');

// Stale? `npx vitest run --project unit test/scenario/json-schema.test.ts -u` writes it anew.
test('scenario.schema.json is the schema of today', async () => {
  await expect(scenarioJsonSchemaText()).toMatchFileSnapshot(path.join(root, 'scenario.schema.json'));
});
