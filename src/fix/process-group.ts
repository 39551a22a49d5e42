/** A command in a process group of its own, marked, so that nothing it started outlives it (I/O). */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { killMarked, MARK_NAME, newMark } from '../process-mark.ts';
import { atExit } from './at-exit.ts';

/** Characters kept of each stream: its end, where the result stands. */
const MAX_OUTPUT = 2_000_000;
/** A grandchild that left the group can hold our pipes open: we do not wait for it. */
const PIPES_MS = 1000;

export interface GroupOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** What it started in a session of its own shall go on when it ends: an agent that it restarted. */
  readonly leavesDaemons?: boolean;
}

export interface Ended {
  /** null when a signal ended it or it could not be started. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
  /** Why it could not be started; null when it was. */
  readonly startProblem: string | null;
}

export interface Group {
  /** Never rejects. What is left of the group has been killed by then. */
  readonly ended: Promise<Ended>;
  readonly stderr: () => string;
  /** Asks the command alone to end, as Ctrl-C does. */
  interrupt(): void;
  kill(): void;
}

export function startGroup({ argv, cwd, env, stdin, leavesDaemons = false }: GroupOptions): Group {
  const [command = '', ...args] = argv;
  const isWindows = process.platform === 'win32';
  const began = performance.now();
  const mark = newMark();
  const child = spawn(command, args, {
    cwd,
    env: { ...env, [MARK_NAME]: mark },
    detached: !isWindows,
    windowsHide: true,
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] = (said[stream] + text).slice(-MAX_OUTPUT);
    });
  }
  // A command that does not read its prompt closes the pipe: its own business.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const kill = () => {
    if (child.pid === undefined) return;
    if (isWindows) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    else killGroup(child.pid);
    if (!leavesDaemons) killMarked(mark);
  };
  const forget = atExit(kill);
  const ended = new Promise<Ended>((resolve) => {
    const end = (exitCode: number | null, startProblem: string | null) =>
      resolve({ exitCode, ...said, elapsedMs: performance.now() - began, startProblem });
    child.once('error', (error) => {
      forget();
      end(null, error.message);
    });
    child.once('exit', (code) => {
      kill();
      forget();
      void pipesClosed(child).then(() => end(code, null));
    });
  });
  return { ended, kill, interrupt: () => void child.kill('SIGINT'), stderr: () => said.stderr };
}

async function pipesClosed(child: ChildProcessWithoutNullStreams): Promise<void> {
  await once(child, 'close', { signal: AbortSignal.timeout(PIPES_MS) }).catch(() => undefined);
  child.stdout.destroy();
  child.stderr.destroy();
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}

export interface LimitedOptions extends GroupOptions {
  /** Milliseconds. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

export type LimitedEnd = Ended & { readonly cause: 'itself' | 'time' | 'aborted' };

/** Runs to its end, its limit, or the abort, whichever comes first. */
export async function runLimited({ limitMs, signal, ...options }: LimitedOptions): Promise<LimitedEnd> {
  if (signal.aborted) {
    return { exitCode: null, stdout: '', stderr: '', elapsedMs: 0, startProblem: null, cause: 'aborted' };
  }
  const group = startGroup(options);
  let cause: LimitedEnd['cause'] = 'itself';
  const stop = (why: 'time' | 'aborted') => () => {
    cause = why;
    group.kill();
  };
  const onTime = stop('time');
  const onAbort = stop('aborted');
  const timer = setTimeout(onTime, limitMs);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const ended = await group.ended;
    return { ...ended, cause };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** The environment for a command in the worktree: nothing that would lead git elsewhere, nothing of the evaluation. */
export function commandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || /^(?:GIT_|AGENT_EVAL_|VITEST)/.test(name) ? [] : [[name, value]],
    ),
  );
}
