/** What the project of scenarios needs of Vitest once Vitest has configured it: its pool, its files, its reporters. */
import type { Plugin } from 'vitest/config';
import type { TestProject, Vitest } from 'vitest/node';
import { createDryRunReporter } from '../../reporters/dry-run-reporter.ts';
import { createProgressReporter } from '../../reporters/progress-reporter.ts';
import { createAgentEvalReporter } from '../../reporters/reporter.ts';
import { complain } from '../../reporters/voice.ts';
import type { Problem } from '../yaml/problem.ts';
import type { ScenarioIndex } from '../plan/scenario-index.ts';
import type { Prompts } from '../prompts/prompt-files.ts';
import { inSet } from '../scenario/scenario-set.ts';
import { allPass, someJudged } from '../results/store/scorecard.ts';
import type { RunHost } from '../run/shared/host.ts';
import { hearProgress } from '../run/shared/progress-channel.ts';
import type { Settings } from '../settings.ts';
import { isAskedBySettings, leaveOutUnasked, leftOutLine } from './asked.ts';
import { poolError } from './configuration-error.ts';
import type { Dependents } from './dependents.ts';
import { declareTags } from './declare-tags.ts';
import { safeModuleId } from './host-comments.ts';
import { watchAgent } from './watch-agent.ts';
import { createInterruption } from './interrupt.ts';
import { localFile } from './local-file.ts';
import { keepOutOfModuleCache } from './no-module-cache.ts';
import type { ServedModules } from './module-source.ts';
import { GROUP_ORDER, PROJECT_NAME } from './project.ts';
import { leaveRunEnding } from './run-ending.ts';
import { runFilesOfSet } from './scenario-folders.ts';

export interface Wiring {
  readonly settings: Settings;
  readonly channelName: string;
  readonly constraints: readonly string[];
  readonly prompts: Prompts | null;
  /** Absolute, as are the two below. */
  readonly root: string;
  readonly corpus: string;
  readonly folders: readonly string[];
  readonly index: ScenarioIndex;
  readonly host: RunHost;
  readonly isScenario: (file: string) => boolean;
  /** What is doubtful in the files that were loaded. */
  readonly warnings: () => readonly Problem[];
  readonly dependents: Dependents;
  /** Is given what serves the files of an agent of the project. */
  readonly serve: (modules: ServedModules) => void;
}

export function wirePlugin(wiring: Wiring): Plugin {
  return {
    name: 'vitest-agent-eval:wire',
    configureVitest(context) {
      const { vitest, project } = context;
      keepOutOfModuleCache(context, wiring.isScenario);
      wiring.dependents.renewIn(vitest);
      prepareProject(vitest, project, wiring);
      leaveOutUnasked({
        vitest,
        project,
        isAsked: isAskedBySettings(wiring.settings),
        folders: wiring.folders,
        documents: [wiring.corpus],
        free: () => Promise.resolve(new Set()),
        line: leftOutLine,
        count: async () => inSet(await wiring.index.all(), wiring.settings.set).length,
      });
      addReporters(vitest, project, wiring);
      watchAgent(vitest, project, wiring);
    },
  };
}

function prepareProject(vitest: Vitest, project: TestProject, wiring: Wiring): void {
  const { settings, channelName, constraints, prompts, folders, index } = wiring;
  if (project.config.pool !== 'threads') throw poolError(project.config.pool);
  // The command line's `--sequence` and `--isolate` replace a project's own.
  project.config.isolate = false;
  project.config.sequence.groupOrder = GROUP_ORDER;
  const shard = vitest.config.shard ?? null;
  project.provide('agentEval', { settings, channelName, constraints, prompts, shard });
  const createSpecification = project.createSpecification.bind(project);
  project.createSpecification = (moduleId, ...rest) =>
    createSpecification(safeModuleId(localFile(moduleId, folders)), ...rest);
  runFilesOfSet(project, { folders, index, set: settings.set });
}

function addReporters(vitest: Vitest, project: TestProject, wiring: Wiring): void {
  const { settings, channelName, index, host, root } = wiring;
  const { reporters } = vitest.config;
  const interruption = createInterruption({
    cancel: () => vitest.cancelCurrentRun('keyboard-input'),
    onSignal() {
      host.stop();
      complain(vitest, '\nagent-eval  ending the run; once more to end it at once');
    },
  });
  reporters.push({ onTestRunStart: async () => declareTags(project, await index.all()) });
  const told = { projectName: PROJECT_NAME, settings, vitest, index };
  if (settings.dryRun) {
    reporters.push(createDryRunReporter(told));
    return;
  }
  reporters.push(createProgressReporter({ ...told, hear: (listen) => hearProgress(channelName, listen) }));
  reporters.push(
    createAgentEvalReporter({
      ...told,
      host,
      root,
      interruption,
      fileWarnings: wiring.warnings,
      ended({ directory, interrupted, decision, refused, waiting, scorecard, line }) {
        leaveRunEnding(vitest, {
          directory,
          interrupted,
          allPass: allPass(scorecard),
          someJudged: someJudged(scorecard),
          holds: decision === null ? null : decision.holds,
          refused: refused !== null,
          waiting,
          line,
        });
      },
    }),
  );
}
