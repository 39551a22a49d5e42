/** `agentEval()`: one line in a Vitest configuration, and scenario YAMLs are tests. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Plugin, ViteUserConfig } from 'vitest/config';
import type { TestProject, Vitest } from 'vitest/node';
import { AuditError } from '../audit/audit-error.ts';
import { readConstraints } from '../audit/read-audit.ts';
import { createScenarioIndex } from '../plan/scenario-index.ts';
import { testTags } from '../plan/tags.ts';
import type { Prompts } from '../prompts/prompt-files.ts';
import { createRunHost, type HostOptions, type RunHost } from '../run/shared/host.ts';
import { findScenarioFiles } from '../scenario/discover.ts';
import { resolveSettings, SettingsError, type AgentEvalOptions, type Settings } from '../settings.ts';
import type { Problem } from '../yaml/problem.ts';
import { ConfigurationError, misplacedError, twiceError } from './configuration-error.ts';
import { createDependents } from './dependents.ts';
import { findMisfit } from './fit.ts';
import type { ServedModules } from './module-source.ts';
import { flatPlugins, PLUGIN_NAME } from './plugin-list.ts';
import { agentEvalProject, PROJECT_NAME, siblingModule } from './project.ts';
import { registerHost } from './registry.ts';
import { foldersProblem } from './scenario-folders.ts';
import { scenarioTransform } from './transform.ts';
import { experimentProjects } from './experiment/projects.ts';
import { wirePlugin } from './wire.ts';

/** The name of the project that keeps a configuration's own tests, when it had no projects before. */
const OWN_PROJECT_NAME = 'tests';
/** What Vitest adds to the configuration of a project, and not to the root's. */
const VITEST_PROJECT_PLUGIN = 'vitest:project';

/**
 * Adds the project `agent-eval` beside the configuration's own tests: its scenarios, its transform, its matcher,
 * its global set-up and its reporter. Options are the settings of the README's table; the environment wins.
 * Throws a `ConfigurationError` when a setting can't be used.
 */
export function agentEval(options: AgentEvalOptions = {}): Plugin {
  return {
    name: PLUGIN_NAME,
    // Commands that run no test read the settings from here.
    api: { options },
    async configureVitest({ vitest, project }) {
      const { node, pnp } = process.versions;
      const misfit = findMisfit({ vitest: vitest.version, node, pnp });
      if (misfit !== null) throw new ConfigurationError(misfit);
      if (project.vite !== vitest.vite) await refuseMisplaced(vitest, project, options);
    },
    async config(config) {
      const plugins = await flatPlugins(config.plugins);
      // A project that extends the root configuration loads this plugin again: ours is added once.
      if (plugins.some(({ name }) => name === VITEST_PROJECT_PLUGIN)) return null;
      if (plugins.filter(({ name }) => name === PLUGIN_NAME).length > 1) throw twiceError();
      const root = path.resolve(config.root ?? process.cwd());
      const settings = readSettings(options);
      const prompts = await promptsOf(settings, root);
      const ours = [
        await ourProject(root, { settings, prompts, options }, config.resolve),
        ...(await experimentProjects(root, { ...settings, answerPrompt: prompts?.answer })),
      ];
      if (config.test?.projects) return { test: { projects: ours } };
      // Once there are projects Vitest runs nothing else: keep the tests that were there.
      const own = { extends: true as const, test: { name: ownName(config.test?.name) } };
      return { test: { projects: [own, ...ours] } };
    },
  };
}

/** In a project of its own, the plugin can add nothing: unless the root has it too, for the same scenarios. */
async function refuseMisplaced(
  vitest: Vitest,
  project: TestProject,
  options: AgentEvalOptions,
): Promise<void> {
  const { root } = vitest.config;
  const folders = [options.scenarios ?? 'scenarios'].flat();
  const own = folders.map((folder) => path.resolve(project.config.root, folder));
  const isInRoot = vitest.vite.config.plugins.some(({ name }) => name === PLUGIN_NAME);
  const inRoot = folders.map((folder) => path.resolve(root, folder));
  const hasOwn = own.some((folder, index) => folder !== inRoot[index]);
  const holds = (await findScenarioFiles(own).catch(() => [])).length > 0;
  if (isInRoot && !(hasOwn && holds)) return;
  throw misplacedError(
    project.name,
    own.map((folder) => path.relative(root, folder).split(path.sep).join('/')),
  );
}

