/** Experiment files on disk (I/O). JSON is YAML, so both are read alike. */
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isAbsence } from '../error-code.ts';
import { parseExperiment } from './parse.ts';

export const EXPERIMENT_FILE = /\.(?:ya?ml|json)$/i;

/** Absolute, sorted, below the folder; answers that were brought by hand stand in folders called `answers`. */
export async function findExperimentFiles(folder: string): Promise<readonly string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && EXPERIMENT_FILE.test(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => isExperimentFile(folder, file))
    .toSorted();
}

/** Absolute paths. */
export function isExperimentFile(folder: string, file: string): boolean {
  const inside = path.relative(folder, file).split(path.sep);
  if (inside[0] === '..' || path.isAbsolute(inside.join(path.sep))) return false;
  return EXPERIMENT_FILE.test(file) && !inside.includes('answers');
}

/** Other files with the id of this one, by path: ids name folders of results. */
export async function sameId(file: string, id: string, files: readonly string[]): Promise<readonly string[]> {
  const others = files.filter((each) => each !== file);
  const ids = await Promise.all(
    others.map(async (other) => parseExperiment(await readFile(other, 'utf8').catch(() => ''), other).id),
  );
  return others.filter((_, index) => ids[index]?.toLowerCase() === id.toLowerCase());
}
