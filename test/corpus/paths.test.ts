import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lookUp, normaliseCorpusPath } from '../../src/corpus/paths.ts';

test.each([
  ['documents/a.md', 'documents/a.md'],
  ['./documents//a.md', 'documents/a.md'],
  ['eval/corpus/documents/a.md', 'documents/a.md'],
  ['./eval/corpus/./documents/a.md', 'documents/a.md'],
  ['real_world/legal/mit license.txt', 'real_world/legal/mit license.txt'],
  ['documents/..hidden', 'documents/..hidden'],
])('%j is kept as %j', (written, kept) => {
  expect(normaliseCorpusPath(written)).toEqual({ ok: true, path: kept });
});

test.each([
  ['../secret', 'leaves the corpus folder'],
  ['documents/../../secret', 'leaves the corpus folder'],
  ['documents/..', 'leaves the corpus folder'],
  ['eval/corpus/../../x', 'leaves the corpus folder'],
  ['/etc/passwd', 'is absolute'],
  ['eval/corpus//etc/../../x', 'leaves the corpus folder'],
  ['C:/Windows', 'has a drive letter'],
  ['c:evil', 'has a drive letter'],
  ['documents\\a.md', 'has a backslash'],
  ['\\\\server\\share', 'has a backslash'],
  ['~/x', 'starts at a home folder'],
  ['a\u0000b', 'holds a control character'],
  ['', 'names no file'],
  ['./', 'names no file'],
  ['eval/corpus/', 'names no file'],
])('%j is refused', (written, reason) => {
  expect(normaliseCorpusPath(written)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});

test('whatever is written, what is accepted stays inside on Linux and on Windows', () => {
  const piece = fc.constantFrom('..', '.', '/', '\\', 'a', 'C:', '~', 'eval/corpus/', ' ', '...');
  const written = fc.oneof(
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(written, (each) => {
      const normal = normaliseCorpusPath(each);
      if (!normal.ok) return;
      expect(path.posix.join('/corpus', normal.path).startsWith('/corpus/')).toBe(true);
      expect(path.win32.join('C:\\corpus', normal.path).startsWith('C:\\corpus\\')).toBe(true);
      expect(normaliseCorpusPath(normal.path)).toEqual(normal);
    }),
    { numRuns: 1000 },
  );
});

let root = '';
let corpus = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'corpus-paths-'));
  corpus = path.join(root, 'corpus');
  await mkdir(path.join(corpus, 'documents'), { recursive: true });
  await writeFile(path.join(corpus, 'documents', 'a.md'), 'a');
  await writeFile(path.join(root, 'secret'), 's');
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

test('files, folders and what is missing are told apart', async () => {
  expect(await lookUp(corpus, 'documents/a.md')).toBe('file');
  expect(await lookUp(corpus, 'documents')).toBe('not a file');
  expect(await lookUp(corpus, 'documents/b.md')).toBe('missing');
  expect(await lookUp(corpus, 'documents/a.md/b')).toBe('missing');
  expect(await lookUp(path.join(root, 'no-corpus'), 'a.md')).toBe('missing');
});

test('links are followed inside the corpus, and refused when they lead out or nowhere', async () => {
  await symlink(path.join(corpus, 'documents', 'a.md'), path.join(corpus, 'inside.md'));
  await symlink(path.join(root, 'secret'), path.join(corpus, 'file-out'));
  await symlink(root, path.join(corpus, 'folder-out'));
  await symlink('/nowhere/at/all', path.join(corpus, 'dangling'));
  await symlink('../corpus-2', path.join(corpus, 'sibling'));
  await mkdir(path.join(root, 'corpus-2'));
  await writeFile(path.join(root, 'corpus-2', 'a.md'), 'a');
  expect(await lookUp(corpus, 'inside.md')).toBe('file');
  expect(await lookUp(corpus, 'file-out')).toBe('outside');
  expect(await lookUp(corpus, 'folder-out/secret')).toBe('outside');
  expect(await lookUp(corpus, 'folder-out/none')).toBe('outside');
  expect(await lookUp(corpus, 'sibling/a.md')).toBe('outside');
  expect(await lookUp(corpus, 'dangling')).toBe('outside');
});

test('a corpus that is itself reached by a link is fine', async () => {
  await symlink(corpus, path.join(root, 'alias'));
  expect(await lookUp(path.join(root, 'alias'), 'documents/a.md')).toBe('file');
});
