/** Paths inside the corpus: how they are written in YAML and JSON, and that none leads out of it. */
import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAbsence } from '../error-code.ts';
import { isInside } from '../inside.ts';

/** AMD GAIA writes corpus paths from its repository's root. */
const GAIA_PREFIX = ['eval', 'corpus'];

/** A path that may be joined to a corpus folder, or why it may not. */
export type CorpusPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: string };

/**
 * A written path as it is kept: relative to the corpus, forward slashes, without `./` and without GAIA's
 * `eval/corpus/`. Pure: says nothing about whether the file exists.
 */
export function normaliseCorpusPath(written: string): CorpusPath {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f]/.test(written)) return refuse('holds a control character');
  if (written.includes('\\')) return refuse('has a backslash: write forward slashes on every system');
  if (written.startsWith('/')) return refuse('is absolute: write it relative to the corpus folder');
  const parts = withoutGaiaPrefix(written.split('/').filter((part) => part !== '' && part !== '.'));
  const first = parts[0];
  if (first === undefined) return refuse('names no file');
  if (/^[A-Za-z]:/.test(first)) return refuse('has a drive letter: write it relative to the corpus folder');
  if (first.startsWith('~')) return refuse('starts at a home folder: write it relative to the corpus folder');
  if (parts.includes('..')) return refuse('leaves the corpus folder with `..`');
  return { ok: true, path: parts.join('/') };
}

function withoutGaiaPrefix(parts: readonly string[]): readonly string[] {
  const prefixed = GAIA_PREFIX.every((part, index) => parts[index] === part);
  return prefixed ? withoutGaiaPrefix(parts.slice(GAIA_PREFIX.length)) : parts;
}

function refuse(reason: string): CorpusPath {
  return { ok: false, reason };
}

/** What stands at a corpus path on disk. */
export type OnDisk = 'file' | 'missing' | 'not a file' | 'outside' | 'forbidden';

/**
 * Follows symbolic links: one that leads out of the corpus is `outside`, whether or not its target exists. `forbidden` is
 * one of the files that no agent may read, however it is reached: by its name, by a link, by another name of the file.
 */
export async function lookUp(
  corpusDir: string,
  corpusPath: string,
  forbidden: readonly string[] = [],
): Promise<OnDisk> {
  const target = path.join(corpusDir, ...corpusPath.split('/'));
  let real: string;
  try {
    real = await realpath(target);
  } catch (error) {
    if (await isDangling(corpusDir, corpusPath)) return 'outside';
    if (isAbsence(error)) return 'missing';
    throw error;
  }
  if (!isInside(await realpath(corpusDir), real)) return 'outside';
  const stats = await lstat(real);
  const others = await Promise.all(forbidden.map((file) => stat(file).catch(() => null)));
  if (others.some((other) => other !== null && other.dev === stats.dev && other.ino === stats.ino)) {
    return 'forbidden';
  }
  return stats.isFile() ? 'file' : 'not a file';
}

/** A link on the way whose target is not there: it cannot be told where it leads, so it is not trusted. */
async function isDangling(corpusDir: string, corpusPath: string): Promise<boolean> {
  let current = corpusDir;
  for (const part of corpusPath.split('/')) {
    current = path.join(current, part);
    try {
      if ((await lstat(current)).isSymbolicLink()) return true;
    } catch {
      return false;
    }
  }
  return false;
}
