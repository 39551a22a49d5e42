/** The embedded agent must not know what it is asked: no scenario, no document and no expected answer stands in its code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const filesBelow = (folder: string, suffix: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(root, folder, name));

const code = filesBelow('src/embedded', '.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

interface Documents {
  documents?: {
    id?: string;
    path?: string;
    filename?: string;
    facts?: { id?: string; answer?: string | null }[];
  }[];
}
const documents = filesBelow('corpus', 'manifest.json').flatMap(
  (path) => (JSON.parse(readFileSync(path, 'utf8')) as Documents).documents ?? [],
);
const scenarios = filesBelow('scenarios', '.yaml').map(
  (path) =>
    parse(readFileSync(path, 'utf8')) as {
      id: string;
      turns: {
        expected_tools?: string[];
        objective?: string;
        user_message?: string;
        ground_truth?: { expected_answer?: unknown };
      }[];
    },
);

test('there is something to look for', () => {
  expect(documents.length).toBeGreaterThan(5);
  expect(scenarios.length).toBeGreaterThan(5);
});

test('no identifier of a scenario, a document or a fact', () => {
  const names = [
    ...scenarios.map((scenario) => scenario.id),
    ...documents.flatMap((document) => [document.id, ...(document.facts ?? []).map((fact) => fact.id)]),
  ];
  // Tools are the agent's own; names of one plain word ("revenue") say nothing.
  const tools = new Set(
    scenarios.flatMap((scenario) => scenario.turns.flatMap((turn) => turn.expected_tools ?? [])),
  );
  const telling = names.filter((name) => name !== undefined && name.includes('_') && !tools.has(name));
  expect(telling.filter((name) => new RegExp(`\b${name}\b`).test(code))).toEqual([]);
});

test('no answer and no message, nor its distinctive figures', () => {
  const turns = scenarios.flatMap((scenario) => scenario.turns);
  const answers = [
    ...documents.flatMap((document) => (document.facts ?? []).map((fact) => fact.answer)),
    ...turns.map((turn) => turn.ground_truth?.expected_answer),
  ];
  const texts = [...answers, ...turns.flatMap((turn) => [turn.objective, turn.user_message])].filter(
    (text) => typeof text === 'string',
  );
  const whole = texts.filter(
    (text) => text.trim().length > 8 && code.toLowerCase().includes(text.trim().toLowerCase()),
  );
  expect(whole).toEqual([]);
  const figures = answers
    .filter((text) => typeof text === 'string')
    .flatMap((text) => text.match(/\$?\d{1,3}(?:,\d{3})+|\$?\d+\.\d+|\$\d+|\b[A-Z]{3,4}-\d{4}\b/g) ?? []);
  expect(figures.filter((figure) => figure.length > 3 && code.includes(figure))).toEqual([]);
});

test('nothing is imported from the rooms that know', () => {
  const imported = [...code.matchAll(/from '(\.\.?\/[^']+)'/g)].map(([, path]) => path ?? '');
  expect(
    imported.filter((path) => /scenario|corpus|rubric|judge|simulator|results|run\//.test(path)),
  ).toEqual([]);
});
