/** Vitest as the user's project has it, driven by its own API. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type * as VitestNode from 'vitest/node';
import { z } from 'zod';
import { findMisfit } from '../vitest/fit.ts';
import { PROJECT_NAME } from '../vitest/project.ts';
import { readExperimentEndings, type ExperimentEnding } from '../../reporters/experiment-ending.ts';
import { readRunEnding, type RunEnding } from '../vitest/run-ending.ts';
import '../vitest/augment.ts';
import type { Settings } from '../settings.ts';
import { CommandError } from './io.ts';

const packageSchema = z.object({ version: z.string() });

/** Milliseconds for servers and workers to end; what has not ended by then is not waited for. */
const CLOSE_MS = 15_000;

export interface HostedRun {
  readonly settings: Settings;
  /** Absolute. */
  readonly root: string;
  readonly isMerge: boolean;
  /** Vitest's own filters of files, which the user gave. */
  readonly filter: readonly string[];
  /** Runs the files (absolute), all when none is named. null when nothing ran to its end. */
  start(files: readonly string[]): Promise<RunEnding | null>;
  /** How experiments ended; empty when none was run. */
  experiments(): readonly ExperimentEnding[];
  /** Errors that belong to no test: of a reporter, of the configuration, of a worker. */
  hasUnhandledErrors(): boolean;
  /** A file that could not be loaded, or a test that failed. */
  hasFailures(): boolean;
  close(): Promise<void>;
}

export interface HostOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly config?: string | undefined;
  /** Options of `vitest run`, as on its command line. */
  readonly vitestArguments: readonly string[];
  /** Default: the project of scenarios. */
  readonly project?: string;
}

/** Throws {@link CommandError} when there is no Vitest, or no `agentEval()` in its configuration. */
export async function hostRun({
  cwd,
  config,
  vitestArguments,
  project: wanted = PROJECT_NAME,
}: HostOptions): Promise<HostedRun> {
  const { createVitest, parseCLI } = await loadVitest(cwd);
  const { filter, options } = parseArguments(parseCLI, vitestArguments);
  const vitest = await create(createVitest, {
    ...options,
    ...(config === undefined ? {} : { config }),
    root: cwd,
    run: true,
    watch: false,
    project: [wanted],
  });
  const project = vitest.projects.find(({ name }) => name === wanted);
  const provided = project?.getProvidedContext();
  const settings = (provided?.agentEval ?? provided?.modelEval)?.settings;
  if (project === undefined || settings === undefined) {
    await vitest.close();
    throw new CommandError(NO_PLUGIN);
  }
  const isMerge = Boolean(vitest.config.mergeReports);
  return {
    settings,
    root: project.config.root,
    isMerge,
    filter,
    async start(files) {
      if (isMerge) await vitest.mergeReports();
      else await vitest.start(files.length === 0 ? filter : [...files]);
      return readRunEnding(vitest);
    },
    experiments: () => readExperimentEndings(vitest),
    hasFailures: () => vitest.state.getTestModules().some((module) => !module.ok()),
    hasUnhandledErrors: () => vitest.state.getUnhandledErrors().length > 0,
    async close() {
      const patience = new AbortController();
      const enough = setTimeout(CLOSE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([vitest.close(), enough]);
      patience.abort();
    },
  };
}

const NO_PLUGIN =
  "There is no agentEval() in Vitest's configuration. Write vitest.config.ts:\n\n" +
  "  import { defineConfig } from 'vitest/config';\n" +
  "  import { agentEval } from 'vitest-agent-eval';\n" +
  '  export default defineConfig({ plugins: [agentEval()] });';

/** The user's own, so that the plugin in the configuration and this command meet the same one. */
async function loadVitest(cwd: string): Promise<typeof VitestNode> {
  const require = createRequire(path.join(cwd, 'package.json'));
  let file: string;
  try {
    file = require.resolve('vitest/node');
  } catch (cause) {
    throw new CommandError(`There is no Vitest in ${cwd}. Install it: npm i -D vitest`, { cause });
  }
  // Before it is loaded: on a Node that is too old for it, loading is what fails.
  const { node, pnp } = process.versions;
  const misfit = findMisfit({ vitest: versionBeside(file), node, pnp });
  if (misfit !== null) throw new CommandError(misfit);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module that was just resolved
  return (await import(pathToFileURL(file).href)) as typeof VitestNode;
}

/** Of the package that the file is in; empty when it cannot be read, which is no reason to stop. */
function versionBeside(file: string): string {
  try {
    const own: unknown = createRequire(file)('vitest/package.json');
    return packageSchema.parse(own).version;
  } catch {
    return '';
  }
}

function parseArguments(
  parseCLI: typeof VitestNode.parseCLI,
  words: readonly string[],
): ReturnType<typeof VitestNode.parseCLI> {
  try {
    return parseCLI(['vitest', 'run', ...words]);
  } catch (cause) {
    throw new CommandError(
      `Vitest does not know this: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}

async function create(
  createVitest: typeof VitestNode.createVitest,
  options: Parameters<typeof VitestNode.createVitest>[1],
): Promise<VitestNode.Vitest> {
  process.env['TEST'] = 'true';
  process.env['VITEST'] = 'true';
  process.env['NODE_ENV'] ??= 'test';
  try {
    return await createVitest('test', options);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (message.includes('No projects matched')) throw new CommandError(NO_PLUGIN, { cause });
    throw new CommandError(`Vitest could not start: ${message}`, { cause });
  }
}
