/** Folders for the time of a run, in the system's place for temporary files (I/O). */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeOf } from './error-code.ts';
import { messageOf } from './message-of.ts';

/** A new folder whose name begins with `prefix`. Throws an Error that says which variable leads elsewhere. */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  const place = tmpdir();
  try {
    return await mkdtemp(path.join(place, prefix));
  } catch (cause) {
    const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
    throw new Error(
      `There is no place for temporary files: ${place} ${WORDS[codeOf(cause)] ?? `refuses (${messageOf(cause)})`}. ` +
        `Set ${variable} to a folder that can be written.`,
      { cause },
    );
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is no folder',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a full disk',
};
