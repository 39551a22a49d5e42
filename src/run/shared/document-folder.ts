/**
 * A folder of ours below one that we don't own (I/O). It is made exclusively, never found: what stands there already
 * is somebody's, unless it has our list of what was put there and nobody holds it any more. Only what the list names
 * is ever removed.
 */
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../error-code.ts';
import { claimLock } from '../../disk/lock-file.ts';
import { hashOf } from '../../results/store/identity.ts';

/** In the folder: the names that we put there, one JSON text a line, relative, written before the files. */
const LIST = '.vitest-agent-eval-files';
const LOCK = '.vitest-agent-eval-lock';

export interface DocumentFolder {
  /** Absolute. */
  readonly path: string;
  /** Notes a name, as its parts, before a file of ours is written there. Returns its absolute path. */
  claim(parts: readonly string[]): string;
  /** Removes what was claimed, and the folder unless somebody else put something into it. */
  remove(): void;
}

/**
 * The same place for every run below this root, whatever its project, since agents go on with the first path at which
 * they met a content; another place when that one is taken. Throws when `root` is no folder that we may write.
 */
export function openDocumentFolder(root: string, project: string): DocumentFolder {
  const usual = path.join(root, `agent-eval-documents-${hashOf(path.resolve(root))}`);
  return (
    openAt(usual, project) ??
    openAt(path.join(root, `agent-eval-documents-${randomUUID()}`), project) ??
    fail(`${root} holds a folder of every name that was tried`)
  );
}

/** null when something stands there that is not ours to use now. */
function openAt(folder: string, project: string): DocumentFolder | null {
  const isNew = makeFolder(folder);
  if (!isNew && !isLeftOver(folder)) return null;
  const list = path.join(folder, LIST);
  if (isNew) writeFileSync(list, '', { flag: 'wx' });
  const lock = claimLock(path.join(folder, LOCK), { purpose: `documents of a run in ${project}` });
  if (!lock.ok) return null;
  removeListed(folder);
  const remove = (): void => {
    process.off('exit', remove);
    removeListed(folder);
    lock.release();
    rmSync(list, { force: true });
    // Something else in it is somebody else's, and the list says that the folder is still ours.
    if (!removeEmpty(folder)) writeFileSync(list, '');
  };
  process.once('exit', remove);
  return {
    path: folder,
    claim(parts) {
      appendFileSync(list, `${JSON.stringify(parts)}\n`);
      return path.join(folder, ...parts);
    },
    remove,
  };
}

/** False when something stands there. Not recursive: a root that is not there is a mistake in the setting. */
function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function isLeftOver(folder: string): boolean {
  // A link may lead to anybody's folder.
  return lstatSync(folder).isDirectory() && existsSync(path.join(folder, LIST));
}

const partsSchema = z.array(
  z
    .string()
    .min(1)
    .refine((part) => part !== '..' && !/[\\/]/.test(part)),
);

function removeListed(folder: string): void {
  const list = path.join(folder, LIST);
  const listed = readFileSync(list, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [partsSchema.parse(JSON.parse(line))];
      } catch {
        return []; // a line that was cut short names no file: it is written before the file is
      }
    });
  for (const parts of listed) removeFile(folder, parts);
  writeFileSync(list, '');
}

/** The file, and the folders above it that are empty then. */
function removeFile(folder: string, parts: readonly string[]): void {
  const above = parts.slice(0, -1).map((_, index) => path.join(folder, ...parts.slice(0, index + 1)));
  // A folder that became a link meanwhile leads elsewhere.
  const isOurs = above.every((each) => existsSync(each) && realpathSync(each) === inside(folder, each));
  if (!isOurs) return;
  rmSync(path.join(folder, ...parts), { force: true });
  for (const each of above.toReversed()) if (!removeEmpty(each)) return;
}

function inside(folder: string, below: string): string {
  return path.join(realpathSync(folder), path.relative(folder, below));
}

/** False for a folder that holds something. */
function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function fail(message: string): never {
  throw new Error(message);
}
