/** Documents of a session: found in the corpus, or copied there on request. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { capturePreview, writeCapture } from '../../src/capture/capture.ts';
import { withEntries } from '../../src/capture/manifest-text.ts';
import { loadManifest } from '../../src/corpus/manifest.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { REPORT, workspace, type Workspace } from './support.ts';

function sessionWith(space: Workspace, file: string, content: string, hash?: string): string {
  const session = space.database.session();
  space.database.document(session, file, content, hash === undefined ? {} : { hash });
  space.database.user(session, 'Hello');
  space.database.answer(session, 'Hi.');
  return session;
}

const documentsOf = (yaml: string) => parseScenario(yaml, 'x.yaml').scenario?.setup.index_documents;

test('the same content is the same document, whatever its name', async () => {
  const space = workspace();
  const session = sessionWith(space, path.join(space.folder, 'elsewhere/renamed.txt'), REPORT);
  const capture = await space.capture(session);
  expect(documentsOf(capture.yaml)).toEqual([{ corpus_doc: 'acme', path: 'documents/acme.md' }]);
});

test('a file of the corpus itself is found by its path, though it has changed', async () => {
  const space = workspace();
  const session = sessionWith(space, path.join(space.corpus, 'documents/acme.md'), REPORT, 'f'.repeat(64));
  const capture = await space.capture(session);
  expect(capture.documents).toMatchObject([
    { corpus_doc: 'acme', how: expect.stringContaining('changed since') },
  ]);
});

test('what the corpus does not have is named, and the scenario still loads', async () => {
  const space = workspace();
  const session = sessionWith(space, path.join(space.folder, 'home/plan.md'), 'The plan.');
  const capture = await space.capture(session);
  expect(documentsOf(capture.yaml)).toEqual([{ path: 'captured/captured_plan.md' }]);
  expect(capture.todo).toContain('put a document into the corpus: captured/captured_plan.md');
  await writeCapture(capture);
  expect(existsSync(path.join(space.corpus, 'captured'))).toBe(false);
});

test('on request it is copied, and listed in the manifest, which keeps its style', async () => {
  const space = workspace();
  const before = readFileSync(path.join(space.corpus, 'manifest.json'), 'utf8');
  const session = sessionWith(space, path.join(space.folder, 'home/Plan für 2026!.MD'), 'The plan.');
  const capture = await space.capture(session, { copyDocuments: true });
  const preview = capturePreview(capture, space.folder);
  expect(preview).toContain('Would write scenarios/captured/captured_acme_revenue.yaml:');
  expect(preview).toContain('→ corpus/captured/captured_plan_fur_2026.md');
  expect(preview).toContain('Would add 1 to corpus/manifest.json');
  expect(readdirSync(space.scenarios)).toEqual([]);

  const written = await writeCapture(capture);
  expect(written.map((file) => path.relative(space.folder, file))).toEqual([
    'corpus/captured/captured_plan_fur_2026.md',
    'scenarios/captured/captured_acme_revenue.yaml',
    'corpus/manifest.json',
  ]);
  expect(readFileSync(written[0] ?? '', 'utf8')).toBe('The plan.');
  const manifest = await loadManifest(space.corpus);
  expect(manifest.byId.get('captured_plan_fur_2026')).toMatchObject({
    path: 'captured/captured_plan_fur_2026.md',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const after = readFileSync(path.join(space.corpus, 'manifest.json'), 'utf8');
  expect(after.startsWith(before.slice(0, before.indexOf('\n  ]')))).toBe(true);
  expect(documentsOf(readFileSync(capture.file, 'utf8'))).toEqual([
    { corpus_doc: 'captured_plan_fur_2026', path: 'captured/captured_plan_fur_2026.md' },
  ]);
  // A second session with it finds it in the corpus.
  const again = sessionWith(space, path.join(space.folder, 'home/other.md'), 'Another.');
  space.database.store.exec(
    `INSERT INTO session_documents SELECT '${again}', document_id, attached_at FROM session_documents WHERE session_id = '${session}'`,
  );
  expect((await space.capture(again)).documents.map(({ corpus_doc }) => corpus_doc)).toContain(
    'captured_plan_fur_2026',
  );
});

test.each([
  ['has changed since', 'f'.repeat(64), 'it has changed since the session'],
  ['is gone', undefined, 'it is no longer there'],
])('a file that %s is not copied', async (_what, hash, reason) => {
  const space = workspace();
  const file = path.join(space.folder, 'home/plan.md');
  const session = sessionWith(space, file, 'The plan.', hash);
  if (hash === undefined)
    space.database.store.prepare('UPDATE documents SET filepath = ?').run(`${file}.gone`);
  const capture = await space.capture(session, { copyDocuments: true });
  expect(capture.documents).toMatchObject([
    { copy: null, missing: true, how: expect.stringContaining(reason) },
  ]);
});

test.each(['../../../../etc/passwd', '/etc/passwd', '..', 'a\nb.md', 'CON.txt', ''])(
  'a document called %j gets a name of our own',
  async (name) => {
    const space = workspace();
    const session = sessionWith(space, path.join(space.folder, 'home/x.md'), 'x');
    space.database.store.prepare('UPDATE documents SET filename = ?').run(name);
    const capture = await space.capture(session, { copyDocuments: true });
    expect(capture.documents[0]?.path).toMatch(/^captured\/captured_[a-z0-9_]+(?:\.[a-z0-9]+)?$/);
    await writeCapture(capture);
    await expect(loadManifest(space.corpus)).resolves.toBeDefined();
  },
);

test('nothing that is there is written over, and what was begun is taken back', async () => {
  const space = workspace();
  const session = sessionWith(space, path.join(space.folder, 'home/plan.md'), 'The plan.');
  const capture = await space.capture(session, { copyDocuments: true });
  mkdirSync(path.dirname(capture.file));
  writeFileSync(capture.file, 'mine');
  const manifest = readFileSync(path.join(space.corpus, 'manifest.json'), 'utf8');
  await expect(writeCapture(capture)).rejects.toThrow('is there already');
  expect(readFileSync(capture.file, 'utf8')).toBe('mine');
  expect(readFileSync(path.join(space.corpus, 'manifest.json'), 'utf8')).toBe(manifest);
  expect(readdirSync(path.join(space.corpus, 'captured'))).toEqual([]);
  expect(readdirSync(space.corpus).toSorted()).toEqual(['captured', 'documents', 'manifest.json']);
});

test('a folder that is a link out of the corpus is refused', async () => {
  const space = workspace();
  const outside = path.join(space.folder, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, path.join(space.corpus, 'captured'));
  const session = sessionWith(space, path.join(space.folder, 'home/plan.md'), 'The plan.');
  const capture = await space.capture(session, { copyDocuments: true });
  await expect(writeCapture(capture)).rejects.toThrow('is a link out of');
  expect(readdirSync(outside)).toEqual([]);
});

test('a second capture of a session gets another id, and says that there is a first', async () => {
  const space = workspace();
  const session = sessionWith(space, path.join(space.folder, 'x.md'), REPORT);
  await writeCapture(await space.capture(session));
  const second = await space.capture(session);
  expect(second.id).toBe('captured_acme_revenue_2');
  expect(second.warnings).toEqual([
    expect.stringMatching(/captured already, in .*captured_acme_revenue\.yaml/),
  ]);
  await expect(space.capture(session, { id: 'CAPTURED_ACME_REVENUE' })).rejects.toThrow('is taken by');
});

test.each([
  ['{"documents": []}', 1],
  ['{}', 1],
  ['{"documents": [{"id":"a","path":"a.md"}], "version": 1}', 2],
])('entries are added to %s', (text, count) => {
  const entry = { id: 'b', path: 'captured/b.md', source: 's', sha256: 'f'.repeat(64) };
  expect(JSON.parse(withEntries(text, [entry]))).toMatchObject({
    documents: expect.objectContaining({ length: count }),
  });
});
