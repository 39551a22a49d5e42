/** A small agent in a git repository of its own, the scripted repairer, and runs that read what is in the worktree. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { resolveFixSettings } from '../../src/fix/fix-settings.ts';
import type { FixResult } from '../../src/fix/history.ts';
import { fixLoop } from '../../src/fix/loop.ts';
import type { FixOptions } from '../../src/fix/options.ts';
import { card, type RowInput } from '../support/scorecards.ts';

const REPAIRER = path.resolve(import.meta.dirname, '../support/scripted-repairer.mjs');

export function temporary(name: string): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `fix-test-${name}-`)));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

export function git(folder: string, ...words: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' });
}

export function repository(files: Readonly<Record<string, string>>): string {
  const folder = temporary('agent');
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'config', 'user.name', 'A Test');
  git(folder, 'config', 'user.email', 'test@example.com');
  put(folder, files);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'The agent');
  return folder;
}

/** Three planted faults; `steady` holds as long as its file does. */
export const AGENT = {
  'tools.txt': 'lookup: orders pizza\n',
  'history.txt': 'window=1\n',
  'steady.txt': 'works\n',
  '.gitignore': 'ignored/\n',
};

/** What a run of that agent would say. `stubborn` can't be repaired. */
export function rowsOf(worktree: string): RowInput[] {
  const holds = (file: string, text: string) =>
    existsSync(path.join(worktree, file)) && readFileSync(path.join(worktree, file), 'utf8').includes(text);
  const row = (id: string, isGood: boolean, more: object = {}): RowInput => ({
    id,
    status: isGood ? 'PASS' : 'FAIL',
    ...more,
  });
  return [
    row('history', holds('history.txt', 'window=10'), {
      severity: 'critical',
      root_cause_target: 'architecture',
    }),
    row('steady', holds('steady.txt', 'works')),
    row('stubborn', false),
    row('tool', holds('tools.txt', 'looks up'), { root_cause_target: 'tool_description' }),
  ];
}

export interface Rig {
  readonly agent: string;
  readonly folder: string;
  readonly project: string;
  readonly evaluated: { readonly worktree: string; readonly files: readonly string[] }[];
  readonly told: string[];
  script(...calls: readonly (readonly object[])[]): void;
  calls(): readonly { prompt: string; cwd: string; env: readonly string[] }[];
  pids(): readonly number[];
  fix(more?: RigOptions): Promise<FixResult>;
}

type RigOptions = Partial<Omit<FixOptions, 'settings'>> & { readonly settings?: object };

const callsSchema = z.array(z.object({ prompt: z.string(), cwd: z.string(), env: z.array(z.string()) }));

export function rig(files: Readonly<Record<string, string>> = AGENT): Rig {
  const agent = repository(files);
  const project = temporary('project');
  put(project, { 'scenarios/a.yaml': 'id: a\n', 'corpus/doc.md': 'The lamp costs 42 euros.\n' });
  const folder = path.join(project, 'results/fix');
  mkdirSync(folder, { recursive: true });
  const state = temporary('repairer');
  const evaluated: { worktree: string; files: readonly string[] }[] = [];
  const told: string[] = [];
  return {
    agent,
    folder,
    project,
    evaluated,
    told,
    script: (...calls) => put(state, { 'script.json': JSON.stringify(calls) }),
    calls: () => callsSchema.parse(JSON.parse(readFileSync(path.join(state, 'calls.json'), 'utf8'))),
    pids: () => z.array(z.number()).parse(JSON.parse(readFileSync(path.join(state, 'pids.json'), 'utf8'))),
    async fix({ settings = {}, ...more } = {}) {
      return await fixLoop({
        settings: resolveFixSettings(settings, {}),
        source: agent,
        repairer: [process.execPath, REPAIRER, state],
        restart: null,
        evaluationPaths: [path.join(project, 'scenarios'), path.join(project, 'corpus')],
        projectRoot: project,
        folder,
        results: path.join(project, 'results'),
        first: null,
        env: process.env,
        evaluate: ({ worktree }) => {
          evaluated.push({ worktree, files: readdirSync(worktree).toSorted() });
          return Promise.resolve(card(rowsOf(worktree), { runId: `run_${evaluated.length}` }));
        },
        isReady: () => Promise.resolve({ ok: true }),
        mask: (text) => text,
        tell: (line) => void told.push(line),
        signal: new AbortController().signal,
        ...more,
      });
    },
  };
}

/** Nothing of a fix is left: one worktree, the branch where it was, a clean tree. */
export function traces(agent: string): object {
  return {
    worktrees: git(agent, 'worktree', 'list').trim().split('\n').length,
    branches: git(agent, 'for-each-ref', '--format=%(refname)').trim().split('\n'),
    commits: git(agent, 'rev-list', '--all', '--count').trim(),
    status: git(agent, 'status', '--porcelain'),
    unreachable: git(agent, 'fsck', '--unreachable', '--no-reflogs', '--no-progress'),
  };
}
export const NO_TRACES = {
  worktrees: 1,
  branches: ['refs/heads/main'],
  commits: '1',
  status: '',
  unreachable: '',
};

export function isAlive(pid: number): boolean {
  try {
    // A process that ended and that nobody has waited for yet is gone all the same.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
