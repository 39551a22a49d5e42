/** The cells of a run's folder, read back (I/O). */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readJson } from '../../disk/json-file.ts';
import { fileError, ResultsError } from '../../disk/results-error.ts';
import { isAbsence } from '../../error-code.ts';
import { CELLS_FOLDER } from './cell-file.ts';
import { cellSchema, type Cell } from './cell-schema.ts';

export interface StoredCells {
  /** Sorted by variant and case. */
  readonly cells: readonly Cell[];
  /** Files that cannot be read: never a cell that passed, never one that failed. */
  readonly damaged: readonly DamagedCell[];
}

export interface DamagedCell {
  /** Absolute, or as the run's folder was given. */
  readonly file: string;
  /** In a sentence, with what to do. */
  readonly problem: string;
}

/** Files read at once: thousands together would use up the file handles of a process. */
const AT_ONCE = 64;
const ADVICE = 'Delete it and run the experiment again: its answer is taken from the cache';

/**
 * @param runFolder of one run of an experiment; without cells the list is empty.
 * @throws ResultsError when a folder cannot be read.
 */
export async function readCells(runFolder: string): Promise<StoredCells> {
  const files = await cellFiles(path.join(runFolder, CELLS_FOLDER));
  const cells: Cell[] = [];
  const damaged: DamagedCell[] = [];
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const read = await Promise.all(files.slice(from, from + AT_ONCE).map(readCell));
    for (const each of read) {
      if ('problem' in each) damaged.push(each);
      else cells.push(each);
    }
  }
  return { cells: cells.toSorted(inOrder), damaged };
}

async function readCell(file: string): Promise<Cell | DamagedCell> {
  try {
    return await readJson(file, cellSchema, ADVICE);
  } catch (error) {
    if (error instanceof ResultsError) return { file, problem: error.message };
    throw error;
  }
}

async function cellFiles(folder: string): Promise<readonly string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (cause) {
    if (isAbsence(cause)) return [];
    throw fileError('read', folder, cause);
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.name.startsWith('.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

function inOrder(a: Cell, b: Cell): number {
  return compare(a.variant, b.variant) || compare(a.case, b.case);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
