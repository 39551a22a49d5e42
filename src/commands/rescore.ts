/** `agent-eval rescore`: today's rubric on a run's stored raw scores, and what that changes. */
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { oneLine } from '../../reporters/plain-text.ts';
import { isChanged, rescore, type Rescored } from '../results/store/rescore.ts';
import { readStoredTraces } from '../results/store/stored-traces.ts';
import { reasonText } from '../rubric/reason.ts';
import { isRecord } from '../yaml/known-keys.ts';
import { locateRun } from './find-run.ts';
import { EXIT, type CommandIo, type ExitCode } from './io.ts';
import { asJson, jsonOption, placeOptions, resultsOption } from './options.ts';
import { readFolders } from './project-settings.ts';

const optionsSchema = z.object({
  ...placeOptions,
  json: asJson,
  scenarioDir: z.array(z.string()).optional(),
  corpusDir: z.string().optional(),
});

export function rescoreCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return new Command('rescore')
    .summary("apply today's rubric to a run's stored scores, and list what changes")
    .description(
      "Derives every verdict again from the judge's raw scores, without agent or judge, and lists what changes. The\n" +
        "ceilings are found again where the scenario's text is still the same; else those in the trace count. Nothing\n" +
        'is written.',
    )
    .argument('[run]', 'run folder, traces folder or run id', 'latest')
    .addOption(resultsOption())
    .addOption(
      new Option('--scenario-dir <folder...>', 'where scenarios are').default(undefined, 'scenarios'),
    )
    .addOption(new Option('--corpus-dir <folder>', 'where the corpus is').default(undefined, 'corpus'))
    .addOption(jsonOption())
    .action(async (run: string, raw: unknown) => end(await rescoreRun(run, optionsSchema.parse(raw), io)));
}

async function rescoreRun(
  run: string,
  options: z.output<typeof optionsSchema>,
  io: CommandIo,
): Promise<ExitCode> {
  const {
    root,
    results: folder,
    scenarios,
    corpus,
  } = await readFolders(options, ['results', 'scenarios', 'corpus'], io);
  const stored = await readStoredTraces(await locateRun(run, { cwd: io.cwd, results: folder }));
  // Reads numbers and dates, which other commands do not: slow to load.
  const { readToday } = await import('./rescore-today.ts');
  const today = await readToday({ root, scenarios, corpus });
  const results = stored.traces.map(({ file, value, problem }): Rescored & { readonly ceilings: string } => {
    const id = path.basename(file, '.json');
    if (value === null) return { ...rescore(null), scenario_id: id, kept: problem, ceilings: 'none' };
    const found = today.ceilingsFor(value);
    const severity = today.severityOf(value);
    const result = rescore(value, {
      ceilings: found,
      ...(severity === null ? {} : { severity }),
    });
    const kept = storesCeilings(value) ? 'stored' : 'none';
    return { ...result, ceilings: found === null ? kept : 'today' };
  });
  const changed = results.filter(isChanged);
  io.out(options.json ? `${JSON.stringify({ changed, results }, null, 2)}\n` : words(results, changed));
  return EXIT.holds;
}

/** Of a trace of another tool nobody may say that ceilings stand in it. */
function storesCeilings({ turns }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(turns) && turns.some((turn: unknown) => isRecord(turn) && 'ceilings' in turn);
}

function words(
  results: readonly (Rescored & { readonly ceilings: string })[],
  changed: readonly Rescored[],
): string {
  const derived = results.filter(({ kept }) => kept === null);
  const old = derived.filter(({ ceilings }) => ceilings === 'stored').length;
  const bare = derived.filter(({ ceilings }) => ceilings === 'none').length;
  const width = Math.max(0, ...changed.map(({ scenario_id }) => oneLine(scenario_id).length));
  const lines = changed.flatMap(({ scenario_id, before, after, reasons }) => [
    `${oneLine(scenario_id).padEnd(width)}  ${state(before)} → ${state(after)}`,
    ...reasons.map((reason) => `${' '.repeat(width + 2)}${oneLine(reasonText(reason), 300)}`),
  ]);
  return [
    ...lines,
    ...(lines.length === 0 ? [] : ['']),
    `${changed.length} of ${derived.length} verdict(s) change; ${results.length - derived.length} result(s) have none to derive.` +
      (old === 0 ? '' : ` ${old} verdict(s) rest on the ceilings stored with them.`) +
      (bare === 0 ? '' : ` ${bare} verdict(s) rest on scores alone: no ceilings are stored with them.`),
    '',
  ].join('\n');
}

function state({ status, score }: Rescored['before']): string {
  return score === null ? oneLine(status) : `${oneLine(status)} ${score.toFixed(2)}`;
}
