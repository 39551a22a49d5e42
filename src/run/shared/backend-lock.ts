/**
 * One run at a time per backend (I/O): two at once would wait for each other's turns, and each would time out on the
 * other's. The lock lies in a folder of the user, since runs of different projects share a backend.
 */
import { hostname } from 'node:os';
import path from 'node:path';
import { claimLock, type LockRecord } from '../../disk/lock-file.ts';
import { ResultsError } from '../../disk/results-error.ts';
import { publicAddress } from '../../redact.ts';
import { DEFAULT_TARGET } from '../../settings.ts';
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
  /** The MCP server's URL, or the command that starts it; left out for the target's own. */
  readonly mcp?: string | undefined;
  /** The project's folder, absolute: what a command is relative to. Left out: that of the process. */
  readonly root?: string | undefined;
}

/** Before a key that is a command. */
const COMMAND = 'command ';

/**
 * The keys under which a backend is locked; none for an agent that its run has to itself. A server that a command starts
 * may be any agent's: the default address then says nothing, and the command itself is the key.
 */
export async function backendKeys({ target, mcp, root }: BackendAddresses): Promise<readonly string[]> {
  if (!isAddress(target)) return [];
  const isCommand = mcp !== undefined && !isAddress(mcp);
  const urls = [
    ...(isCommand && addressKey(target) === addressKey(DEFAULT_TARGET) ? [] : [target]),
    ...(mcp !== undefined && isAddress(mcp) ? [mcp] : []),
  ];
  const keys = await Promise.all(urls.map(resolvedAddressKey));
  const commands = isCommand ? [`${COMMAND}${root ?? process.cwd()} ${mcp}`] : [];
  // In one order, so that two runs can't hold one each and wait for the other.
  return [...new Set([...keys, ...commands])].toSorted();
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
      const agent = key.startsWith(COMMAND) ? 'The agent that AGENT_EVAL_MCP starts' : publicAddress(target);
      return { ok: false, message: taken(agent, claim.holder, file) };
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
  const isHere = key.startsWith(COMMAND) || key.includes('//localhost:');
  return path.join(lockFolder(), `${isHere ? hashOf(key, hostname()) : hashOf(key)}.lock`);
}

function taken(target: string, holder: LockRecord, file: string): string {
  const since = holder.since.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return (
    `${target} is taken by ${holder.purpose} since ${since} (process ${holder.pid} on ${holder.host}). ` +
    `One run at a time: wait for its end or stop it. If there is no such run, delete ${file}.`
  );
}
