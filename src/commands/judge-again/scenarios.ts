/** `agent-eval judge` on a run of scenarios: their stored conversations, judged again into a new run. */
import path from 'node:path';
import { consoleTable } from '../../../reporters/table.ts';
import { oneLine } from '../../../reporters/plain-text.ts';
import { summaryMarkdown } from '../../../reporters/summary.ts';
import { readConstraints } from '../../audit/read-audit.ts';
import { writeFileAtomic, writeJsonAtomic } from '../../disk/json-file.ts';
import { countingClient, dearestCost, usualCost } from '../../models/counting-client.ts';
import { createLedger } from '../../models/ledger.ts';
import { priceOfModel } from '../../models/model-of.ts';
import { loadPlans } from '../../plan/load-plans.ts';
import type { ScenarioPlan } from '../../plan/scenario-plan.ts';
import { askJudge } from '../../run/estimate.ts';
import { conversationOf, judgeAgain, whyKept, type JudgedBy } from '../../run/judge-again.ts';
import { createJudgeAndSimulator } from '../../run/judge-and-simulator.ts';
import { withoutSecrets } from '../../results/store/redact-result.ts';
import { createRunDirectory } from '../../results/store/run-directory.ts';
import { buildScorecard, type Scorecard, type ScorecardConfig } from '../../results/store/scorecard.ts';
import { scenarioResultSchema, type ScenarioResult } from '../../results/store/schema.ts';
import { readStoredTraces } from '../../results/store/stored-traces.ts';
import { writeTrace } from '../../results/store/trace-store.ts';
import { isJudgedStatus } from '../../rubric/verdict-types.ts';
import { nearestKey } from '../../nearest-key.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from '../io.ts';
import { readFolders } from '../project-settings.ts';
import { endOnSignals } from '../signals.ts';
import { inParallel } from './at-once.ts';
import { namedJudge, type JudgeAgainOptions, type NamedJudge } from './options.ts';
import { sourceScorecard } from './source-scorecard.ts';

interface Stored {
  readonly result: ScenarioResult;
  readonly plan: ScenarioPlan | null;
  /** Why it stays as it is; null: it is judged again. */
  readonly kept: string | null;
}

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
  const { stored, unread, leftOut } = await storedOf(folder, options, io);
  if (options.dryRun) return await tellCost(stored, unread, named, options, io);
  return await judgeAll({ folder, stored, unread, leftOut }, named, options, io);
}

interface Read {
  readonly stored: readonly Stored[];
  /** Traces that cannot be judged again for what they are, as sentences. */
  readonly unread: readonly string[];
  /** Ids that `--only` leaves out. */
  readonly leftOut: readonly string[];
}

async function storedOf(folder: string, options: JudgeAgainOptions, io: CommandIo): Promise<Read> {
  const { root, scenarios, corpus } = await readFolders(options, ['scenarios', 'corpus'], io);
  const plans = await loadPlans({ root, scenarios, corpus });
  const { traces } = await readStoredTraces(folder);
  const unread: string[] = [];
  const results = traces.flatMap(({ file, value, problem }) => {
    const parsed = scenarioResultSchema.safeParse(value);
    if (parsed.success) return [parsed.data];
    const why = problem ?? 'it is not of this program, or of an older format';
    unread.push(`The trace ${path.basename(file)} was left out: ${why}.`);
    return [];
  });
  const ids = results.map(({ scenario_id }) => scenario_id);
  const wanted = options.only ?? ids;
  const unknown = wanted.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    const near = nearestKey(unknown, ids);
    throw new CommandError(
      `--only: the run has no scenario ${unknown}${near === null ? '' : `; did you mean ${near}?`}.`,
    );
  }
  const all = results
    .filter(({ scenario_id }) => wanted.includes(scenario_id))
    .map((result) => {
      const plan = plans.get(result.scenario_id) ?? null;
      return { result, plan, kept: whyKept(result, plan, options.changed) };
    });
  // A verdict of another judge has no place among this one's.
  const [gone, stored] = [true, false].map((isGone) =>
    all.filter(({ result, kept }) => (kept !== null && isJudgedStatus(result.status)) === isGone),
  );
  return {
    stored: stored ?? [],
    unread: [
      ...unread,
      ...(gone ?? []).map(({ result, kept }) => `${oneLine(result.scenario_id)} is left out: ${kept ?? ''}.`),
    ],
    leftOut: [
      ...ids.filter((id) => !wanted.includes(id)),
      ...(gone ?? []).map(({ result }) => result.scenario_id),
    ],
  };
}

