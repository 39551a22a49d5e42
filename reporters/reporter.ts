/**
 * Vitest's reporter for a project of scenarios: scorecard.json, summary.md and the traces that are missing, and a
 * table at the end. It adds to the host's own reporters and replaces none.
 */
import path from 'node:path';
import type { Reporter, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node';
import type { RunPlan } from '../src/results/plan.ts';
import { ResultsError } from '../src/results/results-error.ts';
import { buildScorecard, type Scorecard } from '../src/results/scorecard.ts';
import { writeTrace } from '../src/results/trace-store.ts';
import type { Scenario } from '../src/scenario/schema.ts';
import { isTodo } from '../src/scenario/todo.ts';
import type { Settings } from '../src/settings.ts';
import { collectResults } from './collect.ts';
import { endingLine, endingMarkdown, endingText, endRun, endsBadly, type Ending } from './ending.ts';
import { writeJobSummary } from './job-summary.ts';
import { writeLastWords } from './last-words.ts';
import { fileOf, lostResults } from './lost.ts';
import { configOf, mixedTargets } from './run-config.ts';
import { planOf, resumeCommand } from './run-plan.ts';
import { scenarioWarnings } from './scenario-warnings.ts';
import { missingShardsWarning } from './shards.ts';
import { judgeWords } from './status.ts';
import { summaryMarkdown } from './summary.ts';
import { consoleTable } from './table.ts';
import { speaker } from './voice.ts';

/** A scenario file of the project, as far as it can be read. */
interface KnownScenario {
  readonly path: string;
  readonly file: string;
  readonly id: string | null;
  readonly scenario: Pick<Scenario, 'turns'> | null;
}

export interface ReporterOptions {
  readonly projectName: string;
  readonly settings: Settings;
  /** Absolute. */
  readonly root: string;
  /** The run as its host knows it. */
  readonly host: {
    startRun(
      plan: RunPlan | null,
      say: (line: string) => void,
    ): Promise<{ readonly runId: string; readonly finished: number } | null>;
    run(): Promise<{ readonly runId: string; readonly directory: string }>;
    runSoFar(): { readonly runId: string; readonly directory: string } | null;
    begun(): readonly string[];
    underWay(): readonly string[];
    settled(): Promise<void>;
    readiness(): { readonly ok: true } | { readonly ok: false; readonly message: string } | null;
    finish(scorecard: Scorecard, summary: string): Promise<void>;
    endRun(): Promise<void>;
  };
  /** Ctrl-C and its kin while scenarios run. */
  readonly interruption: { listen(): void; end(): void; exitCode(): number | null };
  /** All scenarios of the project, run or not: fewer results make a run partial. */
  readonly index: {
    all(): Promise<readonly KnownScenario[]>;
  };
  readonly vitest: Pick<Vitest, 'config' | 'logger'>;
  /** Told how the run ended. */
  readonly ended: (ending: Ending & { directory: string; interrupted: boolean; line: string }) => void;
}

export function createAgentEvalReporter(options: ReporterOptions): Reporter {
  const { host, vitest, interruption, settings } = options;
  const isOurs = (project: { readonly name: string }) => project.name === options.projectName;
  const say = (line: string) => speaker(vitest)(`agent-eval  ${line}`);
  let atExit: (() => void) | null = null;
  const forgetExit = () => {
    if (atExit !== null) process.off('exit', atExit);
    atExit = null;
  };
  return {
    async onTestRunStart(specifications: readonly TestSpecification[]) {
      const ours = specifications.filter(({ project }) => isOurs(project));
      if (ours.length === 0) return;
      const scenarios = await options.index.all();
      const { root } = options;
      const plan = planOf(ours, scenarios, { config: vitest.config, root, target: settings.target });
      const earlier = await host.startRun(plan, say);
      // Merging is no run: nobody is asked and nobody judges.
      if (vitest.config.mergeReports) return;
      const { target, judge, model } = settings;
      const who = judge === 'rules' ? judgeWords({ judge }) : `${model} (anthropic)`;
      say(`target ${target}, judge ${who}`);
      if (plan !== null) sayWhatIsLeft(plan, earlier, settings.resume, say);
      forgetExit();
      atExit = () => endWithLastWords(options, scenarios);
      process.once('exit', atExit);
      if (!vitest.config.watch) interruption.listen();
    },
    async onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason) {
      const ours = modules.filter(({ project }) => isOurs(project));
      if (ours.length === 0) {
        // Scenarios that are all gone must not pass their gates by not being there.
        if (settings.gates.length === 0 || (await options.index.all()).length > 0) return;
        vitest.logger.error('\nagent-eval  gates are set, and there is no scenario in the scenario folders');
        process.exitCode = 1;
        return;
      }
      try {
        await finishRun(ours, reason === 'interrupted', options);
      } catch (error) {
        if (!(error instanceof ResultsError)) throw error;
        vitest.logger.error(`\nagent-eval  ${error.message}`);
        process.exitCode = 1;
      } finally {
        forgetExit();
        await host.endRun();
        interruption.end();
        process.exitCode = interruption.exitCode() ?? process.exitCode;
      }
    },
  };
}

