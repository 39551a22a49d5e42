/**
 * One run at a time per backend (I/O): two at once would wait for each other's turns, and each would time out on the
 * other's. The lock lies in a folder of the user, since runs of different projects share a backend.
 */
import { hostname } from 'node:os';
import path from 'node:path';
import { claimLock, type LockRecord } from '../../disk/lock-file.ts';
import { ResultsError } from '../../disk/results-error.ts';
import { publicAddress } from '../../redact.ts';
import { isAddress } from '../../target-kind.ts';
import { hashOf } from '../../results/store/identity.ts';
import { addressKey, resolvedAddressKey } from './backend-address.ts';
import { lockFolder } from './lock-folder.ts';

export type BackendClaim =
  | { readonly ok: true; release(): void }
  /** `message` is one line: who has the backend, since when, what to do. */
  | { readonly ok: false; readonly message: string };

/** How the agent is reached: both count, since one MCP server under two targets is one agent. */
export interface BackendAddresses {
  /** `embedded`, the backend's URL, or a file of the project. */
  readonly target: string;
  /** The MCP server's URL; left out when we start it. */
  readonly mcp?: string | undefined;
}

/** The keys under which a backend is locked; none for an agent that its run has to itself. */
export async function backendKeys({ target, mcp }: BackendAddresses): Promise<readonly string[]> {
  const urls = !isAddress(target) ? [] : [target, ...(mcp !== undefined && URL.canParse(mcp) ? [mcp] : [])];
  const keys = await Promise.all(urls.filter((url) => /^https?:/i.test(url)).map(resolvedAddressKey));
  // In one order, so that two runs can't hold one each and wait for the other.
  return [...new Set(keys)].toSorted();
}

/** `folder` is the project's, named to whoever finds the backend taken. Without `keys` those of the target's spelling. */
export function claimBackend(
  target: string,
  folder: string,
  keys: readonly string[] = isAddress(target) ? [addressKey(target)] : [],
): BackendClaim {
  const releases: (() => void)[] = [];
  const release = () => {
    for (const each of releases.splice(0)) each();
  };
  for (const key of keys) {
    const file = lockFile(key);
    try {
      const claim = claimLock(file, { purpose: `a run in ${folder}` });
      if (claim.ok) {
        releases.push(claim.release);
        continue;
      }
      release();
      return { ok: false, message: taken(publicAddress(target), claim.holder, file) };
    } catch (error) {
      release();
      if (!(error instanceof ResultsError)) throw error;
      return {
        ok: false,
        message: `one run at a time may use ${publicAddress(target)}, and that can't be made sure: ${error.message}`,
      };
    }
  }
  return { ok: true, release };
}

/** Names of one machine are one backend. */
export function lockPath(target: string): string {
  return lockFile(addressKey(target));
}

/** A home may be shared by machines: what is local to one is another backend on the next. */
function lockFile(key: string): string {
  const isHere = key.includes('//localhost:');
  return path.join(lockFolder(), `${isHere ? hashOf(key, hostname()) : hashOf(key)}.lock`);
}

function taken(target: string, holder: LockRecord, file: string): string {
  const since = holder.since.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return (
    `${target} is taken by ${holder.purpose} since ${since} (process ${holder.pid} on ${holder.host}). ` +
    `One run at a time: wait for its end or stop it. If there is no such run, delete ${file}.`
  );
}