async function tellCost(
  stored: readonly Stored[],
  unread: readonly string[],
  { settings, prompts, budget }: NamedJudge,
  { json }: JudgeAgainOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const total = { calls: 0, at_most_usd: 0, about_usd: 0 };
  const { judge, judgeModel } = await createJudgeAndSimulator(settings, {}, prompts, (llm) => {
    const price = priceOfModel(llm);
    return countingClient(llm.model, (call) => {
      total.calls += 1;
      total.at_most_usd += dearestCost(call, price);
      total.about_usd += usualCost(call, price);
    });
  });
  const again = stored.filter(({ kept }) => kept === null);
  if (judgeModel !== null) {
    for (const { plan, result } of again) {
      // oxlint-disable-next-line no-await-in-loop -- nothing is sent
      if (plan !== null) await askJudge(plan, judge, conversationOf(result));
    }
  }
  const figures = {
    judge: judgeModel ?? judge.name,
    scenarios: again.length,
    kept: stored.length - again.length,
    ...total,
    at_most_usd: Math.min(total.at_most_usd, budget),
    about_usd: Math.min(total.about_usd, budget),
  };
  if (json) io.out(`${JSON.stringify(figures, null, 2)}\n`);
  else {
    io.out(
      [
        ...keptLines(stored),
        ...unread,
        `${figures.judge} would judge ${again.length} conversation(s) again in at most ${total.calls} call(s): about ` +
          `$${figures.about_usd.toFixed(4)}, at most $${figures.at_most_usd.toFixed(4)} (budget $${budget}). Nothing was asked.`,
        '',
      ].join('\n'),
    );
  }
  return EXIT.holds;
}

async function judgeAll(
  { folder, stored, unread, leftOut }: Read & { readonly folder: string },
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
  const from = path.basename(folder);
  try {
    const results = await inParallel(stored, async ({ result, plan, kept }) => {
      if (ending.signal.aborted) return null;
      const again =
        kept !== null || plan === null
          ? { ...result, run_id: directory.runId, judged_from: result.run_id }
          : await judgeAgain(result, plan, by, {
              signal: ending.signal,
              budget: settings.budget,
              funds,
              runId: directory.runId,
            });
      if (ending.signal.aborted) return null;
      const safe = withoutSecrets(again);
      await writeTrace(directory.path, safe);
      return safe;
    });
    const done = results.filter((result) => result !== null);
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
      judged_from: from,
    };
    // `latest` stays with the run that held the conversations.
    await writeJsonAtomic(path.join(directory.path, 'scorecard.json'), scorecard);
    await writeFileAtomic(path.join(directory.path, 'summary.md'), summaryMarkdown(scorecard));
    tell({ stored, done, scorecard, from, folder: directory.path, usd: funds.spent.usd }, options, io);
    const judged = done.filter((_, index) => stored[index]?.kept === null);
    const holds = done.length === stored.length && judged.every(({ status }) => isJudgedStatus(status));
    return holds ? EXIT.holds : EXIT.no;
  } finally {
    ending.done();
    ending.exitIfSignalled();
  }
}

function configOf(before: ScorecardConfig, { judge, model }: JudgedBy): ScorecardConfig {
  return { ...before, model: model ?? judge.name, judge: judge.name, judge_fingerprint: judge.fingerprint };
}

function missingOf(stored: readonly Stored[], done: readonly ScenarioResult[]): string[] {
  const ids = new Set(done.map(({ scenario_id }) => scenario_id));
  return stored.flatMap(({ result }) => (ids.has(result.scenario_id) ? [] : [result.scenario_id]));
}

interface Outcome {
  readonly stored: readonly Stored[];
  readonly done: readonly ScenarioResult[];
  readonly scorecard: Scorecard;
  readonly from: string;
  readonly folder: string;
  readonly usd: number;
}

function tell(
  { stored, done, scorecard, from, folder, usd }: Outcome,
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
      `${changes.length} of ${done.length} result(s) differ from ${from}; judging cost $${usd.toFixed(4)}.`,
      '',
    ].join('\n'),
  );
}

function state({ status, overall_score: score }: ScenarioResult): string {
  return score === null ? status : `${status} ${score.toFixed(2)}`;
}

function keptLines(stored: readonly Stored[]): string[] {
  return stored.flatMap(({ result, kept }) =>
    kept === null ? [] : [`${oneLine(result.scenario_id)} stays as it is: ${kept}.`],
  );
}
