/** The project that the plugin adds beside the user's own. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config';
import type { Prompts } from '../prompts/prompt-files.ts';
import type { Settings } from '../settings.ts';
import './augment.ts';

export const PROJECT_NAME = 'agent-eval';
/** Projects with different numbers of workers can't run in one group. */
export const GROUP_ORDER = 1;

/** A module beside this one, as source in our repository and as JavaScript in the package. */
export function siblingModule(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return fileURLToPath(new URL(`./${name}${extension}`, import.meta.url));
}

/**
 * Another project's set-up files or environment have no business in a scenario. Vitest 4 inherits nothing
 * and its types know no `false`; Vitest 5 inherits unless told so.
 */
export const NO_INHERITANCE: object = { extends: false };

export interface ProjectInput {
  readonly root: string;
  /** Of the user's configuration. */
  readonly resolve: ViteUserConfig['resolve'];
  readonly settings: Settings;
  readonly channelName: string;
  readonly plugins: Plugin[];
  readonly tags: readonly string[];
  readonly constraints: readonly string[];
  readonly prompts: Prompts | null;
}

export function agentEvalProject(input: ProjectInput): TestProjectInlineConfiguration {
  const { settings } = input;
  return {
    ...NO_INHERITANCE,
    root: input.root,
    resolve: waysToModules(input.resolve),
    plugins: input.plugins,
    test: {
      name: PROJECT_NAME,
      include: settings.scenarios.map((folder) => `${globOf(folder)}/**/*.{${EXTENSIONS}}`),
      // One process, threads and no isolation: workers reach what the run shares, and start only once.
      pool: 'threads',
      isolate: false,
      maxWorkers: settings.workers,
      sequence: { groupOrder: GROUP_ORDER },
      includeTaskLocation: true,
      globalSetup: [siblingModule('global-setup')],
      provide: {
        agentEval: {
          settings,
          channelName: input.channelName,
          constraints: input.constraints,
          prompts: input.prompts,
          shard: null,
        },
      },
      tags: input.tags.map((name) => ({ name })),
    },
  };
}

/**
 * How the user's own checks find the modules that they import. `conditions` and `mainFields` are left to Vitest: it has
 * put its own there by now, and with those a second time it would transform this package instead of importing it, which
 * makes each start a second slower.
 */
function waysToModules(resolve: ViteUserConfig['resolve'] = {}): NonNullable<ViteUserConfig['resolve']> {
  const { conditions: _conditions, mainFields: _mainFields, ...ways } = resolve;
  return ways;
}

/** In any case: `X.YAML` is a scenario as well. */
const EXTENSIONS = '[yY][aA][mM][lL],[yY][mM][lL]';

/** A folder as a glob that means it alone, whatever its name holds. */
export function globOf(folder: string): string {
  const posix = folder.split(path.sep).join('/').replace(/^\.\//, '').replace(/\/+$/, '');
  return posix.replaceAll(/[\\()[\]{}*?|!+@]/g, String.raw`\$&`);
}
