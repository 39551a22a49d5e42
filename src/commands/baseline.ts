/** `agent-eval baseline save | show | path`: what later runs are compared with. */
import path from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import { consoleTable } from '../../reporters/table.ts';
import { baselinePath, writeBaseline } from '../results/compare/baseline-file.ts';
import { baselineProblems } from '../results/compare/baseline.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import { locateBaseline, locateScorecard, placesOf, type Places } from './find-run.ts';
import { EXIT, type CommandIo, type ExitCode } from './io.ts';
import {
  allowed,
  allowOption,
  asJson,
  baselineOption,
  jsonOption,
  placeOptions,
  resultsOption,
} from './options.ts';
import { readProject } from './project-settings.ts';

const optionsSchema = z.object({ ...placeOptions, allow: allowed, json: asJson });
type Options = z.output<typeof optionsSchema>;

export function baselineCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  const command = new Command('baseline')
    .summary('save, show or locate the baseline')
    .description(
      'The baseline is what later runs are compared with: one file per target and judge, made to be committed.',
    );
  const sub = (name: string) =>
    new Command(name).addOption(resultsOption()).addOption(baselineOption()).addOption(jsonOption());
  command.addCommand(
    sub('save')
      .summary('make a run the baseline')
      .description(
        'Makes a run the baseline, the newest whole one unless another is named. Refused for a partial run and for\n' +
          'scenarios without a verdict, unless allowed by name: --allow partial,infra.',
      )
      .argument('[run]', 'scorecard, run folder or run id', 'latest')
      .addOption(allowOption())
      .action(async (run: string, raw: unknown) => {
        const options = optionsSchema.parse(raw);
        end(await saveBaseline(run, options, io, await placesOf(options, io)));
      }),
  );
  command.addCommand(
    sub('show')
      .summary('print the baseline of a run, or of the settings')
      .argument('[run]', 'scorecard, run folder or run id; left out: by the settings')
      .action(async (run: string | undefined, raw: unknown) => {
        end(await showBaseline(run, optionsSchema.parse(raw), io));
      }),
  );
  command.addCommand(
    sub('path')
      .summary('print where the baseline is saved')
      .argument('[run]', 'scorecard, run folder or run id; left out: by the settings')
      .action(async (run: string | undefined, raw: unknown) => {
        end(await printPath(run, optionsSchema.parse(raw), io));
      }),
  );
  return command;
}

/** Also behind `agent-eval run --save-baseline`, which knows its places. */
export async function saveBaseline(
  run: string,
  options: Pick<Options, 'allow' | 'json'>,
  io: CommandIo,
  places: Places,
): Promise<ExitCode> {
  const { scorecard, path: from } = await locateScorecard(run, places);
  const problems = baselineProblems(scorecard, options.allow);
  if (problems.length > 0) {
    io.err(`agent-eval  ${from} does not become a baseline. ${problems.join(' ')}\n`);
    return EXIT.no;
  }
  const target = baselinePath(scorecard.config, places);
  await writeBaseline(target, scorecard);
  const { passed, total_scenarios: total } = scorecard.summary;
  io.out(
    options.json
      ? `${JSON.stringify({ path: target, run_id: scorecard.run_id, passed, total_scenarios: total }, null, 2)}\n`
      : `Saved ${scorecard.run_id} (${passed} of ${total} passed) as ${shown(target, io)}\n`,
  );
  return EXIT.holds;
}

async function showBaseline(run: string | undefined, options: Options, io: CommandIo): Promise<ExitCode> {
  const places = await placesOf(options, io);
  const { path: file, scorecard } = await locateBaseline(
    { config: await configOf(run, options, io) },
    places,
  );
  io.out(
    options.json
      ? `${JSON.stringify(scorecard, null, 2)}\n`
      : `${shown(file, io)}\n\n${consoleTable(scorecard, { columns: io.columns })}\n`,
  );
  return EXIT.holds;
}

async function printPath(run: string | undefined, options: Options, io: CommandIo): Promise<ExitCode> {
  const target = baselinePath(await configOf(run, options, io), await placesOf(options, io));
  io.out(options.json ? `${JSON.stringify({ path: target }, null, 2)}\n` : `${shown(target, io)}\n`);
  return EXIT.holds;
}

/** Target and judge decide: those of a run, or those of the settings. */
async function configOf(
  run: string | undefined,
  options: Options,
  io: CommandIo,
): Promise<Scorecard['config']> {
  if (run !== undefined) return (await locateScorecard(run, await placesOf(options, io))).scorecard.config;
  const { target, judge } = (await readProject(io)).settings;
  return { target, judge };
}

function shown(file: string, { cwd }: CommandIo): string {
  const relative = path.relative(cwd, file);
  return relative.startsWith('..') ? file : relative;
}
