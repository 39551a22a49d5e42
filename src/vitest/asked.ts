/**
 * Were the scenarios asked for? A run of them takes hours and may spend money, so a `vitest run` that is meant for
 * other tests leaves them out.
 */
import path from 'node:path';
import type { TestProject, Vitest } from 'vitest/node';
import { speaker } from '../../reporters/voice.ts';
import type { Settings } from '../settings.ts';
import { PROJECT_NAME } from './project.ts';

/** Why scenarios may run, whatever is named on the command line. */
export function isAskedBySettings(
  settings: Pick<Settings, 'always' | 'dryRun' | 'target' | 'judge' | 'simulator'>,
): boolean {
  const { target, judge, simulator } = settings;
  const isFree = target === 'embedded' && judge === 'rules' && simulator === 'plain';
  return settings.always || settings.dryRun || isFree;
}

/** `--project` names ours, a pattern included. What is only not excluded is not named. */
export function isAskedByProject(patterns: string | readonly string[] | undefined): boolean {
  const given = typeof patterns === 'string' ? [patterns] : (patterns ?? []);
  return given.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`));
    return !pattern.startsWith('!') && new RegExp(`^${parts.join('.*')}$`, 'i').test(PROJECT_NAME);
  });
}

export interface FileAsking {
  /** Absolute. */
  readonly cwd: string;
  /** Folders of scenarios and of their documents, absolute. */
  readonly folders: readonly string[];
  /** Does a test file of another project match? */
  readonly matchesOthers: (filter: string) => Promise<boolean>;
}

/**
 * The filters of files that mean scenarios: a place in their folders, a YAML, or a part of a name that no other test
 * has.
 */
export async function askingFilters(
  filters: readonly string[],
  { cwd, folders, matchesOthers }: FileAsking,
): Promise<readonly string[]> {
  const asking = await Promise.all(
    filters.map(async (filter) => {
      const file = withoutLine(filter);
      if (/\.ya?ml$/i.test(file) || isIn(folders, path.resolve(cwd, file))) return true;
      return !(await matchesOthers(filter));
    }),
  );
  return filters.filter((_, index) => asking[index]);
}

function isIn(folders: readonly string[], file: string): boolean {
  return folders.some((folder) => file === folder || file.startsWith(folder + path.sep));
}

export interface LeaveOutOptions {
  readonly vitest: Vitest;
  readonly project: TestProject;
  readonly settings: Settings;
  /** Of scenarios, absolute. */
  readonly folders: readonly string[];
  /** Absolute. */
  readonly corpus: string;
  /** How many scenarios there are. */
  readonly count: () => Promise<number>;
}

/** The method of Vitest's own, when a restart in watch mode comes here again. */
const ORIGINAL = Symbol.for('vitest-agent-eval/start');

/**
 * Makes Vitest leave scenarios out of what it starts by itself, unless they are asked for, and says so once a start.
 * What an editor or another program runs by name, and `vitest list`, are not touched: they do not come by `start`.
 */
export function leaveOutUnasked(options: LeaveOutOptions): void {
  const { vitest, project, settings, folders, corpus } = options;
  if (isAskedBySettings(settings) || isAskedByProject(vitest.config.project)) return;
  const start = startOf(vitest);
  const glob = project.globTestFiles.bind(project);
  const matches = project.matchesTestGlob.bind(project);
  const matchesOthers = async (filter: string) => {
    const others = vitest.projects.filter((other) => other !== project);
    const found = await Promise.all(others.map((other) => other.globTestFiles([withoutLine(filter)])));
    return found.some(({ testFiles }) => testFiles.length > 0);
  };
  /** The filters that may lead to a scenario; null for all. */
  let asked: readonly string[] | null = null;
  let leftOut = 0;

  project.globTestFiles = async (filters = []) => {
    if (asked === null) return glob(filters);
    if (filters.length === 0) {
      // Not even looked for: what Vitest has seen as a test runs when it is edited in watch mode.
      leftOut = await options.count();
      return { testFiles: [], typecheckTestFiles: [] };
    }
    const all = (await glob(filters)).testFiles;
    const wanted = asked.length === 0 ? [] : (await glob([...asked])).testFiles;
    const kept = all.filter((file) => wanted.includes(file));
    leftOut = all.length - kept.length;
    return { testFiles: kept, typecheckTestFiles: [] };
  };
  project.matchesTestGlob = (file, source) => asked === null && matches(file, source);
  vitest.config.reporters.push({
    onTestRunEnd() {
      if (leftOut > 0) speaker(vitest)(`agent-eval  ${leftOutLine(leftOut)}`);
      leftOut = 0;
    },
  });
  vitest.start = async (filters = []) => {
    const { related = [], root } = vitest.config;
    const isRelated = related.some((file) => isIn([...folders, corpus], path.resolve(root, file)));
    const asking = await askingFilters(filters, { cwd: process.cwd(), folders, matchesOthers });
    const isAll = isRelated || (filters.length > 0 && asking.length === filters.length);
    asked = isAll ? null : asking.map(withoutLine);
    return start(filters);
  };
}

function withoutLine(filter: string): string {
  return filter.replace(/:\d+$/, '');
}

function startOf(vitest: Vitest): Vitest['start'] {
  const known: unknown = Reflect.get(vitest, ORIGINAL);
  const original: Vitest['start'] = isStart(known) ? known : vitest.start.bind(vitest);
  Reflect.set(vitest, ORIGINAL, original);
  return original;
}

function isStart(value: unknown): value is Vitest['start'] {
  return typeof value === 'function';
}

/** One line: what was left out, and how it is run. */
export function leftOutLine(count: number): string {
  const scenarios = count === 1 ? '1 scenario was' : `${count} scenarios were`;
  return (
    `${scenarios} skipped: nobody asked for ${count === 1 ? 'it' : 'them'}, and a run may cost money. ` +
    `To run: npx vitest run --project ${PROJECT_NAME}, or agentEval({ always: true })`
  );
}
