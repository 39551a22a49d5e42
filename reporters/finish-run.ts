/** The end of a run: every scenario has a result, the run's files are written, and the user is told. */
import path from 'node:path';
import type { TestModule } from 'vitest/node';
import { inSet } from '../src/scenario/scenario-set.ts';
import { buildScorecard, someJudged, type Scorecard } from '../src/results/store/scorecard.ts';
import { writeTrace } from '../src/results/store/trace-store.ts';
import type { Scenario } from '../src/scenario/schema.ts';
import { isTodo } from '../src/scenario/todo.ts';
import { collectResults } from './collect.ts';
import { endingLine, endingMarkdown, endingText, endRun, endsBadly, type Ending } from './ending.ts';
import { writeJobSummary } from './job-summary.ts';
import { lostResults, WAS_ENDED } from './lost.ts';
import { oneLine } from './plain-text.ts';
import type { ReporterOptions } from './reporter-options.ts';
import { configOf, mixedTargets } from './run-config.ts';
import { fileWarningsLine, scenarioWarnings, selfJudgedWarning } from './scenario-warnings.ts';
import { missingShardsWarning } from './shards.ts';
import { summaryMarkdown } from './summary.ts';
import { consoleTable } from './table.ts';
import { complain, speaker } from './voice.ts';

/** Throws `ResultsError`. */
export async function finishRun(
  modules: readonly TestModule[],
  interrupted: boolean,
  options: ReporterOptions,
): Promise<void> {
  const { host, root, vitest } = options;
  const { runId, directory } = await host.run();
  const scenarios = await options.index.all();
  if (interrupted) await host.settled();
  const spentOn = (id: string) => ({ ...host.spentOn(id) });
  const told = collectResults(modules, { root, runId, interrupted, scenarios, spentOn });
  const reason = interrupted ? WAS_ENDED : 'its worker ended before the scenario did, so there is no result';
  const lost = await lostResults(host.begun(), told, { runId, directory, scenarios, reason, spentOn });
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
      ...selfJudgedWarning(results),
      ...scenarioWarnings(results),
      ...mixedTargets(ranWith),
      ...(refused === null ? [] : [refused]),
    ],
    partial:
      interrupted ||
      refused !== null ||
      results.length < inSet(scenarios, options.settings.set).filter(isRunnable).length,
    leftOut: idsLeftOut(scenarios, results),
  });
  const isShard = isOneShard(vitest);
  const ending = await endRun(built, { settings: options.settings, root, isShard, refused });
  const { scorecard } = ending;
  const summary = summaryMarkdown(scorecard);
  await host.finish(scorecard, summary);
  print(scorecard, directory, options);
  const doubts = fileWarningsLine(options.fileWarnings());
  if (doubts !== null) speaker(vitest)(`agent-eval  ${oneLine(doubts, 400)}`);
  await sayEnding(ending, summary, options);
  options.ended({ ...ending, directory, interrupted, line: endingLine(ending, root) });

  const readiness = host.readiness();
  if (readiness?.ok === false) complain(vitest, `\nagent-eval  ${readiness.message}`);
}

function isRunnable({ scenario }: { readonly scenario: Pick<Scenario, 'turns'> | null }): boolean {
  return scenario === null || !isTodo(scenario);
}

/** Green must mean that something was evaluated. */
const NOTHING_JUDGED = 'nothing was judged, so the run does not pass';

/** What a later comparison must not take for vanished. */
function idsLeftOut(
  scenarios: readonly { readonly id: string | null }[],
  results: readonly { readonly scenario_id: string }[],
): readonly string[] {
  const told = new Set(results.map(({ scenario_id }) => scenario_id));
  return [...new Set(scenarios.flatMap(({ id }) => (id === null || told.has(id) ? [] : [id])))];
}

async function sayEnding(ending: Ending, summary: string, { vitest }: ReporterOptions): Promise<void> {
  const isShard = isOneShard(vitest);
  const text = endingText(ending, process.stdout.columns ?? 100);
  if (text !== '') speaker(vitest)(`${text}\n`);
  if (endsBadly(ending)) process.exitCode = 1;
  if (!someJudged(ending.scorecard) && !isShard) {
    const { skipped, total_scenarios: total } = ending.scorecard.summary;
    // What ended without a verdict says why itself.
    if (skipped === total) complain(vitest, `\nagent-eval  ${NOTHING_JUDGED}`);
    process.exitCode = 1;
  }
  const problem = await writeJobSummary([summary, ...endingMarkdown(ending)], process.env);
  if (problem !== null) complain(vitest, `agent-eval  ${problem}`);
}

/** Its results are a part of what another process will merge. */
function isOneShard({ config }: ReporterOptions['vitest']): boolean {
  return config.shard !== undefined && !config.mergeReports;
}

function print(scorecard: Scorecard, directory: string, { root, vitest }: ReporterOptions): void {
  const table = consoleTable(scorecard, {
    columns: process.stdout.columns ?? 100,
    color: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    folder: path.relative(root, directory) || '.',
  });
  speaker(vitest)(`\n${table}\n`);
}
