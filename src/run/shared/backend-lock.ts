/**
 * One run at a time per backend (I/O): two at once would wait for each other's turns, and each would time out on the
 * other's. The lock lies in the system's temporary folder, since runs of different projects share a backend.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { claimLock, type LockRecord } from '../../disk/lock-file.ts';
import { ResultsError } from '../../disk/results-error.ts';
import { publicAddress } from '../../redact.ts';
import { hashOf } from '../../results/store/identity.ts';

export type BackendClaim =
  | { readonly ok: true; release(): void }
  /** `message` is one line: who has the backend, since when, what to do. */
  | { readonly ok: false; readonly message: string };

/** `folder` is the project's, named to whoever finds the backend taken. The embedded agent is nobody else's. */
export function claimBackend(target: string, folder: string): BackendClaim {
  if (target === 'embedded') return { ok: true, release: () => {} };
  const file = lockPath(target);
  try {
    const claim = claimLock(file, { purpose: `a run in ${folder}` });
    return claim.ok ? claim : { ok: false, message: taken(publicAddress(target), claim.holder, file) };
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    return {
      ok: false,
      message: `one run at a time may use ${publicAddress(target)}, and that can't be made sure: ${error.message}`,
    };
  }
}

/** Names of one machine are one backend. */
export function lockPath(target: string): string {
  const url = new URL(target);
  if (/^(?:127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(url.hostname)) url.hostname = 'localhost';
  const key = `${url.protocol}//${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
  return path.join(tmpdir(), `vitest-agent-eval-${hashOf(key)}.lock`);
}

function taken(target: string, holder: LockRecord, file: string): string {
  const since = holder.since.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return (
    `${target} is taken by ${holder.purpose} since ${since} (process ${holder.pid} on ${holder.host}). ` +
    `One run at a time: wait for its end or stop it. If there is no such run, delete ${file}.`
  );
}
