/** `agent-eval judge` on a run of scenarios: their stored conversations, judged again into a new run. */
import path from 'node:path';
import { consoleTable } from '../../../reporters/table.ts';
import { oneLine } from '../../../reporters/plain-text.ts';
import { summaryMarkdown } from '../../../reporters/summary.ts';
import { readConstraints } from '../../audit/read-audit.ts';
import { writeFileAtomic, writeJsonAtomic } from '../../disk/json-file.ts';
import { createLedger } from '../../models/ledger.ts';
import {
  judgeAgain,
  takenOver,
  type JudgedBy,
  type JudgeAgainOptions as ScenarioAgain,
} from '../../run/judge-again.ts';
import { createJudgeAndSimulator } from '../../run/judge-and-simulator.ts';
import { withoutSecrets } from '../../results/store/redact-result.ts';
import { createRunDirectory, type RunDirectory } from '../../results/store/run-directory.ts';
import { buildScorecard, type Scorecard, type ScorecardConfig } from '../../results/store/scorecard.ts';
import type { ScenarioResult } from '../../results/store/schema.ts';
import { writeTrace } from '../../results/store/trace-store.ts';
import { isJudgedStatus } from '../../rubric/verdict-types.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from '../io.ts';
import { endOnSignals } from '../signals.ts';
import { inParallel } from './at-once.ts';
import { namedJudge, type JudgeAgainOptions, type NamedJudge } from './options.ts';
import { tellScenariosCost } from './scenarios-cost.ts';
import { sourceScorecard } from './source-scorecard.ts';
import { keptLines, readScenarios, type StoredScenarios } from './stored-scenarios.ts';

export async function judgeScenariosAgain(
  folder: string,
  options: JudgeAgainOptions,
  io: CommandIo,
): Promise<ExitCode> {
  if (options.truthDir !== undefined) {
    throw new CommandError(
      '--truth-dir is for experiments: what is true of a scenario stands in its YAML and in the corpus. ' +
        'Change it there, and judge again with --changed.',
    );
  }
  const named = await namedJudge(options, io);
  const found = await readScenarios(folder, options, io);
  if (!options.dryRun) return await judgeAll({ folder, ...found }, named, options, io);
  await tellScenariosCost(found, named, options, io);
  return EXIT.holds;
}

async function judgeAll(
  { folder, stored, unread, leftOut }: StoredScenarios & { readonly folder: string },
  named: NamedJudge,
  options: JudgeAgainOptions,
  io: CommandIo,
): Promise<ExitCode> {
  if (stored.every(({ kept }) => kept !== null)) {
    throw new CommandError(['Nothing can be judged again:', ...keptLines(stored), ...unread].join('\n  '));
  }
  const { settings, prompts, root, budget } = named;
  const { judge, judgeModel } = await createJudgeAndSimulator(settings, io.env, prompts);
  const constraints =
    settings.audit === undefined ? [] : await readConstraints(path.resolve(root, settings.audit));
  const by: JudgedBy = { judge, model: judgeModel, constraints };
  const directory = await createRunDirectory(path.dirname(folder));
  const funds = createLedger(budget, { name: 'The budget of judging again', setting: '--budget' });
  const ending = endOnSignals((line) => io.err(`agent-eval  ${line}\n`), 'the judging');
  try {
    const work = { by, signal: ending.signal, budget: settings.budget, funds, runId: directory.runId };
    const results = await inParallel(stored, async (each) => await judgeOne(each, work, directory.path));
    const done = results.filter((result) => result !== null);
    const found = { folder, stored, unread, leftOut };
    const scorecard = await writeScorecard(found, done, by, directory);
    tell({ stored, done, scorecard, folder: directory.path, usd: funds.spent.usd }, options, io);
    const judged = done.filter((_, index) => stored[index]?.kept === null);
    const holds = done.length === stored.length && judged.every(({ status }) => isJudgedStatus(status));
    return holds ? EXIT.holds : EXIT.no;
  } finally {
    ending.done();
    ending.exitIfSignalled();
  }
}

interface OneAgain extends ScenarioAgain {
  readonly by: JudgedBy;
}

/** null: it was cancelled. What no judge decides is taken over. */
async function judgeOne(
  { result, plan, kept }: StoredScenarios['stored'][number],
  { by, ...options }: OneAgain,
  folder: string,
): Promise<ScenarioResult | null> {
  const { signal, runId } = options;
  if (signal.aborted) return null;
  const isKept = kept !== null || plan === null;
  const again = isKept ? takenOver(result, runId) : await judgeAgain(result, plan, by, options);
  if (signal.aborted) return null;
  const safe = withoutSecrets(again);
  await writeTrace(folder, safe);
  return safe;
}

/** Beside the traces; `latest` stays with the run that held the conversations. */
async function writeScorecard(
  { folder, stored, unread, leftOut }: StoredScenarios & { readonly folder: string },
  done: readonly ScenarioResult[],
  by: JudgedBy,
  directory: RunDirectory,
): Promise<Scorecard> {
  const before = await sourceScorecard(folder);
  const isPart =
    done.length < stored.length || leftOut.length > 0 || unread.length > 0 || before?.partial !== false;
  const scorecard: Scorecard = {
    ...buildScorecard(done, configOf(before?.config ?? {}, by), {
      runId: directory.runId,
      timestamp: new Date(),
      partial: isPart,
      warnings: [...unread, ...keptLines(stored)],
      leftOut: [...leftOut, ...missingOf(stored, done)],
    }),
    judged_from: path.basename(folder),
  };
  await writeJsonAtomic(path.join(directory.path, 'scorecard.json'), scorecard);
  await writeFileAtomic(path.join(directory.path, 'summary.md'), summaryMarkdown(scorecard));
  return scorecard;
}

function configOf(before: ScorecardConfig, { judge, model }: JudgedBy): ScorecardConfig {
  return { ...before, model: model ?? judge.name, judge: judge.name, judge_fingerprint: judge.fingerprint };
}

function missingOf(stored: StoredScenarios['stored'], done: readonly ScenarioResult[]): string[] {
  const ids = new Set(done.map(({ scenario_id }) => scenario_id));
  return stored.flatMap(({ result }) => (ids.has(result.scenario_id) ? [] : [result.scenario_id]));
}

interface Outcome {
  readonly stored: StoredScenarios['stored'];
  readonly done: readonly ScenarioResult[];
  readonly scorecard: Scorecard;
  readonly folder: string;
  readonly usd: number;
}

function tell(
  { stored, done, scorecard, folder, usd }: Outcome,
  { json }: JudgeAgainOptions,
  io: CommandIo,
): void {
  if (json) {
    io.out(`${JSON.stringify(scorecard, null, 2)}\n`);
    return;
  }
  const changes = done.flatMap((after) => {
    const before = stored.find(({ result }) => result.scenario_id === after.scenario_id)?.result;
    if (
      before === undefined ||
      (before.status === after.status && before.overall_score === after.overall_score)
    )
      return [];
    return [`${oneLine(after.scenario_id)}  ${state(before)} → ${state(after)}`];
  });
  const shown = path.relative(io.cwd, folder) || '.';
  io.out(
    [
      consoleTable(scorecard, { columns: io.columns, folder: shown }),
      '',
      ...changes,
      `${changes.length} of ${done.length} result(s) differ from ${scorecard.judged_from ?? ''}; judging cost $${usd.toFixed(4)}.`,
      '',
    ].join('\n'),
  );
}

function state({ status, overall_score: score }: ScenarioResult): string {
  return score === null ? status : `${status} ${score.toFixed(2)}`;
}
