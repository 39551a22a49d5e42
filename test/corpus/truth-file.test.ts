import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nameOf } from '../../src/corpus/case-truth.ts';
import { findTruth, listTruths, refuseTruthInCorpus, TruthError } from '../../src/corpus/read-truths.ts';
import { parseTruth } from '../../src/corpus/truth-file.ts';

const DOCUMENT = 'documents/note.md';
const HASH = createHash('sha256').update('the note').digest('hex');

const TRUTH = `document: ${DOCUMENT}
sha256: ${HASH}
written_by: a person
reviewed: null
summarization:
  participants: [Ada Lund]
  key_decisions: []
qa:
  - id: start
    question: When does it start?
    answer: 12 May
    where: It starts on 12 May
    checks: { mentions: ["12 May"] }
  - id: price
    question: What does it cost?
    answer: null
    absent: [price, cost]
`;

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-eval-truth-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    // oxlint-disable-next-line no-await-in-loop -- one file or two
    await mkdir(path.dirname(file), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop -- one file or two
    await writeFile(file, content);
  }
  return folder;
}

test('a truth is found by the path of its document', async () => {
  const folder = await folderWith({ 'documents/note.md.yaml': TRUTH });
  const found = await findTruth(folder, DOCUMENT, HASH);
  expect(found).toMatchObject({
    path: 'documents/note.md.yaml',
    sha256: createHash('sha256').update(TRUTH).digest('hex'),
    reviewed: null,
    written_by: 'a person',
    byModel: false,
  });
  expect(found?.truth.qa).toEqual([
    {
      id: 'start',
      question: 'When does it start?',
      answer: '12 May',
      where: 'It starts on 12 May',
      checks: { mentions: ['12 May'] },
    },
    { id: 'price', question: 'What does it cost?', answer: null, where: null, absent: ['price', 'cost'] },
  ]);
  expect(await findTruth(folder, 'documents/other.md', HASH)).toBe(null);
  expect(await listTruths(folder)).toEqual(['documents/note.md.yaml']);
  expect(await listTruths(path.join(folder, 'nothing'))).toBe(null);
});

test('who wrote it is a person in words, or a model', async () => {
  const byModel = TRUTH.replace('written_by: a person', 'written_by: { model: claude-x, usd: null }');
  const folder = await folderWith({ 'documents/note.md.yaml': byModel });
  expect(await findTruth(folder, DOCUMENT, HASH)).toMatchObject({ written_by: 'claude-x', byModel: true });
});

test('a truth of another version of its document is refused, at its hash, with what to do', async () => {
  const folder = await folderWith({ 'documents/note.md.yaml': TRUTH });
  const other = 'a'.repeat(64);
  const failure = findTruth(folder, DOCUMENT, other);
  await expect(failure).rejects.toBeInstanceOf(TruthError);
  await expect(failure).rejects.toThrow(
    /note\.md\.yaml:2:1 error: this is the truth of another version of documents\/note\.md, whose sha256 is a{64} now: read it/,
  );
});

test('a truth that stands in the place of another document is refused', async () => {
  const folder = await folderWith({ 'documents/other.md.yaml': TRUTH });
  await expect(findTruth(folder, 'documents/other.md', HASH)).rejects.toThrow(
    /:1:1 error: `document` is documents\/note\.md, but the file stands where the truth of documents\/other\.md belongs/,
  );
});

test('a path that leads out of the folder is refused', async () => {
  const folder = await folderWith({});
  await expect(findTruth(folder, '../secret', HASH)).rejects.toThrow('leaves the corpus folder');
});

test('truths within the corpus are refused: the model under test may read it', () => {
  const corpus = path.resolve('corpus');
  expect(() => refuseTruthInCorpus(path.join(corpus, 'truth'), corpus)).toThrow(/move it out/);
  expect(() => refuseTruthInCorpus(path.resolve('truth'), corpus)).not.toThrow();
});

test.each([
  [
    'a slip in a key',
    'answer: 12 May',
    'anwser: 12 May',
    /:11:5 error: unknown key `anwser`: did you mean `answer`\?/,
  ],
  ['a short hash', HASH, 'abc', /:2:1 error: .*64 lower-case hexadecimal digits/],
  ['an id twice', 'id: price', 'id: start', /:14:5 error: the id `start` stands twice in this file/],
  [
    'no way to check an absence',
    '    absent: [price, cost]\n',
    '',
    /:14:5 error: `price` is not in the document: list words/,
  ],
  [
    'a place of nothing',
    'answer: null\n',
    'answer: null\n    where: It starts\n',
    /:17:5 error: an answer that is not in the document stands nowhere/,
  ],
  [
    'absence of an answer',
    'where: It starts on 12 May',
    'absent: [May]',
    /:12:5 error: `absent` is for questions whose answer is null/,
  ],
  [
    'an admission where an answer is',
    'mentions: ["12 May"]',
    'admits_unknown: true',
    /:13:\d+ error: `admits_unknown` is for questions whose answer is null/,
  ],
  [
    'a check of tools',
    'mentions: ["12 May"]',
    'calls_tool: [search]',
    /:13:\d+ (?:warning|error): unknown key `calls_tool`/,
  ],
  ['broken YAML', 'qa:', 'qa: [', /error: /],
])('%s', async (_what, from, to, told) => {
  expect(TRUTH).toContain(from);
  const folder = await folderWith({ 'documents/note.md.yaml': TRUTH.replace(from, to) });
  const { problems } = parseTruth(TRUTH.replace(from, to), 'note.md.yaml');
  const lines = problems.map(
    ({ line, column, severity, message }) => `:${line}:${column} ${severity}: ${message}`,
  );
  expect(lines.join('\n')).toMatch(told);
  if (problems.some(({ severity }) => severity === 'error'))
    await expect(findTruth(folder, DOCUMENT, HASH)).rejects.toThrow(told);
});

test('a truth that says nothing is refused', () => {
  const nothing = TRUTH.slice(0, TRUTH.indexOf('summarization'));
  const { truth, problems } = parseTruth(nothing, 'x.yaml');
  expect(truth).toBe(null);
  expect(problems.map(({ message }) => message)).toEqual([
    'it says nothing of its document: write `qa`, `summarization` or both',
  ]);
});

test.each([
  ['Sarah Chen, CFO', 'Sarah Chen'],
  ['Sarah Chen (CFO)', 'Sarah Chen'],
  ['Jean-Luc Picard - captain', 'Jean-Luc Picard'],
  ['O’Neil: chair', 'O’Neil'],
  ['Ada', 'Ada'],
])('%s is called %s', (entry, name) => {
  expect(nameOf(entry)).toBe(name);
});
