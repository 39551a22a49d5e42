/**
 * Processes that descend from one we started, also those that left its group and its session: they all inherit a mark
 * in their environment (I/O). Synchronous, so that they can be ended while the process exits.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** The variable that holds the mark. */
export const MARK_NAME = 'VITEST_AGENT_EVAL_MARK';

/** Who is being ended may start another meanwhile. */
const ROUNDS = 5;

export function newMark(): string {
  return randomUUID();
}

/**
 * Kills every process with the mark. Linux and macOS tell the environment of a user's own processes; Windows does not, and
 * there nothing is done.
 */
export function killMarked(mark: string): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const marked = markedProcesses(mark);
    if (marked.length === 0) return;
    for (const pid of marked) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
  }
}

/** Their numbers, our own not among them. */
export function markedProcesses(mark: string): readonly number[] {
  const text = `${MARK_NAME}=${mark}`;
  const found =
    process.platform === 'linux' ? fromProc(text) : process.platform === 'win32' ? [] : fromPs(text);
  return found.filter((pid) => pid !== process.pid);
}

function fromProc(text: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').includes(text) ? [Number(name)] : [];
    } catch {
      return []; // another user's, or gone
    }
  });
}

function fromPs(text: string): number[] {
  const { stdout } = spawnSync('ps', ['-axwwE', '-o', 'pid=,command='], {
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  return (stdout ?? '')
    .split('\n')
    .filter((line) => line.includes(text))
    .flatMap((line) => Number(/^\s*(\d+)/.exec(line)?.[1]) || []);
}
