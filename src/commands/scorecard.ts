/** `agent-eval scorecard`: scorecard.json and summary.md again, from traces alone. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import { summaryMarkdown } from '../../reporters/summary.ts';
import { consoleTable } from '../../reporters/table.ts';
import { writeFileAtomic, writeJsonAtomic } from '../disk/json-file.ts';
import { readProgress, readScorecard } from '../results/store/run-directory.ts';
import { buildScorecard, type Scorecard, type ScorecardConfig } from '../results/store/scorecard.ts';
import { readStoredTraces, rowOf, type StoredTraces } from '../results/store/stored-traces.ts';
import { locateRun, placesOf } from './find-run.ts';
import { EXIT, type CommandIo, type ExitCode } from './io.ts';
import { asJson, jsonOption, placeOptions, resultsOption } from './options.ts';

const optionsSchema = z.object({ ...placeOptions, json: asJson });

export function scorecardCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return new Command('scorecard')
    .summary('write scorecard.json and summary.md again from traces')
    .description(
      "Builds both files of a run from its traces, without agent or judge: ours, or a folder of AMD GAIA's runner.\n" +
        'A trace that cannot be read counts as errored. Without a scorecard that says the run was whole, it is partial.',
    )
    .argument('<run>', 'run folder, traces folder or run id')
    .addOption(resultsOption())
    .addOption(jsonOption())
    .action(async (run: string, raw: unknown) => end(await rebuild(run, optionsSchema.parse(raw), io)));
}

async function rebuild(
  run: string,
  options: z.output<typeof optionsSchema>,
  io: CommandIo,
): Promise<ExitCode> {
  const stored = await readStoredTraces(await locateRun(run, await placesOf(options, io, ['results'])));
  const scorecard = await scorecardOf(stored);
  await writeJsonAtomic(path.join(stored.run, 'scorecard.json'), scorecard);
  await writeFileAtomic(path.join(stored.run, 'summary.md'), summaryMarkdown(scorecard));
  io.out(
    options.json
      ? `${JSON.stringify(scorecard, null, 2)}\n`
      : `${consoleTable(scorecard, { columns: io.columns, folder: path.relative(io.cwd, stored.run) || '.' })}\n`,
  );
  return EXIT.holds;
}

/** Counts, rates and averages are computed anew; what only the run itself knew is taken from its old scorecard. */
async function scorecardOf(stored: StoredTraces): Promise<Scorecard> {
  const file = path.join(stored.run, 'scorecard.json');
  const before = (await isThere(file)) ? await readScorecard(file) : null;
  const rows = stored.traces.map(rowOf);
  const unread = stored.traces.flatMap(({ file: name, problem }) =>
    problem === null ? [] : [`The trace ${path.basename(name)} counts as errored: ${problem}.`],
  );
  const unfinished = (await readProgress(stored.run).catch(() => ({}))) !== null;
  return buildScorecard(rows, before?.config ?? configOf(rows), {
    runId: before?.run_id ?? path.basename(path.resolve(stored.run)),
    timestamp: before === null ? startOf(rows) : new Date(before.timestamp),
    partial: before === null || before.partial === true || unfinished,
    warnings: unread,
  });
}

const facts = z.object({
  started_at: z.iso.datetime().optional().catch(undefined),
  judge: z
    .object({ name: z.string(), fingerprint: z.string(), model: z.string().nullable() })
    .optional()
    .catch(undefined),
  simulator: z.object({ name: z.string(), fingerprint: z.string() }).optional().catch(undefined),
  session: z.object({ agent_type: z.string().nullable() }).nullish().catch(undefined),
  identity: z
    .object({
      target: z.string(),
      isolation: z.string(),
      rules: z.number().nullish(),
      package: z.string().nullish(),
    })
    .optional()
    .catch(undefined),
});

function configOf(rows: readonly object[]): ScorecardConfig {
  const known = rows.map((row) => facts.parse(row));
  const judge = known.find((each) => each.judge !== undefined && each.judge.name !== 'none')?.judge;
  const simulator = known.find((each) => each.simulator !== undefined)?.simulator;
  const identity = known.find((each) => each.identity !== undefined)?.identity;
  return {
    model: judge === undefined ? null : (judge.model ?? judge.name),
    agent_type: known.find((each) => each.session?.agent_type)?.session?.agent_type ?? null,
    ...(judge === undefined ? {} : { judge: judge.name, judge_fingerprint: judge.fingerprint }),
    ...(simulator === undefined
      ? {}
      : { simulator: simulator.name, simulator_fingerprint: simulator.fingerprint }),
    ...(identity?.rules ? { rules_version: identity.rules } : {}),
    ...(identity?.package ? { package_version: identity.package } : {}),
    ...(identity === undefined ? {} : { target: identity.target, isolation: identity.isolation }),
  };
}

function startOf(rows: readonly object[]): Date {
  const starts = rows.flatMap((row) => facts.parse(row).started_at ?? []).toSorted();
  return starts[0] === undefined ? new Date() : new Date(starts[0]);
}

async function isThere(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}
