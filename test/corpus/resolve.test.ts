import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkReferences, CorpusError, resolveDocuments, resolveTruth } from '../../src/corpus/resolve.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { GroundTruth, IndexDocument } from '../../src/scenario/schema.ts';
import { testManifest } from '../support/corpus.ts';

const manifest = testManifest();

test.each<[string, GroundTruth | undefined, string | null | undefined]>([
  ['nothing', undefined, undefined],
  ['a document alone', { doc_id: 'report' }, undefined],
  ['a behaviour alone', { expected_behavior: 'greets' }, undefined],
  ['one fact', { doc_id: 'report', fact_id: 'revenue' }, '$14.2 million'],
  ['several facts', { doc_id: 'report', fact_ids: ['revenue', 'growth'] }, '$14.2 million; 23%'],
  [
    'both keys, each fact once',
    { doc_id: 'report', fact_id: 'growth', fact_ids: ['growth', 'revenue'] },
    '23%; $14.2 million',
  ],
  ['a null fact', { doc_id: 'report', fact_id: 'cfo' }, null],
  ['null facts', { doc_id: 'report', fact_ids: ['cfo', 'staff'] }, null],
  ['a null fact among others', { doc_id: 'report', fact_ids: ['revenue', 'cfo'] }, '$14.2 million'],
  ['an answer of its own', { doc_id: 'report', fact_id: 'revenue', expected_answer: '14.2M' }, '14.2M'],
  ['null of its own', { doc_id: 'report', fact_id: 'revenue', expected_answer: null }, null],
  ['an unknown fact, answered', { doc_id: 'other', fact_id: 'x', expected_answer: 'yes' }, 'yes'],
])('ground truth by %s', (_name, ground_truth, expected) => {
  const turn = ground_truth === undefined ? { turn: 1 } : { turn: 1, ground_truth };
  expect(resolveTruth(turn, manifest).expected_answer).toBe(expected);
});

test('the facts stand beside the joined answer, null ones too, and the rest is handed through', () => {
  const ground_truth: GroundTruth = {
    doc_id: 'report',
    fact_ids: ['revenue', 'cfo'],
    expected_behavior: 'b',
    expected_phrases: ['p'],
    note: 'n',
  };
  expect(resolveTruth({ turn: 1, ground_truth }, manifest)).toEqual({
    doc_id: 'report',
    facts: [
      { doc_id: 'report', fact_id: 'revenue', answer: '$14.2 million' },
      { doc_id: 'report', fact_id: 'cfo', answer: null },
    ],
    expected_answer: '$14.2 million',
    expected_behavior: 'b',
    expected_phrases: ['p'],
    note: 'n',
  });
});

test('a fact that is nowhere never becomes "no answer is fixed"', () => {
  const ground_truth = { doc_id: 'report', fact_id: 'profit' };
  expect(() => resolveTruth({ turn: 3, ground_truth }, manifest)).toThrow(
    'Turn 3 refers to the fact profit of report, which the corpus manifest does not have.',
  );
});

function referring(documents: string, truth: string): string[] {
  const text = [
    'id: r',
    'category: rag_quality',
    'persona: casual_user',
    `setup: { index_documents: ${documents} }`,
    'turns:',
    '  - turn: 1',
    '    objective: ask',
    '    success_criteria: says it',
    `    ground_truth: ${truth}`,
  ].join('\n');
  const parsed = parseScenario(text, 'r.yaml');
  expect(parsed.problems).toEqual([]);
  return checkReferences(parsed, manifest).map(
    ({ severity, line, column, message }) => `${String(line)}:${String(column)} ${severity}: ${message}`,
  );
}

test.each([
  ['[{corpus_doc: report, path: documents/report.md}]', '{doc_id: report, fact_id: revenue}'],
  [
    '[{corpus_doc: report, path: eval/corpus/documents/report.md}]',
    '{doc_id: report, fact_ids: [cfo, growth]}',
  ],
  ['[report, adversarial/empty.txt]', '{expected_behavior: greets}'],
  ['[]', '{doc_id: report, fact_id: revenue, expected_answer: "Revenue was $14.2 million."}'],
  ['[]', '{doc_id: report, fact_id: cfo, expected_answer: null}'],
])('%s with %s is in order', (documents, truth) => {
  expect(referring(documents, truth)).toEqual([]);
});

