/** The agent on the repaired tree: started by the user's command, waited for, ended afterwards (I/O). */
import { setTimeout as sleep } from 'node:timers/promises';
import { FixError } from './fix-error.ts';
import { commandEnvironment, startGroup, type Ended, type Group } from './process-group.ts';

/** One look at the agent. */
export type Ready = { readonly ok: true } | { readonly ok: false; readonly message: string };

export interface RestartOptions {
  /** null: the run itself starts the agent, by its MCP setting. */
  readonly argv: readonly string[] | null;
  readonly worktree: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Seconds. */
  readonly limit: number;
  readonly isReady: (worktree: string) => Promise<Ready>;
  readonly mask: (text: string) => string;
  readonly signal: AbortSignal;
}

const LOOK_EVERY_MS = 250;
const MAX_LAST_WORDS = 600;

/** `{worktree}` in any word of a command. Pure. */
export function withWorktree(argv: readonly string[], worktree: string): string[] {
  return argv.map((word) => word.replaceAll('{worktree}', worktree));
}

/**
 * Calls `use` while the agent is up. A command that ends with 0 has restarted an agent that runs elsewhere; one that
 * goes on is the agent. Throws {@link FixError} when the agent does not come up.
 */
export async function whileAgentIsUp<T>(options: RestartOptions, use: () => Promise<T>): Promise<T> {
  const { argv, worktree, env } = options;
  if (argv === null) {
    await waitFor(options, null, () => false);
    return await use();
  }
  const before = await options.isReady(worktree);
  const group = startGroup({
    argv: withWorktree(argv, worktree),
    cwd: worktree,
    env: commandEnvironment(env),
    stdin: '',
    leavesDaemons: true,
  });
  try {
    // Whoever answered before may be the agent of another tree, until the command has ended.
    await waitFor(options, group, () => before.ok);
    return await use();
  } finally {
    group.kill();
    await group.ended;
  }
}

async function waitFor(options: RestartOptions, group: Group | null, isTaken: () => boolean): Promise<void> {
  const { limit, isReady, worktree, signal } = options;
  const until = performance.now() + limit * 1000;
  let ended: Ended | null = null;
  void group?.ended.then((end) => (ended = end));
  let last = 'nothing was asked';
  // oxlint-disable no-await-in-loop -- one look after the other
  while (performance.now() < until) {
    if (signal.aborted) throw new FixError('interrupted');
    const end = ended as Ended | null;
    if (end !== null && (end.exitCode !== 0 || end.startProblem !== null))
      throw new FixError(failed(end, options));
    if (end !== null || !isTaken()) {
      const state = await isReady(worktree);
      if (state.ok) return;
      last = state.message;
    } else
      last = 'another agent answered there already: stop it, so that the repaired one can take its place';
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  // oxlint-enable no-await-in-loop
  throw new FixError(
    `the agent was not up after ${limit} s: ${last}${lastWords(group?.stderr() ?? '', options)}`,
  );
}

function failed({ exitCode, startProblem, stderr }: Ended, options: RestartOptions): string {
  const how = startProblem ?? `it exited with ${exitCode ?? 'a signal'}`;
  return `the command that restarts the agent failed: ${how}${lastWords(stderr, options)}`;
}

function lastWords(stderr: string, { mask }: RestartOptions): string {
  const text = mask(stderr).trim().slice(-MAX_LAST_WORDS);
  return text === '' ? '' : `. Its last words: ${text}`;
}
