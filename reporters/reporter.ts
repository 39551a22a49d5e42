/**
 * Vitest's reporter for a project of scenarios: scorecard.json, summary.md and the traces that are missing, and a
 * table at the end. It adds to the host's own reporters and replaces none.
 */
import path from 'node:path';
import type { Reporter, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node';
import { openRunDirectory } from '../src/results/run-directory.ts';
import { ResultsError } from '../src/results/results-error.ts';
import { buildScorecard, type Scorecard, type ScorecardConfig } from '../src/results/scorecard.ts';
import type { ScenarioResult } from '../src/results/schema.ts';
import { writeTrace } from '../src/results/trace-store.ts';
import type { RanWith, Settings } from '../src/settings.ts';
import { collectResults } from './collect.ts';
import { judgeWords } from './status.ts';
import { summaryMarkdown } from './summary.ts';
import { consoleTable } from './table.ts';
import { speaker } from './voice.ts';

export interface ReporterOptions {
  readonly projectName: string;
  readonly settings: Settings;
  /** Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly results: string;
  /** The run as its host knows it. */
  readonly host: {
    startRun(): void;
    run(): Promise<{ readonly runId: string; readonly directory: string }>;
    readiness(): { readonly ok: true } | { readonly ok: false; readonly message: string } | null;
  };
  /** All scenarios of the project, run or not: fewer results make a run partial. */
  readonly index: { all(): Promise<readonly { readonly path: string; readonly id: string | null }[]> };
  readonly vitest: Pick<Vitest, 'config' | 'logger'>;
}

export function createAgentEvalReporter(options: ReporterOptions): Reporter {
  const { host, vitest } = options;
  const isOurs = (project: { readonly name: string }) => project.name === options.projectName;
  return {
    onTestRunStart(specifications: readonly TestSpecification[]) {
      if (!specifications.some(({ project }) => isOurs(project))) return;
      host.startRun();
      // Merging is no run: nobody is asked and nobody judges.
      if (vitest.config.mergeReports) return;
      const { target, judge, model } = options.settings;
      const who = judge === 'rules' ? judgeWords({ judge }) : `${model} (anthropic)`;
      speaker(vitest)(`agent-eval  target ${target}, judge ${who}`);
    },
    async onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason) {
      const ours = modules.filter(({ project }) => isOurs(project));
      if (ours.length === 0) return;
      try {
        await finishRun(ours, reason === 'interrupted', options);
      } catch (error) {
        if (!(error instanceof ResultsError)) throw error;
        vitest.logger.error(`\nagent-eval  ${error.message}`);
        process.exitCode = 1;
      }
    },
  };
}

async function finishRun(
  modules: readonly TestModule[],
  interrupted: boolean,
  options: ReporterOptions,
): Promise<void> {
  const { host, root, vitest } = options;
  const { runId, directory } = await host.run();
  const scenarios = await options.index.all();
  const collected = collectResults(modules, { root, runId, interrupted, scenarios });
  for (const { result, traced } of collected) {
    if (!traced) await writeTrace(directory, result);
  }
  const results = collected.map(({ result }) => result);
  const ranWith = collected.flatMap((each) => each.ranWith ?? []);
  const scorecard = buildScorecard(results, configOf(results, options.settings, ranWith), {
    runId,
    timestamp: new Date(),
    warnings: mixedTargets(ranWith),
    partial: interrupted || results.length < scenarios.length,
  });
  await openRunDirectory(options.results, runId).finish(scorecard, summaryMarkdown(scorecard));
  print(scorecard, directory, options);

  const readiness = host.readiness();
  if (readiness?.ok === false) vitest.logger.error(`\nagent-eval  ${readiness.message}`);
}

function print(scorecard: Scorecard, directory: string, { root, vitest }: ReporterOptions): void {
  const table = consoleTable(scorecard, {
    columns: process.stdout.columns ?? 100,
    color: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    folder: path.relative(root, directory) || '.',
  });
  speaker(vitest)(`\n${table}\n`);
}

/** Blobs of runs that don't belong together. */
function mixedTargets(ranWith: readonly RanWith[]): readonly string[] {
  const targets = [...new Set(ranWith.map(({ target }) => target))];
  return targets.length < 2 ? [] : [`These results come from different agents: ${targets.join(', ')}.`];
}

/** The settings of the machine that ran the scenarios count, not of the one that merges. */
function configOf(
  results: readonly ScenarioResult[],
  { agentType, ...own }: Settings,
  [ran]: readonly RanWith[],
): ScorecardConfig {
  const settings = { ...own, ...ran };
  const judged = results.find(({ judge }) => judge.name !== 'none');
  return {
    backend_url: settings.target,
    model: settings.judge === 'rules' ? 'rules' : settings.model,
    budget_per_scenario_usd: settings.budget,
    agent_type: agentType ?? judged?.session?.agent_type ?? null,
    judge: settings.judge,
    simulator: settings.simulator,
    ...(judged === undefined
      ? {}
      : { judge_fingerprint: judged.judge.fingerprint, simulator_fingerprint: judged.simulator.fingerprint }),
    isolation: settings.isolation,
    target: settings.target,
  };
}
