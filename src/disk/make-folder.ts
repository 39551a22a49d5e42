/** Makes folders, and says why one cannot be made (I/O). */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, isAbsence } from '../error-code.ts';
import { fileError } from './results-error.ts';

/** The folder and those above it, as far as they are missing. Throws `ResultsError`. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const cause =
      codeOf(error) === 'ENOENT' ? await refusalOf(folder).catch((found: unknown) => found) : error;
    throw fileError('create', folder, cause ?? error);
  }
}

/** A recursive mkdir says ENOENT for whatever kept it from making a folder above: on a read-only disk, for instance. */
async function refusalOf(folder: string): Promise<void> {
  const above = path.dirname(folder);
  if (above !== folder && !(await isThere(above))) return await refusalOf(above);
  await mkdir(folder);
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}
