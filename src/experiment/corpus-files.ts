/** The documents of a corpus by pattern (I/O). */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isAbsence } from '../error-code.ts';
import { manifestPaths } from '../corpus/manifest.ts';
import { globMatcher } from './glob.ts';

/** Paths relative to the corpus, forward slashes, sorted; manifests are no documents. An absent corpus has none. */
export async function corpusFiles(corpus: string): Promise<readonly string[]> {
  const manifests = new Set(manifestPaths(corpus));
  try {
    const entries = await readdir(corpus, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !manifests.has(file) && !file.endsWith('manifest.jsonl'))
      .map((file) => path.relative(corpus, file).split(path.sep).join('/'))
      .toSorted();
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

/** A name without a star is one document, also where it is none. */
export function matching(pattern: string, files: readonly string[]): readonly string[] {
  const plain = pattern.replace(/^\.\//, '');
  if (files.includes(plain)) return [plain];
  return files.filter(globMatcher(plain));
}
