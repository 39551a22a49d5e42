/** What the project of experiments needs of Vitest once Vitest has configured it. */
import path from 'node:path';
import type { Plugin } from 'vitest/config';
import { createExperimentReporter } from '../../../reporters/experiment.ts';
import { isCached, needsNobody } from '../../experiment/cost.ts';
import { findExperimentFiles, isExperimentFile } from '../../experiment/discover.ts';
import { loadExperiment, type ExperimentFolders } from '../../experiment/load.ts';
import { selectPlan } from '../../experiment/select.ts';
import type { Settings } from '../../settings.ts';
import { leaveOutUnasked } from '../asked.ts';
import { ConfigurationError } from '../configuration-error.ts';
import type { Dependents } from '../dependents.ts';
import { keepOutOfModuleCache } from '../no-module-cache.ts';
import { MODEL_PROJECT } from './project.ts';

export interface ExperimentWiring extends ExperimentFolders {
  readonly settings: Settings;
  /** Absolute. */
  readonly experiments: string;
  /** Absolute. */
  readonly results: string;
  readonly dependents: Dependents;
}

export function experimentWire(wiring: ExperimentWiring): Plugin {
  const { settings, experiments, root } = wiring;
  return {
    name: 'vitest-agent-eval:experiment-wire',
    configureVitest(context) {
      const { vitest, project } = context;
      keepOutOfModuleCache(context, (file) => isExperimentFile(experiments, path.normalize(file)));
      if (project.config.pool !== 'threads') {
        throw new ConfigurationError(
          `the project ${MODEL_PROJECT} runs in a worker thread; --pool=${project.config.pool} can't do that. Leave --pool out.`,
        );
      }
      project.config.isolate = false;
      wiring.dependents.renewIn(vitest);
      project.provide('modelEval', { settings, root, concurrency: project.config.maxConcurrency });
      leaveOutUnasked({
        vitest,
        project,
        isAsked: settings.always || settings.dryRun,
        folders: [experiments],
        documents: [wiring.corpus, wiring.truth, wiring.prompts],
        free: async () => await freeFiles(wiring),
        count: async () => (await findExperimentFiles(experiments)).length,
        line: leftOutLine,
      });
      vitest.config.reporters.push(createExperimentReporter({ vitest, projectName: MODEL_PROJECT, root }));
    },
  };
}

/** Those that can cost nothing: every model is embedded, or all of it is there from before. */
async function freeFiles(wiring: ExperimentWiring): Promise<ReadonlySet<string>> {
  const { settings, experiments, results } = wiring;
  const free = new Set<string>();
  for (const file of await findExperimentFiles(experiments)) {
    const { plan } = await loadExperiment(file, wiring, settings.endpoints);
    // A broken one fails, and costs nothing.
    const selected = plan === null ? null : selectPlan(plan, settings).plan;
    const isFree =
      selected === null ||
      needsNobody(selected, settings) ||
      (await isCached(selected, settings, results, process.env));
    if (isFree) free.add(path.normalize(file));
  }
  return free;
}

/** One line: what was left out, and how it is run. */
export function leftOutLine(count: number): string {
  const experiments = count === 1 ? '1 experiment was' : `${count} experiments were`;
  return (
    `${experiments} skipped: nobody asked for ${count === 1 ? 'it' : 'them'}, and models may cost money. ` +
    `To run: npx vitest run --project ${MODEL_PROJECT}, or agent-eval experiment`
  );
}
