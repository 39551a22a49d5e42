import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadManifest, ManifestError } from '../../src/corpus/manifest.ts';
import { parseManifest } from '../../src/corpus/parse-manifest.ts';
import { REPORT } from '../support/corpus.ts';

const WHERE = { manifest: 'manifest.json', folder: '' };

function told(text: string): string[] {
  return parseManifest(text, 'm.json', WHERE).problems.map(
    ({ line, severity, message }) => `${String(line)} ${severity}: ${message}`,
  );
}

test('a document gets its defaults: format from the file, nulls for what is not said', () => {
  const { documents, problems } = parseManifest(JSON.stringify({ documents: [REPORT] }), 'm.json', WHERE);
  expect(problems).toEqual([]);
  expect(documents).toEqual([
    {
      id: 'report',
      path: 'documents/report.md',
      domain: 'finance',
      format: 'md',
      facts: expect.any(Array),
      adversarial: false,
      unused: null,
      source: null,
      figures: null,
      siblings: [],
      sha256: null,
      generated: null,
      manifest: 'manifest.json',
    },
  ]);
  expect(documents[0]?.facts[2]).toEqual({
    id: 'cfo',
    question: null,
    answer: null,
    difficulty: 'hard',
    where: null,
    absent: ['CFO'],
    real: null,
    neighbours: [],
  });
});

test("AMD GAIA's file names become paths, and what stands in adversarial/ is adversarial", () => {
  const text = JSON.stringify({
    documents: [
      { id: 'a', filename: 'a.md', format: 'markdown' },
      { id: 'b', path: 'adversarial/b.txt' },
    ],
    adversarial_documents: [{ id: 'c', filename: 'c.txt', expected_behavior: 'Says it is empty.' }],
  });
  const { documents } = parseManifest(text, 'm.json', WHERE);
  expect(documents.map(({ path: at, adversarial }) => [at, adversarial])).toEqual([
    ['documents/a.md', false],
    ['adversarial/b.txt', true],
    ['adversarial/c.txt', true],
  ]);
});

const one = (rest: string): string => `{ "documents": [\n { "id": "a", "path": "a.md"${rest} }\n] }`;

test.each([
  ['', '1 error: the file is empty'],
  ['[]', '1 error: `the file` must be a mapping, not an empty list'],
  ['{ "documents": [ }', '1 error: the brackets are not closed'],
  ['{ "documents": [],\n "documents": [] }', '2 error: this key stands twice in the same mapping; keep one'],
  ['{ "documents": [ {\n "id": "a" } ] }', '2 error: the document `a` has no `path`'],
  [
    '{ "documents": [ {\n "id": "a", "path": "../a.md" } ] }',
    '2 error: the path "../a.md" leaves the corpus folder with `..`',
  ],
  [one(', "facts": [{ "id": "x" }]'), '2 error: `documents[0].facts[0].answer` is missing'],
  [
    one(', "facts": [{ "id": "x", "answer": 30 }]'),
    '2 error: `documents[0].facts[0].answer` must be text or null, not 30: put it in quotes, "30"',
  ],
  [
    one(', "facts": [{ "id": "x", "answer": "y", "difficulty": "esy" }]'),
    '2 error: `documents[0].facts[0].difficulty` must be "easy", "medium" or "hard", not "esy"',
  ],
  [
    one(', "facts": [{ "id": "x", "answer": "y" },\n { "id": "x", "answer": "z" }]'),
    '3 error: the fact id `x` stands twice in `a`',
  ],
  [one(', "facs": []'), '2 error: unknown key `facs`: did you mean `facts`?'],
  [one(', "colour": 1'), '2 warning: unknown key `colour`: its value is ignored'],
  [one(', "sha256": "abc"'), '2 error: `documents[0].sha256` must be 64 lower-case hexadecimal digits'],
  [one('},\n { "id": "a", "path": "b.md"'), '3 error: the document id `a` stands at m.json:2 already'],
  [
    one('},\n { "id": "b", "path": "./a.md"'),
    '3 error: the file a.md belongs to the document at m.json:2 already',
  ],
])('%j says %s', (text, message) => {
  const problems = told(text);
  expect(problems[0]).toContain(message);
  if (!message.includes('brackets')) expect(problems).toHaveLength(1);
});

test('no text makes it throw', () => {
  const value = fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map((each) => JSON.stringify({ documents: [each] })),
  );
  fc.assert(
    fc.property(value, (text) => {
      const { documents, problems } = parseManifest(text, 'm.json', WHERE);
      expect(documents.length === 0 || problems.every(({ line }) => line >= 1)).toBe(true);
    }),
  );
});

let corpus = '';

beforeEach(async () => {
  corpus = await mkdtemp(path.join(tmpdir(), 'manifest-'));
  await mkdir(path.join(corpus, 'real_world'));
});
afterEach(async () => {
  await rm(corpus, { recursive: true });
});

async function write(file: string, value: unknown): Promise<void> {
  await writeFile(path.join(corpus, file), JSON.stringify(value));
}

test('both manifests are merged; paths of the second begin at its own folder', async () => {
  await write('manifest.json', { documents: [REPORT] });
  await write('real_world/manifest.json', { documents: [{ id: 'mit', path: 'legal/mit.txt' }] });
  const manifest = await loadManifest(corpus);
  expect([...manifest.byPath.keys()]).toEqual(['documents/report.md', 'real_world/legal/mit.txt']);
  expect(manifest.byId.get('mit')).toMatchObject({ manifest: 'real_world/manifest.json', format: 'txt' });
});

test('the second manifest may be missing, the first may not', async () => {
  await write('manifest.json', { documents: [REPORT] });
  expect((await loadManifest(corpus)).documents).toHaveLength(1);
  await rm(path.join(corpus, 'manifest.json'));
  await expect(loadManifest(corpus)).rejects.toThrow(
    `There is no corpus manifest at ${path.join(corpus, 'manifest.json')}`,
  );
});

test('a manifest is read once, and anew when either file has changed', async () => {
  await write('manifest.json', { documents: [REPORT] });
  const first = await loadManifest(corpus);
  expect(await loadManifest(path.join(corpus, '.'))).toBe(first);
  await write('real_world/manifest.json', { documents: [{ id: 'mit', path: 'legal/mit.txt' }] });
  const second = await loadManifest(corpus);
  expect(second.documents).toHaveLength(2);
  await write('manifest.json', { documents: [] });
  expect((await loadManifest(corpus)).documents).toHaveLength(1);
  await rm(path.join(corpus, 'manifest.json'));
  await expect(loadManifest(corpus)).rejects.toThrow(ManifestError);
});

test('an id that both manifests have is an error that names both places', async () => {
  await write('manifest.json', { documents: [REPORT] });
  await write('real_world/manifest.json', { documents: [{ id: 'report', path: 'r.txt' }] });
  const loading = loadManifest(corpus);
  await expect(loading).rejects.toThrow(ManifestError);
  await expect(loading).rejects.toThrow(
    new RegExp(
      `real_world/manifest.json:1:\\d+ error: the document id \`report\` stands at .*manifest.json:1 already`,
    ),
  );
});

test('a manifest that cannot be read says why', async () => {
  await mkdir(path.join(corpus, 'manifest.json'));
  await expect(loadManifest(corpus)).rejects.toThrow(
    /The corpus manifest .*manifest\.json cannot be read: EISDIR/,
  );
});