const WAS_ENDED = 'the run was ended before this scenario did';

function sayWhatIsLeft(
  { count }: RunPlan,
  earlier: { readonly runId: string; readonly finished: number } | null,
  resume: boolean,
  say: (line: string) => void,
): void {
  if (earlier === null) {
    if (resume) say('no unfinished run of the same scenarios and target: this is a new one');
    return;
  }
  const { runId, finished } = earlier;
  const done = `${finished}${count === null ? '' : ` of ${count}`} scenarios are finished`;
  if (resume) say(`going on with ${runId}: ${done}`);
  else say(`${runId} was left unfinished (${done}). To go on with it: ${resumeCommand()}`);
}

function endWithLastWords(
  { host, interruption, settings, vitest }: ReporterOptions,
  scenarios: readonly { readonly file: string; readonly id: string | null }[],
): void {
  const run = host.runSoFar();
  if (run === null) return;
  process.exitCode ||= 1;
  const reason =
    interruption.exitCode() === null
      ? 'the process ended before the scenario did, so there is no result'
      : WAS_ENDED;
  const underWay = host.underWay().map((id) => ({ id, file: fileOf(id, scenarios) }));
  try {
    writeLastWords({ ...run, underWay, reason, settings });
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    vitest.logger.error(`\nagent-eval  ${error.message}`);
  }
}

async function finishRun(
  modules: readonly TestModule[],
  interrupted: boolean,
  options: ReporterOptions,
): Promise<void> {
  const { host, root, vitest } = options;
  const { runId, directory } = await host.run();
  const scenarios = await options.index.all();
  if (interrupted) await host.settled();
  const told = collectResults(modules, { root, runId, interrupted, scenarios });
  const reason = interrupted ? WAS_ENDED : 'its worker ended before the scenario did, so there is no result';
  const lost = await lostResults(host.begun(), told, { runId, directory, scenarios, reason });
  const collected = [...told, ...lost];
  for (const { result, traced } of collected) {
    if (!traced) await writeTrace(directory, result);
  }
  const results = collected.map(({ result }) => result);
  const ranWith = collected.flatMap((each) => each.ranWith ?? []);
  const refused = vitest.config.mergeReports
    ? missingShardsWarning(collected.map(({ shard }) => shard))
    : null;
  const built = buildScorecard(results, configOf(results, options.settings, ranWith), {
    runId,
    timestamp: new Date(),
    warnings: [
      ...scenarioWarnings(results),
      ...mixedTargets(ranWith),
      ...(refused === null ? [] : [refused]),
    ],
    partial:
      interrupted ||
      refused !== null ||
      results.length < scenarios.filter(({ scenario }) => scenario === null || !isTodo(scenario)).length,
  });
  const isShard = vitest.config.shard !== undefined && !vitest.config.mergeReports;
  const ending = await endRun(built, { settings: options.settings, root, isShard, refused });
  const { scorecard } = ending;
  const summary = summaryMarkdown(scorecard);
  await host.finish(scorecard, summary);
  print(scorecard, directory, options);
  await sayEnding(ending, summary, options);
  options.ended({ ...ending, directory, interrupted, line: endingLine(ending, root) });

  const readiness = host.readiness();
  if (readiness?.ok === false) vitest.logger.error(`\nagent-eval  ${readiness.message}`);
}

async function sayEnding(ending: Ending, summary: string, { vitest }: ReporterOptions): Promise<void> {
  const text = endingText(ending, process.stdout.columns ?? 100);
  if (text !== '') speaker(vitest)(`${text}\n`);
  if (endsBadly(ending)) process.exitCode = 1;
  const problem = await writeJobSummary([summary, ...endingMarkdown(ending)], process.env);
  if (problem !== null) vitest.logger.error(`agent-eval  ${problem}`);
}

function print(scorecard: Scorecard, directory: string, { root, vitest }: ReporterOptions): void {
  const table = consoleTable(scorecard, {
    columns: process.stdout.columns ?? 100,
    color: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    folder: path.relative(root, directory) || '.',
  });
  speaker(vitest)(`\n${table}\n`);
}
