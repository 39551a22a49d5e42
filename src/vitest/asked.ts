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
export function isAskedByProject(
  patterns: string | readonly string[] | undefined,
  project: string = PROJECT_NAME,
): boolean {
  const given = typeof patterns === 'string' ? [patterns] : (patterns ?? []);
  return given.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`));
    return !pattern.startsWith('!') && new RegExp(`^${parts.join('.*')}$`, 'i').test(project);
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
  /** Do the settings ask for all of it? */
  readonly isAsked: boolean;
  /** Of its files, absolute. */
  readonly folders: readonly string[];
  /** Of what they refer to, absolute. */
  readonly documents: readonly string[];
  /** Files that run all the same, since nothing of them can cost anything. */
  readonly free: () => Promise<ReadonlySet<string>>;
  /** How many there are. */
  readonly count: () => Promise<number>;
  /** Says what was left out. */
  readonly line: (count: number) => string;
}

/** On Vitest: its own method, and what each project of ours does before it. */
const STARTING = Symbol.for('vitest-agent-eval/starting');

type BeforeStart = (filters: readonly string[]) => Promise<void>;
interface Starting {
  readonly start: Vitest['start'];
  readonly before: Map<string, BeforeStart>;
}

/**
 * Makes Vitest leave the files of a project out of what it starts by itself, unless they are asked for, and says so once a
 * start. What an editor or another program runs by name, and `vitest list`, are not touched: they do not come by `start`.
 */
export function leaveOutUnasked(options: LeaveOutOptions): void {
  const { vitest, project, folders, documents } = options;
  if (options.isAsked || isAskedByProject(vitest.config.project, project.name)) return;
  const glob = project.globTestFiles.bind(project);
  const matches = project.matchesTestGlob.bind(project);
  const matchesOthers = async (filter: string) => {
    const others = vitest.projects.filter((other) => other !== project);
    const found = await Promise.all(others.map((other) => other.globTestFiles([withoutLine(filter)])));
    return found.some(({ testFiles }) => testFiles.length > 0);
  };
  /** The filters that may lead to one of its files; null for all. */
  let asked: readonly string[] | null = null;
  let leftOut = 0;

  project.globTestFiles = async (filters = []) => {
    if (asked === null) return glob(filters);
    const free = await options.free();
    if (filters.length === 0 && free.size === 0) {
      // Not even looked for: what Vitest has seen as a test runs when it is edited in watch mode.
      leftOut = await options.count();
      return { testFiles: [], typecheckTestFiles: [] };
    }
    const all = (await glob(filters)).testFiles;
    const wanted = asked.length === 0 ? [] : (await glob([...asked])).testFiles;
    const kept = all.filter((file) => wanted.includes(file) || free.has(path.normalize(file)));
    leftOut = all.length - kept.length;
    return { testFiles: kept, typecheckTestFiles: [] };
  };
  project.matchesTestGlob = (file, source) => asked === null && matches(file, source);
  vitest.config.reporters.push({
    onTestRunEnd() {
      if (leftOut > 0) speaker(vitest)(`agent-eval  ${options.line(leftOut)}`);
      leftOut = 0;
    },
  });
  beforeStart(vitest, project.name, async (filters) => {
    const { related = [], root } = vitest.config;
    const isRelated = related.some((file) => isIn([...folders, ...documents], path.resolve(root, file)));
    const asking = await askingFilters(filters, { cwd: process.cwd(), folders, matchesOthers });
    const isAll = isRelated || (filters.length > 0 && asking.length === filters.length);
    asked = isAll ? null : asking.map(withoutLine);
  });
}

/** A restart in watch mode comes here again, with the same Vitest: a project's last word counts. */
function beforeStart(vitest: Vitest, project: string, before: BeforeStart): void {
  const known: unknown = Reflect.get(vitest, STARTING);
  const starting: Starting = isStarting(known)
    ? known
    : { start: vitest.start.bind(vitest), before: new Map<string, BeforeStart>() };
  Reflect.set(vitest, STARTING, starting);
  starting.before.set(project, before);
  vitest.start = async (filters = []) => {
    for (const each of starting.before.values()) await each(filters);
    return starting.start(filters);
  };
}

function isStarting(value: unknown): value is Starting {
  return typeof value === 'object' && value !== null && 'before' in value;
}

function withoutLine(filter: string): string {
  return filter.replace(/:\d+$/, '');
}

/** One line: what was left out, and how it is run. */
export function leftOutLine(count: number): string {
  const scenarios = count === 1 ? '1 scenario was' : `${count} scenarios were`;
  return (
    `${scenarios} skipped: nobody asked for ${count === 1 ? 'it' : 'them'}, and a run may cost money. ` +
    `To run: npx vitest run --project ${PROJECT_NAME}, or agentEval({ always: true })`
  );
}