/** The configuration's own name, unless it has none or took ours. */
function ownName(name: string | { readonly label: string } | undefined) {
  const label = typeof name === 'object' ? name.label : name;
  return name === undefined || label === '' || label === PROJECT_NAME ? OWN_PROJECT_NAME : name;
}

function readSettings(options: AgentEvalOptions): Settings {
  try {
    return resolveSettings(options, process.env);
  } catch (error) {
    throw error instanceof SettingsError ? new ConfigurationError(error.message) : error;
  }
}

async function constraintsOf({ audit }: Settings, root: string): Promise<readonly string[]> {
  try {
    return audit === undefined ? [] : await readConstraints(path.resolve(root, audit));
  } catch (error) {
    throw error instanceof AuditError ? new ConfigurationError(error.message) : error;
  }
}

async function promptsOf({ prompts }: Settings, root: string): Promise<Prompts | null> {
  if (prompts === undefined) return null;
  const { readPrompts } = await import('../prompts/read-prompts.ts');
  try {
    return await readPrompts(path.resolve(root, prompts));
  } catch (error) {
    throw error instanceof SettingsError ? new ConfigurationError(error.message) : error;
  }
}

function hostOf(
  run: Pick<HostOptions, 'channelName' | 'settings' | 'root' | 'results'>,
  corpus: string,
  modules: () => ServedModules,
): RunHost {
  return createRunHost({
    ...run,
    // The MCP client is slow to load, and other projects and `vitest list` never need it.
    async openTarget() {
      const { openTarget } = await import('../run/target.ts');
      return openTarget(run.settings, run.root, process.env, async () => modules());
    },
    async prepareDocuments(ids) {
      const { buildMissing } = await import('../corpus/build.ts');
      await buildMissing(corpus, ids);
    },
  });
}

/** The server of the files is there once Vitest is configured. */
function servedLater(): { readonly get: () => ServedModules; readonly set: (found: ServedModules) => void } {
  let served: ServedModules | null = null;
  return {
    get: () => {
      if (served === null) throw new Error('Vitest has not been configured yet.');
      return served;
    },
    set: (found) => void (served = found),
  };
}

interface Configured {
  readonly settings: Settings;
  readonly prompts: Prompts | null;
  readonly options: AgentEvalOptions;
}

async function ourProject(
  root: string,
  { settings, prompts, options }: Configured,
  resolve: ViteUserConfig['resolve'],
) {
  const constraints = await constraintsOf(settings, root);
  const folders = settings.scenarios.map((folder) => path.resolve(root, folder));
  const problem = await foldersProblem(folders, options, process.env);
  if (problem !== null) throw new ConfigurationError(problem);
  const results = path.resolve(root, settings.results);
  const corpus = path.resolve(root, settings.corpus);
  const channelName = `vitest-agent-eval/${randomUUID()}`;
  const index = createScenarioIndex(folders, root);
  const known = await index.all();
  const tags = new Set(known.flatMap(({ scenario }) => (scenario ? testTags(scenario) : [])));

  const modules = servedLater();
  const host = hostOf({ channelName, settings, root, results }, corpus, modules.get);
  registerHost(channelName, host);

  const isScenario = (file: string) =>
    /\.ya?ml$/i.test(file) && folders.some((folder) => path.normalize(file).startsWith(folder + path.sep));

  const warnings = new Map<string, readonly Problem[]>();
  const dependents = createDependents();
  const wire = wirePlugin({
    settings,
    channelName,
    constraints,
    prompts,
    root,
    corpus,
    folders,
    index,
    host,
    isScenario,
    warnings: () => [...warnings.values()].flat(),
    dependents,
    serve: modules.set,
  });
  const transform = scenarioTransform({
    root,
    corpus,
    index,
    runtime: siblingModule('runtime'),
    isScenario,
    onWarnings: (file, found) => warnings.set(file, found),
    onDependencies: dependents.note,
  });
  return agentEvalProject({
    root,
    resolve,
    settings,
    channelName,
    plugins: [transform, wire],
    tags: [...tags],
    constraints,
    prompts,
  });
}
