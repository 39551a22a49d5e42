import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workerEntry } from '../src/worker-entry.ts';

const ROOMS = ['embedded', 'documents'];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'entry-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function file(path: string, seconds: number): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, '');
  utimesSync(full, seconds, seconds);
  return full;
}
const sourceUrl = (): string => pathToFileURL(join(root, 'src/embedded/worker-entry.ts')).href;

test('compiled: the worker beside it', () => {
  const url = pathToFileURL(join(root, 'dist/src/embedded/worker-entry.js')).href;
  expect(workerEntry(url, ROOMS, false)).toBe(join(root, 'dist/src/embedded/worker.js'));
});

test('from sources on a Node that loads TypeScript: the source', () => {
  expect(workerEntry(sourceUrl(), ROOMS, true)).toBe(join(root, 'src/embedded/worker.ts'));
});

test('from sources: the build, when it is no older than any source', () => {
  file('src/embedded/server.ts', 1000);
  file('src/documents/csv.ts', 1000);
  file('src/embedded/agent/words.ts', 1500);
  expect(workerEntry(sourceUrl(), ROOMS, false)).toBeNull();
  const built = file('dist/src/embedded/worker.js', 2000);
  expect(workerEntry(sourceUrl(), ROOMS, false)).toBe(built);
  file('src/documents/csv.ts', 2500);
  expect(workerEntry(sourceUrl(), ROOMS, false)).toBeNull();
  file('src/documents/csv.ts', 1000);
  file('src/embedded/agent/words.ts', 2500);
  expect(workerEntry(sourceUrl(), ROOMS, false)).toBeNull();
});
