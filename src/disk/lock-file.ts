/**
 * A lock as a file (I/O): made whole or not at all, kept warm while it is held, taken over from a holder that is
 * dead. Synchronous, so that it can be let go while the process exits.
 */
import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { z } from 'zod';
import { codeOf } from '../error-code.ts';
import { draftPath } from './json-file.ts';
import { isAlive, ownerSchema, thisProcess } from './owner.ts';
import { fileError } from './results-error.ts';

const recordSchema = ownerSchema.extend({
  /** Tells apart two claims of one process. */
  token: z.string(),
  since: z.iso.datetime(),
  /** What the holder does with it, for a person to read. */
  purpose: z.string(),
});
export type LockRecord = z.infer<typeof recordSchema>;

export type Claim =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly holder: LockRecord };

export interface ClaimOptions {
  readonly purpose: string;
  readonly now?: Date;
  /** Milliseconds between two signs of life. */
  readonly warmMs?: number;
}

const WARM_MS = 15_000;
/** A holder on another machine is dead when it gave no sign of life for so long. */
const COLD_MS = 4 * WARM_MS;
/** Another claim at the same moment makes us look again; more than this is no accident. */
const MAX_LOOKS = 50;

/** Throws `ResultsError` when the lock can neither be had nor read. */
export function claimLock(
  path: string,
  { purpose, now = new Date(), warmMs = WARM_MS }: ClaimOptions,
): Claim {
  const mine: LockRecord = { ...thisProcess(), token: randomUUID(), since: now.toISOString(), purpose };
  const draft = draftPath(path);
  try {
    writeFileSync(draft, `${JSON.stringify(mine)}\n`, { flag: 'wx' });
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      if (placeOnce(draft, path)) return held(path, mine, warmMs);
      const found = readText(path);
      if (found === null) continue;
      const holder = parse(found);
      if (holder !== null && isHeld(holder, path)) return { ok: false, holder };
      removeExactly(path, found);
    }
    throw new Error('other processes take and leave it all the time');
  } catch (cause) {
    throw fileError('lock', path, cause);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Who holds the lock now; null when nobody does, also when its holder is dead. */
export function lockHolder(path: string): LockRecord | null {
  const text = readText(path);
  const holder = text === null ? null : parse(text);
  return holder !== null && isHeld(holder, path) ? holder : null;
}

function held(path: string, mine: LockRecord, warmMs: number): Claim {
  const warm = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // Somebody removed the file: there is nothing to keep warm.
    }
  }, warmMs).unref();
  const release = (): void => {
    clearInterval(warm);
    process.off('exit', release);
    const text = readText(path);
    if (text !== null && parse(text)?.token === mine.token) rmSync(path, { force: true });
  };
  process.once('exit', release);
  return { ok: true, release };
}

/** False when something stands there. A link shows the whole content at once. */
function placeOnce(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // A file system without links.
    try {
      copyFileSync(draft, path, constants.COPYFILE_EXCL);
      return true;
    } catch (cause) {
      if (codeOf(cause) === 'EEXIST') return false;
      throw cause;
    }
  }
}

/** Another process may have replaced the dead lock meanwhile: what was not judged dead is put back. */
function removeExactly(path: string, judged: string): void {
  const aside = draftPath(path);
  try {
    renameSync(path, aside);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return;
    throw cause;
  }
  if (readText(aside) !== judged) placeOnce(aside, path);
  rmSync(aside, { force: true });
}

function isHeld(holder: LockRecord, path: string): boolean {
  return isAlive(holder) ?? isWarm(path);
}

/** Clocks of two machines differ, and a clock can be set back: only the distance counts. */
function isWarm(path: string): boolean {
  try {
    return Math.abs(Date.now() - statSync(path).mtimeMs) < COLD_MS;
  } catch {
    return false;
  }
}

function parse(text: string): LockRecord | null {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw cause;
  }
}
