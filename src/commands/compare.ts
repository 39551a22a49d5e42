/** `agent-eval compare`: better or worse, which scenarios, and may this be merged? */
import { Command, Option } from 'commander';
import { z } from 'zod';
import { comparisonMarkdown } from '../../reporters/comparison-markdown.ts';
import { comparisonText } from '../../reporters/comparison.ts';
import {
  experimentComparisonMarkdown,
  experimentComparisonText,
} from '../../reporters/experiment-comparison.ts';
import { gateLines, gatesMarkdown } from '../../reporters/gates.ts';
import { compareScorecards } from '../results/compare/compare.ts';
import { readComparedRun } from '../results/experiment/card-file.ts';
import { compareExperimentRuns } from '../results/experiment/compare-runs.ts';
import { evaluateGates, gatesHold } from '../results/gates/gates.ts';
import { findExperimentRun, locateExperimentRun } from './find-experiment-run.ts';
import { locateBaseline, locateScorecard, placesOf } from './find-run.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from './io.ts';
import {
  allowed,
  allowOption,
  asJson,
  baselineOption,
  jsonOption,
  placeOptions,
  resultsOption,
} from './options.ts';

const optionsSchema = z.object({
  ...placeOptions,
  allow: allowed,
  json: asJson,
  markdown: z.boolean().default(false),
});

export function compareCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return new Command('compare')
    .summary('compare two runs, or a run with the saved baseline')
    .description(
      'Compares two runs: scorecard files, run folders or run ids, ours or of AMD GAIA. With one, it is compared\n' +
        'with its saved baseline; with none, the newest whole run is. Two runs of experiments are compared variant by\n' +
        'variant, over the cases with the same document, question, truth and judge.\n\n' +
        'Exit code: 0 nothing got worse, 1 something did or it cannot be told, 2 wrong usage.',
    )
    .argument('[baseline]', 'the older run; with one argument only, that is the newer one')
    .argument('[current]', 'the newer run')
    .addOption(allowOption())
    .addOption(resultsOption())
    .addOption(baselineOption())
    .addOption(new Option('--markdown', 'print markdown for a pull request'))
    .addOption(jsonOption().conflicts('markdown'))
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  agent-eval compare                                 the newest run with its baseline\n' +
        '  agent-eval compare run_20261130_101500             that run with its baseline\n' +
        '  agent-eval compare old/scorecard.json results/latest --markdown\n' +
        '  agent-eval compare results/experiments/qa/run_20261201_101500 qa\n' +
        '  agent-eval compare gaia/results/run_1 results/latest --allow judge,simulator,scenario,corpus\n',
    )
    .action(async (first: string | undefined, second: string | undefined, raw: unknown) => {
      end(await compareRuns(first, second, optionsSchema.parse(raw), io));
    });
}

export async function compareRuns(
  first: string | undefined,
  second: string | undefined,
  options: z.output<typeof optionsSchema>,
  io: CommandIo,
): Promise<ExitCode> {
  const places = await placesOf(options, io);
  if (first !== undefined && (await findExperimentRun(first, places)) !== null) {
    return await compareExperiments(first, second, options, { ...places, io });
  }
  const current = await locateScorecard(second ?? first, places);
  const baseline =
    second === undefined
      ? await locateBaseline(current.scorecard, places)
      : await locateScorecard(first, places);
  const { allow } = options;
  const comparison = compareScorecards(baseline.scorecard, current.scorecard, { allow });
  const gates = evaluateGates({
    scorecard: current.scorecard,
    gates: [{ gate: 'regression' }],
    allow,
    comparison,
  });
  if (options.json) io.out(`${JSON.stringify({ ...comparison, gates }, null, 2)}\n`);
  else if (options.markdown) io.out(`${comparisonMarkdown(comparison)}\n${gatesMarkdown(gates)}`);
  else io.out(`${comparisonText(comparison, io.columns)}\n\n${gateLines(gates, io.columns)}\n`);
  if (gatesHold(gates)) return EXIT.holds;
  io.err('agent-eval  exit code 1: something got worse, or it cannot be told\n');
  return EXIT.no;
}

/** 1 as well when something that the earlier run knew cannot be told any more. */
async function compareExperiments(
  first: string,
  second: string | undefined,
  { json, markdown, allow }: Pick<z.output<typeof optionsSchema>, 'json' | 'markdown' | 'allow'>,
  { cwd, results, io }: { readonly cwd: string; readonly results: string; readonly io: CommandIo },
): Promise<ExitCode> {
  if (second === undefined) {
    throw new CommandError(
      `${first} is a run of an experiment, which has no saved baseline: name two runs, the older one first.`,
    );
  }
  if (allow.length > 0) {
    throw new CommandError(
      '--allow is for runs of scenarios: cases of experiments are compared when they are alike.',
    );
  }
  const earlier = await locateExperimentRun(first, { cwd, results });
  const later = await locateExperimentRun(second, { cwd, results });
  const comparison = compareExperimentRuns(await readComparedRun(earlier), await readComparedRun(later));
  if (json) io.out(`${JSON.stringify(comparison, null, 2)}\n`);
  else if (markdown) io.out(experimentComparisonMarkdown(comparison));
  else io.out(`${experimentComparisonText(comparison)}\n`);
  if (comparison.holds) return EXIT.holds;
  io.err('agent-eval  exit code 1: something got worse, or it cannot be told\n');
  return EXIT.no;
}
