/** The evaluation's own files, so that a repairer that changes them is found out and they are put back (I/O). */
import { createHash } from 'node:crypto';
import { cp, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface Kept {
  readonly hash: string;
  /** Symbolic links by what they point to; null for a file too large to be kept. */
  readonly content: Buffer | { readonly link: string } | null;
}

/** By absolute path. */
export type Snapshot = ReadonlyMap<string, Kept>;

/** Bytes; of a larger file only the hash is kept. */
const MAX_KEPT = 8 * 1024 * 1024;

/** Folders or files, absolute; what is not there holds nothing. */
export async function takeSnapshot(paths: readonly string[]): Promise<Snapshot> {
  const snapshot = new Map<string, Kept>();
  for (const each of paths) {
    // oxlint-disable-next-line no-await-in-loop -- a folder may hold large files
    await add(each, snapshot);
  }
  return snapshot;
}

async function add(file: string, snapshot: Map<string, Kept>): Promise<void> {
  const stats = await lstat(file).catch(() => null);
  if (stats === null) return;
  if (stats.isSymbolicLink()) {
    const link = await readlink(file);
    snapshot.set(file, { hash: `link ${link}`, content: { link } });
  } else if (stats.isDirectory()) {
    for (const name of await readdir(file)) {
      // oxlint-disable-next-line no-await-in-loop
      await add(path.join(file, name), snapshot);
    }
  } else if (stats.isFile()) {
    const content = await readFile(file);
    const hash = createHash('sha256').update(content).digest('hex');
    snapshot.set(file, { hash, content: content.length > MAX_KEPT ? null : content });
  }
}

/** Absolute paths that were added, changed or removed, sorted. */
export function snapshotChanges(before: Snapshot, after: Snapshot): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((file) => before.get(file)?.hash !== after.get(file)?.hash).toSorted();
}

/**
 * Puts the files back as they were. What stands there instead may be the user's own work of that hour, so it is copied
 * into `aside` first, below a number. Returns those that could not be put back.
 */
export async function putBack(
  before: Snapshot,
  changed: readonly string[],
  aside: string,
): Promise<string[]> {
  const failed: string[] = [];
  for (const [index, file] of changed.entries()) {
    const content = before.get(file)?.content;
    if (content === null) {
      failed.push(file);
      continue;
    }
    const copy = path.join(aside, `${index + 1}-${path.basename(file)}`);
    // oxlint-disable-next-line no-await-in-loop -- a folder may have become a file: one after the other
    await setAside(file, copy)
      .then(() => put(file, content))
      .catch(() => failed.push(file));
  }
  return failed;
}

async function setAside(file: string, copy: string): Promise<void> {
  if ((await lstat(file).catch(() => null)) === null) return;
  await mkdir(path.dirname(copy), { recursive: true });
  await cp(file, copy, { recursive: true, verbatimSymlinks: true });
}

async function put(file: string, content: Exclude<Kept['content'], null> | undefined): Promise<void> {
  await rm(file, { recursive: true, force: true });
  if (content === undefined) return;
  await mkdir(path.dirname(file), { recursive: true });
  if (Buffer.isBuffer(content)) await writeFile(file, content);
  else await symlink(content.link, file);
}
