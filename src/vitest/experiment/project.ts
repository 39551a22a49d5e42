/** The project of experiments, which the plugin adds when there are some. */
import type { Plugin, TestProjectInlineConfiguration } from 'vitest/config';
import { globOf, NO_INHERITANCE, siblingModule } from '../project.ts';
import type { Settings } from '../../settings.ts';
import '../augment.ts';

export const MODEL_PROJECT = 'model-eval';
/** Prompts by name, beside the configuration. */
export const PROMPTS_FOLDER = 'prompts';
/** Behind the scenarios: projects with other numbers of workers can't run in one group. */
const GROUP_ORDER = 2;
/** Cells at once, where the configuration says nothing else. */
const CONCURRENCY = 16;

export function modelEvalProject(
  root: string,
  settings: Settings,
  plugins: Plugin[],
): TestProjectInlineConfiguration {
  return {
    ...NO_INHERITANCE,
    root,
    plugins,
    test: {
      name: MODEL_PROJECT,
      include: [`${globOf(settings.experiments)}/**/*.{[yY][aA][mM][lL],[yY][mM][lL],[jJ][sS][oO][nN]}`],
      exclude: ['**/answers/**', '**/node_modules/**'],
      // One thread for all experiments: what they share (servers, documents) is there once.
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      maxConcurrency: CONCURRENCY,
      sequence: { groupOrder: GROUP_ORDER },
      includeTaskLocation: true,
      provide: { modelEval: { settings, root, concurrency: CONCURRENCY } },
    },
  };
}

/** The module that experiment files call. */
export const experimentRuntime = (): string => siblingModule('experiment/runtime');
