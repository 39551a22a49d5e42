/** Where a cell stands in its run's folder, and its writing: whole or not at all (I/O). */
import path from 'node:path';
import { writeFileAtomic } from '../../disk/json-file.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import type { Cell } from './cell-schema.ts';

/** In a run's folder. */
export const CELLS_FOLDER = 'cells';

const ENDING = '.json';
/** Longest name of a file that every common file system takes, without the draft's own additions. */
const LONGEST = 180;

/**
 * Path of a cell below `cells`, forward slashes: the names of variant and case, with what a file system may refuse or read
 * as another name written as `%` and hexadecimal digits.
 * @throws RangeError for a name that is too long to be a file.
 */
export function cellPath({ variant, case: id }: Pick<Cell, 'variant' | 'case'>): string {
  return [...variant.split('/'), ...id.split('/')].map(fileName).join('/') + ENDING;
}

/** Names that Windows takes for devices, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

function fileName(name: string): string {
  const safe = name
    .replaceAll(/[^\p{L}\p{N}._ #=+@,()-]|^\.|[. ]$/gu, escaped)
    .replace(DEVICE, (device) => `${escaped(device[0] ?? '')}${device.slice(1)}`);
  if (Buffer.byteLength(safe) > LONGEST) {
    throw new RangeError(
      `"${name.slice(0, 60)}…" is too long for a file name: give the variant an \`id\`, or rename the document.`,
    );
  }
  return safe === '' ? '%' : safe;
}

function escaped(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** Absolute path of what was written. Throws `ResultsError`. */
export async function writeCell(runFolder: string, cell: Cell): Promise<string> {
  const file = path.join(runFolder, CELLS_FOLDER, ...cellPath(cell).split('/'));
  await makeFolder(path.dirname(file));
  // Not flushed: a crash of the machine costs a cell that the cache gives again, and a flush costs ten times the write.
  await writeFileAtomic(file, `${JSON.stringify(cell, null, 1)}\n`, { flush: false });
  return file;
}
