/** A project of its own in a temporary folder, and a child Vitest that runs it: as a user meets the package. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inject, onTestFinished } from 'vitest';
import { scenarioResultSchema, type ScenarioResult } from '../../src/results/store/schema.ts';
import { scorecardSchema, type Scorecard } from '../../src/results/store/scorecard.ts';

export const repository = path.resolve(import.meta.dirname, '../..');
const vitestEntry = path.join(repository, 'node_modules/vitest/vitest.mjs');

export interface Run {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, in the order they came, without colours. */
  readonly output: string;
  /** The same as it came, escape sequences and all. */
  readonly raw: string;
}

export interface Project {
  readonly folder: string;
  path(file: string): string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** `vitest <args>` in the project's folder. */
  vitest(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run>;
  /** `node <args>` in the project's folder. */
  node(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run>;
  /** `agent-eval <args>` in the project's folder. */
  agentEval(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run>;
  /** The same, running: for interruptions. */
  startAgentEval(args: readonly string[], env?: Readonly<Record<string, string>>): RunningVitest;
  /** `vitest <args>`, running: for watch mode and interruptions. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): RunningVitest;
  scorecard(results?: string): Promise<Scorecard>;
  summary(results?: string): Promise<string>;
  trace(scenarioId: string, results?: string): Promise<ScenarioResult>;
  /** Names of run folders, oldest first. */
  runs(results?: string): Promise<readonly string[]>;
}

export interface RunningVitest {
  readonly process: ChildProcess;
  /** Everything printed so far, without colours. */
  output(): string;
  /** Resolves when what was printed after `from` characters matches; rejects when the process ends before. */
  printed(pattern: RegExp, from?: number): Promise<void>;
  done: Promise<Run>;
}

/** Files of a project that has scenarios and nothing else. */
export function config(options = '', test = ''): string {
  return [
    "import { defineConfig } from 'vitest/config';",
    "import { agentEval } from 'vitest-agent-eval';",
    `export default defineConfig({ plugins: [agentEval(${options})], test: { ${test} } });`,
    '',
  ].join('\n');
}

/** Made for one test and removed after it. */
export async function createProject(files: Readonly<Record<string, string>>): Promise<Project> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-eval-project-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await linkPackages(path.join(folder, 'node_modules'));
  const project = projectAt(folder);
  await project.write({ 'package.json': '{ "type": "module", "private": true }\n', ...files });
  return project;
}

/** The repository's packages, and this one as it is published. */
export async function linkPackages(modules: string): Promise<void> {
  await mkdir(modules);
  const installed = path.join(repository, 'node_modules');
  const names = (await readdir(installed)).filter((name) => !name.startsWith('.'));
  const links = new Map(names.map((name) => [name, path.join(installed, name)]));
  links.set('vitest-agent-eval', inject('builtPackage'));
  await Promise.all(
    [...links].map(([name, target]) => symlink(target, path.join(modules, name), 'junction')),
  );
}

/** A folder that is there already. */
export function projectAt(folder: string): Project {
  const project: Project = {
    folder,
    path: (file) => path.join(folder, file),
    async write(more) {
      for (const [file, text] of Object.entries(more)) {
        await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
        await writeFile(path.join(folder, file), text);
      }
    },
    vitest: (args, env) => project.start(args, env).done,
    node: (args, env = {}) => startNode(folder, args, env).done,
    agentEval: (args, env) => project.startAgentEval(args, env).done,
    startAgentEval: (args, env = {}) => {
      const cli = path.join(folder, 'node_modules/vitest-agent-eval/dist/src/cli.js');
      return startNode(folder, [cli, ...args], env);
    },
    start: (args, env = {}) => startNode(folder, [vitestEntry, ...args], env),
    async scorecard(results = 'results') {
      return scorecardSchema.parse(
        JSON.parse(await readFile(await inRun(folder, results, 'scorecard.json'), 'utf8')),
      );
    },
    async summary(results = 'results') {
      return readFile(await inRun(folder, results, 'summary.md'), 'utf8');
    },
    async trace(scenarioId, results = 'results') {
      const file = await inRun(folder, results, path.join('traces', `${scenarioId}.json`));
      return scenarioResultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    },
    runs: (results = 'results') => runFolders(path.resolve(folder, results)),
  };
  return project;
}

async function runFolders(results: string): Promise<readonly string[]> {
  const names = await readdir(results).catch(() => []);
  return names.filter((name) => name.startsWith('run_')).toSorted();
}

/** A file of the newest run. */
async function inRun(folder: string, results: string, file: string): Promise<string> {
  const runs = path.resolve(folder, results);
  const newest = (await runFolders(runs)).at(-1);
  if (newest === undefined) throw new Error(`no run in ${runs}`);
  return path.join(runs, newest, file);
}

/** `node <args>` in a folder, which is its home, too. */
export function startNode(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stdin: 'ignore' | 'pipe' = 'ignore',
): RunningVitest {
  // A home of its own: locks of other tests' runs on the same address must not meet.
  const temporary = path.join(folder, '.tmp');
  mkdirSync(temporary, { recursive: true });
  const child = spawn(process.execPath, [...args], {
    cwd: folder,
    env: { ...ownEnvironment(), TMPDIR: temporary, HOME: temporary, USERPROFILE: temporary, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const texts = { stdout: '', stderr: '', output: '', raw: '' };
  const waiting = new Set<() => void>();
  const hear = (stream: 'stdout' | 'stderr') => (chunk: Buffer) => {
    const text = stripVTControlCharacters(chunk.toString());
    texts[stream] += text;
    texts.output += text;
    texts.raw += chunk.toString();
    for (const look of waiting) look();
  };
  child.stdout?.on('data', hear('stdout'));
  child.stderr?.on('data', hear('stderr'));
  const done = once(child, 'close').then(([code]): Run => ({
    exitCode: typeof code === 'number' ? code : null,
    ...texts,
  }));
  return {
    process: child,
    output: () => texts.output,
    done,
    printed: (pattern, from = 0) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(texts.output.slice(from))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        void done.then(() => reject(new Error(`ended before it printed ${pattern}:\n${texts.output}`)));
        look();
      }),
  };
}

/** Nothing of this Vitest, of a CI machine or of the user's settings reaches the child. */
function ownEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(VITEST|AGENT_EVAL_|ANTHROPIC_|GITHUB_|CI$|NODE_OPTIONS$|FORCE_COLOR$|NO_COLOR$|TEST$|NODE_ENV$)/.test(
        name,
      ),
  );
  return { ...Object.fromEntries(kept.map(([name, value]) => [name, value ?? ''])), NO_COLOR: '1' };
}
