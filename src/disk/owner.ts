/** Who holds a lock or a run: a process, told apart from a later one of the same number (I/O). */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { codeOf } from '../error-code.ts';

export const ownerSchema = z.object({
  pid: z.number().int().positive(),
  /** When the process began, in the words of its system; null where that can't be had. */
  started: z.string().nullable(),
  host: z.string(),
});
export type Owner = z.infer<typeof ownerSchema>;

let own: Owner | null = null;

export function thisProcess(): Owner {
  return (own ??= { pid: process.pid, started: processStart(process.pid), host: hostname() });
}

/** null: it runs, or ran, on another machine, where nobody can ask. */
export function isAlive(owner: Owner): boolean | null {
  if (owner.host !== hostname()) return null;
  if (!exists(owner.pid)) return false;
  const started = processStart(owner.pid);
  // A number is given out again; the moment of the start tells the two apart.
  return started === null ? !isZombie(owner.pid) : owner.started === null || owner.started === started;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    return codeOf(error) === 'EPERM';
  }
}

/** null when there is no such process, when it has ended and waits to be collected, or when nobody can say. */
function processStart(pid: number): string | null {
  if (process.platform === 'linux') {
    const fields = statFields(pid);
    const ticks = fields?.[19];
    return ticks === undefined || isEnded(fields) ? null : `${bootId()}:${ticks}`;
  }
  if (process.platform === 'win32') return null;
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || null;
}

function isZombie(pid: number): boolean {
  return process.platform === 'linux' && isEnded(statFields(pid));
}

function isEnded(fields: readonly string[] | null): boolean {
  return fields?.[0] === 'Z' || fields?.[0] === 'X';
}

/** /proc/<pid>/stat after the name, which may hold spaces and brackets itself: state is [0], start time [19]. */
function statFields(pid: number): string[] | null {
  const text = read(`/proc/${pid}/stat`);
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Ticks count from the start of the machine. */
function bootId(): string {
  return read('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
