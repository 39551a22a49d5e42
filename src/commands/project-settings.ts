/** The settings of the project that a command stands in: the environment's, else those of `agentEval({…})` in its configuration. */
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Vite from 'vite';
import { messageOf } from '../message-of.ts';
import { ENVIRONMENT, resolveSettings, type AgentEvalOptions, type Settings } from '../settings.ts';
import { flatPlugins, PLUGIN_NAME } from '../vitest/plugin-list.ts';
import { isRecord } from '../yaml/known-keys.ts';
import { CommandError, type CommandIo } from './io.ts';

export interface ProjectSettings {
  /** Absolute: what folders of the configuration are relative to. */
  readonly root: string;
  readonly settings: Settings;
}

type Place = Pick<CommandIo, 'cwd' | 'env'>;

/**
 * Throws {@link CommandError} for a configuration that cannot be loaded, `SettingsError` for a bad value. A project without
 * a configuration, or without the plugin in it, has the defaults. `config`: another file than Vitest would take.
 */
export async function readProject({ cwd, env }: Place, config?: string): Promise<ProjectSettings> {
  const { root, options } = await configured(cwd, config);
  return { root, settings: resolveSettings(options, env) };
}

const FOLDERS = ['results', 'baseline', 'scenarios', 'corpus', 'truth'] as const;
export type FolderSetting = (typeof FOLDERS)[number];

/** Absolute, but for the baseline, which is as it was set. */
export interface Folders {
  readonly root: string;
  readonly results: string;
  readonly baseline: string | null;
  readonly scenarios: readonly string[];
  readonly corpus: string;
  readonly truth: string;
}

/** What flags say wins, and is relative to where the user stands. */
export interface FolderFlags {
  readonly results?: string | undefined;
  readonly baseline?: string | undefined;
  readonly scenarioDir?: readonly string[] | undefined;
  readonly corpusDir?: string | undefined;
  readonly truthDir?: string | undefined;
}

/** The folders that are `needed`; the configuration is loaded only where flags and environment leave one of them open. */
export async function readFolders(
  flags: FolderFlags,
  needed: readonly FolderSetting[],
  { cwd, env }: Place,
): Promise<Folders> {
  const given = { ...flags, scenarios: flags.scenarioDir, corpus: flags.corpusDir, truth: flags.truthDir };
  const open = needed.some((name) => given[name] === undefined && !env[ENVIRONMENT[name]]);
  const { root, options } = open ? await configured(cwd) : { root: cwd, options: {} };
  // Another setting may be wrong without these commands minding.
  const settings = resolveSettings(
    only(options, FOLDERS),
    only(
      env,
      FOLDERS.map((name) => ENVIRONMENT[name]),
    ),
  );
  const from = (flag: string | undefined, setting: string) =>
    flag === undefined ? path.resolve(root, setting) : path.resolve(cwd, flag);
  const baseline = flags.baseline ?? settings.baseline;
  return {
    root,
    results: from(flags.results, settings.results),
    baseline: baseline === undefined ? null : from(flags.baseline, baseline),
    scenarios: (flags.scenarioDir ?? settings.scenarios).map((folder) =>
      path.resolve(flags.scenarioDir === undefined ? root : cwd, folder),
    ),
    corpus: from(flags.corpusDir, settings.corpus),
    truth: from(flags.truthDir, settings.truth),
  };
}

function only<T extends object>(values: T, names: readonly string[]): Partial<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- some of its own keys
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<T>;
}

interface Configured {
  readonly root: string;
  readonly options: AgentEvalOptions;
}

async function configured(cwd: string, config?: string): Promise<Configured> {
  const file = config === undefined ? await findConfig(cwd) : path.resolve(cwd, config);
  const vite = file === null ? null : await loadVite(cwd);
  if (file === null || vite === null) return { root: cwd, options: {} };
  try {
    const loaded = await vite.loadConfigFromFile({ command: 'serve', mode: 'test' }, file, cwd, 'silent');
    const plugins = await flatPlugins(loaded?.config.plugins);
    const api: unknown = plugins.find(({ name }) => name === PLUGIN_NAME)?.api;
    const options: unknown = isRecord(api) ? api['options'] : undefined;
    return {
      root: path.resolve(cwd, loaded?.config.root ?? '.'),
      // resolveSettings reads it by its schema.
      options: isRecord(options) ? options : {},
    };
  } catch (cause) {
    throw new CommandError(
      `${path.relative(cwd, file)} could not be loaded: ${messageOf(cause)}\nMend it, or name the folders by flags.`,
      { cause },
    );
  }
}

/** Where Vitest looks: in this folder, then in those above it. */
export async function findConfig(cwd: string): Promise<string | null> {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    for (const name of CONFIG_NAMES) {
      const file = path.join(folder, name);
      // oxlint-disable-next-line no-await-in-loop -- the first one that is there counts
      if (await isFile(file)) return file;
    }
    if (path.dirname(folder) === folder) return null;
  }
}

/** Vitest's own order. */
const CONFIG_NAMES = ['vitest.config', 'vite.config'].flatMap((name) =>
  ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'].map((extension) => name + extension),
);

async function isFile(file: string): Promise<boolean> {
  return await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The one that the user's Vitest runs on; null without a Vitest, which is also without a plugin in it. */
export async function loadVite(cwd: string): Promise<typeof Vite | null> {
  let file: string;
  try {
    const vitest = createRequire(path.join(cwd, 'package.json')).resolve('vitest/node');
    file = createRequire(vitest).resolve('vite');
  } catch {
    return null;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module that was just resolved
  return (await import(pathToFileURL(file).href)) as typeof Vite;
}
