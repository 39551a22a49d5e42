/** `agentEval()`: one line in a Vitest configuration, and scenario YAMLs are tests. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Plugin, ViteUserConfig } from 'vitest/config';
import { createAgentEvalReporter } from '../../reporters/reporter.ts';
import { createRunDirectory } from '../results/run-directory.ts';
import { createRunHost } from '../run/shared/host.ts';
import { openTarget } from '../run/target.ts';
import { resolveSettings, type AgentEvalOptions } from '../settings.ts';
import { agentEvalProject, PROJECT_NAME, siblingModule } from './project.ts';
import { registerHost } from './registry.ts';
import { createScenarioIndex } from './scenario-index.ts';
import { testTags } from './tags.ts';
import { scenarioTransform } from './transform.ts';

/** The name of the project that keeps a configuration's own tests, when it had no projects before. */
const OWN_PROJECT_NAME = 'tests';

/**
 * Adds the project `agent-eval` beside the configuration's own tests: its scenarios, its transform, its matcher,
 * its global set-up and its reporter. Options are the settings of the README's table; the environment wins.
 * Throws a `SettingsError` when a setting can't be used.
 */
export function agentEval(options: AgentEvalOptions = {}): Plugin {
  return {
    name: 'vitest-agent-eval',
    async config(config) {
      // A project that extends the root configuration inherits this plugin: it is added once.
      if (isInherited(config)) return null;
      const root = path.resolve(config.root ?? process.cwd());
      const project = await ourProject(root, options);
      if (config.test?.projects) return { test: { projects: [project] } };
      // Once there are projects Vitest runs nothing else: keep the tests that were there.
      const own = { extends: true as const, test: { name: config.test?.name ?? OWN_PROJECT_NAME } };
      return { test: { projects: [own, project] } };
    },
  };
}

const INHERITED = 'vitest-agent-eval:inherited';

function isInherited(config: ViteUserConfig & { [INHERITED]?: boolean }): boolean {
  if (config[INHERITED]) return true;
  config[INHERITED] = true;
  return false;
}

async function ourProject(root: string, options: AgentEvalOptions) {
  const settings = resolveSettings(options, process.env);
  const folders = settings.scenarios.map((folder) => path.resolve(root, folder));
  const results = path.resolve(root, settings.results);
  const corpus = path.resolve(root, settings.corpus);
  const channelName = `vitest-agent-eval/${randomUUID()}`;
  const index = createScenarioIndex(folders, root);
  const known = await index.all();
  const tags = new Set(known.flatMap(({ scenario }) => (scenario ? testTags(scenario) : [])));

  const host = createRunHost({
    channelName,
    settings,
    openTarget: () => openTarget(settings, root, process.env),
    async createRunDirectory() {
      const directory = await createRunDirectory(results);
      return { runId: directory.runId, directory: directory.path };
    },
  });
  registerHost(channelName, host);

  const wire: Plugin = {
    name: 'vitest-agent-eval:wire',
    configureVitest({ vitest, project }) {
      if (project.config.pool !== 'threads') {
        throw new PoolError(project.config.pool);
      }
      vitest.config.reporters.push(
        createAgentEvalReporter({ projectName: PROJECT_NAME, host, settings, root, results, index, vitest }),
      );
    },
  };
  const isScenario = (file: string) =>
    /\.ya?ml$/i.test(file) && folders.some((folder) => path.normalize(file).startsWith(folder + path.sep));
  const transform = scenarioTransform({ root, corpus, index, runtime: siblingModule('runtime'), isScenario });
  return agentEvalProject({
    root,
    settings,
    channelName,
    plugins: [transform, wire],
    tags: [...tags],
  });
}

/** A pool whose workers can't reach what the run shares. */
class PoolError extends Error {
  override readonly name = 'PoolError';

  constructor(pool: string) {
    super(
      `the project ${PROJECT_NAME} runs in worker threads, because all scenarios share one connection to the agent; ` +
        `--pool=${pool} can't do that. Leave --pool out, or set it for your own project in its configuration.`,
    );
    this.stack = `${this.name}: ${this.message}`;
  }
}
