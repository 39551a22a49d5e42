/**
 * Reads and writes whole files (I/O). A reader sees the old content or the new one, never a part: the
 * text goes to a draft beside the target, is flushed, and takes its place by a rename. When two write the same
 * path, the last rename wins. A crash of the machine may lose the newest version, never mix two.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { z } from 'zod';
import { maskKnownSecrets } from '../redact.ts';
import { fileError, ResultsError } from './results-error.ts';
import { parseStoredJson } from './stored-json.ts';

let drafts = 0;

/** A name beside the target that nobody else uses: worker threads share a process id, calls share a thread. */
export function draftPath(target: string): string {
  drafts += 1;
  return join(dirname(target), `.${basename(target)}.${process.pid}.${threadId}.${drafts}.draft`);
}

/**
 * Secrets that we know are masked in what is written.
 * Throws {@link ResultsError}; then the target is as it was and no draft is left. Unflushed, a crash of the machine (not of
 * the process) may leave it empty.
 */
export async function writeFileAtomic(
  path: string,
  text: string,
  { flush } = { flush: true },
): Promise<void> {
  const draft = draftPath(path);
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(maskKnownSecrets(text), 'utf8');
      if (flush) await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    if (flush) await flushFolder(dirname(path));
  } catch (cause) {
    // The write's own error is the one to tell; a draft that cannot be removed is only litter.
    await rm(draft, { force: true }).catch(() => undefined);
    throw fileError('write', path, cause);
  }
}

/** The same for a process that exits, when nothing is waited for any more. The folder is not flushed. */
export function writeFileAtomicSync(path: string, text: string): void {
  const draft = draftPath(path);
  try {
    const file = openSync(draft, 'wx');
    try {
      const bytes = Buffer.from(maskKnownSecrets(text));
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw fileError('write', path, cause);
  }
}

/** Every string survives, lone surrogates and NUL included: JSON escapes them. */
export async function writeJsonAtomic(path: string, value: unknown): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** What to do about a trace that cannot be read. */
const RUN_AGAIN = 'Delete it and run its scenario again';

/** Throws {@link ResultsError} that names the file, what is wrong in it, and what to do: `advice`, a clause. */
export async function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  advice: string = RUN_AGAIN,
): Promise<z.output<Schema>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw fileError('read', path, cause);
  }
  let value: unknown;
  try {
    value = parseStoredJson(text);
  } catch (cause) {
    throw new ResultsError(`${path} is not JSON${whatInstead(text)}. ${advice}.`, path, { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const where = first === undefined ? '' : `${z.core.toDotPath(first.path) || 'the file'}: ${first.message}`;
  const more = parsed.error.issues.length > 1 ? ` (and ${parsed.error.issues.length - 1} more)` : '';
  throw new ResultsError(
    `${path} has not the format that vitest-agent-eval reads: ${where}${more}. ` +
      `${advice}, or read it with the version that wrote it.`,
    path,
    { cause: parsed.error },
  );
}

function whatInstead(text: string): string {
  if (text.trim() === '') return ': it is empty';
  return /[}\]]\s*$/.test(text) ? '' : ': it is cut short';
}

/** Makes the rename itself last. Windows cannot open a folder, and needs no flush. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
