/** Writes the files of a start (I/O): all of them, or none where one would be lost. */
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../error-code.ts';
import { messageOf } from '../../message-of.ts';
import { CommandError } from '../io.ts';
import type { StartFile } from './start.ts';

/** Files that are named in a message; the rest is counted. */
const NAMED = 10;

export interface Written {
  readonly written: number;
  /** There already, with the same content. */
  readonly same: number;
}

/**
 * Files with other content are overwritten only with `force`; `elsewhere` says how another folder is named.
 * @throws CommandError when such files are there and `force` is not given, or when one can't be written.
 */
export async function writeStart(
  folder: string,
  files: readonly StartFile[],
  { force, elsewhere = '--to evals' }: { readonly force: boolean; readonly elsewhere?: string },
): Promise<Written> {
  const states = await Promise.all(files.map(async (file) => ({ file, state: await stateOf(folder, file) })));
  const differing = states.flatMap(({ file, state }) => (state === 'other' ? [file.to] : []));
  if (differing.length > 0 && !force) throw new CommandError(refusal(differing, elsewhere));
  const wanted = states.filter(({ state }) => state !== 'same').map(({ file }) => file);
  for (const { to, bytes } of wanted) {
    const target = path.join(folder, ...to.split('/'));
    try {
      // oxlint-disable-next-line no-await-in-loop -- many small files: one after the other is as fast
      await mkdir(path.dirname(target), { recursive: true });
      // Not through a link into somebody's file elsewhere.
      // oxlint-disable-next-line no-await-in-loop
      await rm(target, { force: true });
      // oxlint-disable-next-line no-await-in-loop
      await writeFile(target, bytes);
    } catch (error) {
      throw new CommandError(`${target} could not be written: ${messageOf(error)}`, { cause: error });
    }
  }
  return { written: wanted.length, same: files.length - wanted.length };
}

/** "3 files written to evals, 2 were there already". */
export function writtenWords(what: string, { written, same }: Written, shown: string): string {
  return `${written} ${what} written to ${shown}${same === 0 ? '' : `, ${same} were there already`}`;
}

/** The folder as the user may type it; `.` for where they stand. */
export function shownFolder(folder: string, cwd: string): string {
  return path.relative(cwd, folder).split(path.sep).join('/') || '.';
}

async function stateOf(folder: string, { to, bytes }: StartFile): Promise<'new' | 'same' | 'other'> {
  const target = path.join(folder, ...to.split('/'));
  try {
    // What a link leads to is somebody's file elsewhere.
    if (!(await lstat(target)).isFile()) return 'other';
    return Buffer.compare(await readFile(target), bytes) === 0 ? 'same' : 'other';
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'new' : 'other';
  }
}

function refusal(files: readonly string[], elsewhere: string): string {
  const more = files.length > NAMED ? [`  … and ${files.length - NAMED} more`] : [];
  return [
    `${files.length === 1 ? 'A file is' : `${files.length} files are`} there with other content. Nothing was written.`,
    ...files.slice(0, NAMED).map((file) => `  ${file}`),
    ...more,
    `Name another folder (${elsewhere}), or overwrite them (--force).`,
  ].join('\n');
}
