/** How `agent-eval fix` holds scenarios (a run in a process of its own) and asks the agent how it is. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentUiError } from '../agents/contract.ts';
import { writeFileAtomic } from '../disk/json-file.ts';
import type { Ready } from '../fix/agent-process.ts';
import { FixError } from '../fix/fix-error.ts';
import type { Evaluation } from '../fix/options.ts';
import { startGroup } from '../fix/process-group.ts';
import { readScorecard } from '../results/store/run-directory.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import type { Settings } from '../settings.ts';
import { EXIT, type CommandIo } from './io.ts';

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));
/** Time for an interrupted run to delete its sessions. */
const LAST_MS = 15_000;
const MAX_STDERR = 800;

interface Chosen {
  readonly scenario: readonly string[];
  readonly category: readonly string[];
  readonly tag: readonly string[];
  readonly config?: string | undefined;
}

/**
 * `agent-eval run` in a child: Vitest cannot be run over and over in one process, and the user's files are read anew.
 * Its output is kept as `run.log` in the iteration's folder.
 */
export function evaluator(
  chosen: Chosen,
  { cwd, env }: CommandIo,
): (evaluation: Evaluation) => Promise<Scorecard> {
  return async ({ worktree, folder, scenarioIds, signal }) => {
    const which =
      scenarioIds === null
        ? [
            ...list('--scenario', chosen.scenario),
            ...list('--category', chosen.category),
            ...list('--tag', chosen.tag),
          ]
        : list('--scenario', scenarioIds);
    const config = chosen.config === undefined ? [] : ['--config', chosen.config];
    const run = startGroup({
      argv: [process.execPath, CLI, 'run', '--results', folder, '--fail-on', 'none', ...config, ...which],
      cwd,
      env: childEnvironment(env, worktree),
      stdin: '',
    });
    let timer: NodeJS.Timeout | null = null;
    const onAbort = () => {
      run.interrupt();
      timer = setTimeout(() => run.kill(), LAST_MS);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const ended = await run.ended;
    signal.removeEventListener('abort', onAbort);
    if (timer !== null) clearTimeout(timer);
    await writeFileAtomic(path.join(folder, 'run.log'), `${ended.stdout}\n${ended.stderr}`);
    if (signal.aborted) throw new FixError('the run was interrupted');
    const newest = (await readdir(folder))
      .filter((name) => name.startsWith('run_'))
      .toSorted()
      .at(-1);
    if (ended.exitCode === EXIT.usage || newest === undefined) {
      const last = (ended.stderr.trim() || ended.stdout.trim()).slice(-MAX_STDERR);
      throw new FixError(`the scenarios could not be run: ${ended.startProblem ?? last}`);
    }
    return await readScorecard(path.join(folder, newest, 'scorecard.json'));
  };
}

function list(flag: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [flag, ...names];
}

function childEnvironment(env: CommandIo['env'], worktree: string): Record<string, string> {
  const left = new Set(['AGENT_EVAL_RESUME', 'AGENT_EVAL_DRY_RUN', 'AGENT_EVAL_RESULTS']);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      if (value === undefined || left.has(name)) return [];
      return [[name, name === 'AGENT_EVAL_MCP' ? value.replaceAll('{worktree}', worktree) : value]];
    }),
  );
}

/** Connects and asks `system_status`. */
export function readiness(settings: Settings, { env }: CommandIo): (worktree: string) => Promise<Ready> {
  return async (worktree) => {
    const [{ connectAgentUi }, { checkAgentUi }, { mcpServer, startWords }] = await Promise.all([
      import('../agents/mcp/connect.ts'),
      import('../agents/mcp/preflight.ts'),
      import('../run/target.ts'),
    ]);
    try {
      const mcp = settings.mcp?.replaceAll('{worktree}', worktree);
      const agent = await connectAgentUi({
        mcp: mcpServer({ ...settings, mcp }, env),
        backend: settings.address,
      });
      try {
        const state = await checkAgentUi(agent, startWords(settings));
        return state.ok ? { ok: true } : state;
      } finally {
        await agent.close();
      }
    } catch (error) {
      if (error instanceof AgentUiError) return { ok: false, message: error.message };
      throw error;
    }
  };
}

const CONFIGURATIONS = ['vitest.config', 'vite.config', 'vitest.workspace'];
const ENDINGS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];

/** What the evaluation reads, absolute: a repairer that changes one of these evaluates itself. */
export function evaluationPaths(settings: Settings, cwd: string): string[] {
  const own = fileURLToPath(new URL('..', import.meta.url));
  return [
    ...settings.scenarios,
    settings.corpus,
    settings.baseline ?? 'baselines',
    ...(settings.audit === undefined ? [] : [settings.audit]),
    ...(settings.prompts === undefined ? [] : [settings.prompts]),
    ...CONFIGURATIONS.flatMap((name) => ENDINGS.map((ending) => `${name}.${ending}`)),
  ]
    .map((file) => path.resolve(cwd, file))
    .concat(path.resolve(own), path.resolve(own, '../reporters'));
}
