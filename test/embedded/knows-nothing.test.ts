/** Neither the embedded agent nor the readers know what is asked: no scenario, document or answer stands in their code. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, parse as parsePath } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const filesBelow = (folder: string, suffix: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(root, folder, name));

const code = ['src/embedded', 'src/documents']
  .flatMap((folder) => filesBelow(folder, '.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** Those of the names that stand in the text as whole words, in any case. */
function standingIn(text: string, names: readonly string[]): string[] {
  return names.filter((name) =>
    new RegExp(`(?<![\\w-])${name.replaceAll('.', String.raw`\.`)}(?![\\w-])`, 'i').test(text),
  );
}

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

test('there is something to look for, and the look finds it', () => {
  expect(documents.length).toBeGreaterThan(25);
  expect(scenarios.length).toBeGreaterThan(50);
  const planted = `const a = ["q3_revenue"]; // see Report.md, and sales_data_2025`;
  expect(standingIn(planted, ['q3_revenue', 'report.md', 'sales_data', 'const'])).toEqual([
    'q3_revenue',
    'report.md',
    'const',
  ]);
});

test('no identifier of a scenario, a document or a fact, and no file name', () => {
  const names = [
    ...scenarios.map((scenario) => scenario.id),
    ...documents.flatMap((document) => [
      document.id ?? '',
      ...(document.path === undefined ? [] : [basename(document.path), parsePath(document.path).name]),
      ...(document.facts ?? []).map((fact) => fact.id ?? ''),
    ]),
  ];
  // Tools are the agent's own; names of one plain word ("memory") say nothing.
  const tools = new Set(
    scenarios.flatMap((scenario) => scenario.turns.flatMap((turn) => turn.expected_tools ?? [])),
  );
  const telling = [...new Set(names)].filter((name) => /[_.-]/.test(name) && !tools.has(name));
  expect(telling.length).toBeGreaterThan(150);
  expect(standingIn(code, telling)).toEqual([]);
});

/** What any server or reader of documents is written with. */
const OF_PROGRAMS = new Set([
  'busy',
  'connections',
  'header',
  'index',
  'lowest',
  'minimum',
  'options',
  'token',
]);

/** In so many documents of the corpus, a word is one of the language and no longer of a matter. */
const WIDESPREAD = 5;

const stored = ['.md', '.txt', '.html'].flatMap((suffix) =>
  filesBelow('corpus', suffix).map((path) => readFileSync(path, 'utf8')),
);

const isWidespread = (word: string): boolean =>
  OF_PROGRAMS.has(word) || stored.filter((text) => standingIn(text, [word]).length > 0).length >= WIDESPREAD;

test('no distinctive word of an answer', () => {
  const words = documents
    .flatMap((document) => (document.facts ?? []).map((fact) => fact.answer ?? ''))
    .flatMap((answer) => answer.match(/[\p{L}][\p{L}\d-]{3,}/gu) ?? []);
  const distinct = [...new Set(words.map((word) => word.toLowerCase()))];
  expect(distinct.filter((word) => !isWidespread(word)).length).toBeGreaterThan(100);
  expect(standingIn(code, distinct).filter((word) => !isWidespread(word))).toEqual([]);
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
    (text) => text.trim().split(/\s+/).length > 3 && code.toLowerCase().includes(text.trim().toLowerCase()),
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
    imported.filter((path) => /scenario|corpus|rubric|judge|simulator|results|text\/|run\//.test(path)),
  ).toEqual([]);
});