test.each([
  [
    '[reprot]',
    '{expected_behavior: x}',
    '4:28 error: the corpus manifest has no document `reprot`: did you mean `report`?',
  ],
  [
    '[{corpus_doc: ledger}]',
    '{expected_behavior: x}',
    '4:29 error: the corpus manifest has no document `ledger`: known: report',
  ],
  [
    '[{corpus_doc: ledger, path: documents/ledger.md}]',
    '{expected_behavior: x}',
    '4:29 warning: the corpus manifest has no document `ledger`: known: report',
  ],
  [
    '[{corpus_doc: report, path: documents/old.md}]',
    '{expected_behavior: x}',
    '4:49 error: `report` is documents/report.md in the corpus manifest, not documents/old.md',
  ],
  [
    '[{path: ../../etc/passwd}]',
    '{expected_behavior: x}',
    '4:29 error: the path "../../etc/passwd" leaves the corpus folder with `..`',
  ],
  [
    '["C:/x.md"]',
    '{expected_behavior: x}',
    '4:28 error: the path "C:/x.md" has a drive letter: write it relative to the corpus folder',
  ],
  [
    '[]',
    '{doc_id: ledger, fact_id: x}',
    '9:20 error: the corpus manifest has no document `ledger`: known: report',
  ],
  [
    '[]',
    '{doc_id: ledger, expected_answer: y}',
    '9:20 warning: the corpus manifest has no document `ledger`: known: report',
  ],
  [
    '[]',
    '{doc_id: reports, expected_answer: y}',
    '9:20 error: the corpus manifest has no document `reports`: did you mean `report`?',
  ],
  [
    '[]',
    '{doc_id: report, fact_id: revenu}',
    '9:36 error: the corpus manifest has no fact `revenu` of report: did you mean `revenue`?',
  ],
  [
    '[]',
    '{doc_id: report, fact_ids: [cfo, profit]}',
    '9:52 error: the corpus manifest has no fact `profit` of report: known: revenue, growth, cfo, staff',
  ],
  [
    '[]',
    '{doc_id: report, fact_id: revenue, expected_answer: $15 million}',
    '9:54 warning: the corpus manifest says "$14.2 million" here; the answer in this file is taken',
  ],
  [
    '[]',
    '{doc_id: report, fact_id: cfo, expected_answer: Jane Doe}',
    '9:50 warning: the corpus manifest says null (not in the document) here; the answer in this file is taken',
  ],
  [
    '[]',
    '{doc_id: report, fact_id: revenue, expected_answer: null}',
    '9:54 warning: the corpus manifest says "$14.2 million" here; the answer in this file is taken',
  ],
])('%s with %s says so', (documents, truth, message) => {
  expect(referring(documents, truth)).toEqual([message]);
});

let root = '';
let corpus = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'corpus-'));
  corpus = path.join(root, 'corpus');
  await mkdir(path.join(corpus, 'documents'), { recursive: true });
  await writeFile(path.join(corpus, 'documents', 'report.md'), 'r');
  await writeFile(path.join(root, 'secret.md'), 's');
  await symlink(path.join(root, 'secret.md'), path.join(corpus, 'documents', 'link.md'));
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

async function resolve(...index_documents: IndexDocument[]): ReturnType<typeof resolveDocuments> {
  return resolveDocuments({ setup: { index_documents } }, manifest, corpus);
}

test('documents are found by id, by path, and by both, each file once', async () => {
  const report = { corpus_doc: 'report', path: path.join(corpus, 'documents', 'report.md'), exists: true };
  expect(await resolve({ corpus_doc: 'report' })).toEqual([report]);
  expect(await resolve({ path: 'eval/corpus/documents/report.md' })).toEqual([report]);
  expect(
    await resolve({ corpus_doc: 'report', path: 'documents/report.md' }, { path: './documents/report.md' }),
  ).toEqual([report]);
});

test('a file that is not there is said, not thrown, whether or not a manifest lists it', async () => {
  expect(
    await resolve({ path: 'documents/none.md' }, { corpus_doc: 'mine', path: 'documents/own.md' }),
  ).toEqual([
    { corpus_doc: null, path: path.join(corpus, 'documents', 'none.md'), exists: false },
    { corpus_doc: 'mine', path: path.join(corpus, 'documents', 'own.md'), exists: false },
  ]);
});

test.each([
  'manifest.json',
  'documents/inlink.md',
  'documents/hard.md',
  'real_world/manifest.json',
  'build/generators.mjs',
])('fault 12: %s holds the answers and is no document', async (file) => {
  await mkdir(path.join(corpus, 'real_world'));
  await mkdir(path.join(corpus, 'build'));
  for (const answers of ['manifest.json', 'real_world/manifest.json', 'build/generators.mjs']) {
    await writeFile(path.join(corpus, answers), '{}');
  }
  await symlink('../manifest.json', path.join(corpus, 'documents/inlink.md'));
  await link(path.join(corpus, 'manifest.json'), path.join(corpus, 'documents/hard.md'));
  await expect(resolve({ path: file })).rejects.toThrow(/hold the answers, so no agent may read them/);
  // A link to another document inside stays one.
  await symlink('report.md', path.join(corpus, 'documents/alias.md'));
  expect(await resolve({ path: 'documents/alias.md' })).toMatchObject([{ exists: true }]);
});

test.each<[IndexDocument, string]>([
  [{ path: '../secret.md' }, 'leaves the corpus folder'],
  [{ path: '/etc/passwd' }, 'is absolute'],
  [{ path: 'documents\\report.md' }, 'has a backslash'],
  [{ path: 'documents/link.md' }, 'is a link out of the corpus folder'],
  [{ path: 'documents' }, 'is not a file'],
  [{ corpus_doc: 'ledger' }, 'has no document ledger'],
])('%j is refused', async (entry, message) => {
  const refused = resolve(entry);
  await expect(refused).rejects.toThrow(CorpusError);
  await expect(refused).rejects.toThrow(message);
});
