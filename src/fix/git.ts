/** git as a program (I/O). Hooks and file monitors of the repository never run: a repairer could have put them there. */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { codeOf } from '../error-code.ts';
import { FixError } from './fix-error.ts';

const GUARDS = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'gc.auto=0'];
const MAX_BUFFER = 256 * 1024 * 1024;

export type Git = (...args: readonly string[]) => Promise<string>;

/** `environment` adds to our own, from which everything that leads git elsewhere is taken. */
export function gitIn(cwd: string, environment: Readonly<Record<string, string>> = {}): Git {
  return async (...args) => {
    try {
      const { stdout } = await promisify(execFile)('git', [...GUARDS, ...args], {
        cwd,
        env: gitEnvironment(environment),
        maxBuffer: MAX_BUFFER,
      });
      return stdout;
    } catch (cause) {
      throw new FixError(`git ${args[0] ?? ''} failed in ${cwd}: ${reasonOf(cause)}`, { cause });
    }
  };
}

/** For a process that exits: what fails is left. */
export function gitSync(cwd: string, ...args: readonly string[]): void {
  try {
    execFileSync('git', [...GUARDS, ...args], { cwd, env: gitEnvironment({}), stdio: 'ignore' });
  } catch {
    // Nothing can be said any more.
  }
}

function gitEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  // Looking must not write: git would refresh the index of the user's tree.
  const quiet = { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
  return { ...Object.fromEntries(kept), ...quiet, ...more };
}

function reasonOf(cause: unknown): string {
  if (codeOf(cause) === 'ENOENT') {
    return 'there is no git on the PATH, or no such folder';
  }
  const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : '';
  return said || (cause instanceof Error ? cause.message : String(cause));
}
