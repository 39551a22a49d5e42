/** `agent-eval experiment`: models and prompts compared, as `vitest run --project model-eval` runs them. */
import path from 'node:path';
import { Command, Option } from 'commander';
import { isExperimentFile, findExperimentFiles } from '../../experiment/discover.ts';
import { loadExperiment, type LoadedExperiment } from '../../experiment/load.ts';
import { selectPlan, tooManyCells, unmatched } from '../../experiment/select.ts';
import { messageOf } from '../../message-of.ts';
import { formatProblems, isError } from '../../yaml/problem.ts';
import { MODEL_PROJECT } from '../../vitest/experiment/project.ts';
import { hostRun } from '../host-vitest.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from '../io.ts';
import { applyFlags } from '../run-options.ts';
import { dryRunText } from './dry-run.ts';
import {
  addExperimentOptions,
  EXPERIMENT_FLAGS,
  experimentOptionsSchema,
  type ExperimentOptions,
} from './flags.ts';
import { initExperimentCommand } from './init.ts';
import { experimentPlaces, type ExperimentPlaces } from './places.ts';

export function experimentCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return addExperimentOptions(
    new Command('experiment')
      .alias('batch-experiment')
      .summary('compare models and prompts')
      .description(
        'Asks models for answers, has each one judged and keeps all of it under results/experiments/<id>/. What is\n' +
          'there from before and would be the same is not asked for again.\n\n' +
          'Exit code: 0 every cell has a verdict and none failed, 1 one failed or cannot be told, 2 wrong usage or\n' +
          'environment, also when a filter matches nothing.',
      ),
  )
    .argument('[file...]', 'experiment files; none: all of them')
    .addOption(new Option('--fail-on <what>', 'none: only report').choices(['none']))
    .addHelpText(
      'after',
      '\nExamples:\n  agent-eval experiment --dry-run\n' +
        '  agent-eval experiment experiments/summaries.yaml --limit 3 --budget 0.50\n' +
        '  agent-eval experiment --variant qwen --force answers\n',
    )
    .addCommand(initExperimentCommand(io, end))
    .action(async (files: readonly string[], raw: unknown) => {
      end(await runExperiments(files, experimentOptionsSchema.parse(raw), io));
    });
}

async function runExperiments(
  named: readonly string[],
  options: ExperimentOptions,
  io: CommandIo,
): Promise<ExitCode> {
  applyFlags(options, io.env, EXPERIMENT_FLAGS);
  const places = await experimentPlaces(io, options.config);
  const files = await filesOf(named, places, io.cwd);
  const loaded = await Promise.all(
    files.map((file) => loadExperiment(file, places, places.settings.endpoints)),
  );
  const chosen = chooseCells(files, loaded, places);
  if (places.settings.dryRun) {
    const problems = loaded.flatMap((each) => each.problems).filter(isError);
    if (problems.length > 0)
      throw new CommandError(`These experiments cannot be run:\n\n${formatProblems(problems)}`);
    io.out(
      await dryRunText(
        loaded.flatMap(({ plan }) => (plan === null ? [] : [plan])),
        places,
        io.env,
      ),
    );
    return EXIT.holds;
  }
  return await runFiles(chosen, options, io);
}

/** Absolute. */
async function filesOf(
  named: readonly string[],
  { experiments }: ExperimentPlaces,
  cwd: string,
): Promise<readonly string[]> {
  const all = await findExperimentFiles(experiments);
  if (all.length === 0) {
    throw new CommandError(
      `There are no experiments in ${experiments}. Write one: agent-eval experiment init`,
    );
  }
  const files = named.map((file) => path.resolve(cwd, file));
  const stranger = files.find((file) => !isExperimentFile(experiments, file) || !all.includes(file));
  if (stranger !== undefined) {
    throw new CommandError(
      `${stranger} is no file in ${experiments}: there are ${all.map((file) => path.basename(file)).join(', ')}`,
    );
  }
  return files.length === 0 ? all : files;
}

/** The files with cells left, broken ones among them. Throws for a word that matches nothing, and for too many cells. */
function chooseCells(
  files: readonly string[],
  loaded: readonly LoadedExperiment[],
  { settings }: ExperimentPlaces,
): readonly string[] {
  const plans = loaded.flatMap(({ plan }) => (plan === null ? [] : [plan]));
  // A broken file may be the one that has the name.
  const wrong = plans.length === loaded.length ? unmatched(plans, settings) : [];
  if (wrong.length > 0) throw new CommandError(`Nothing is run: ${wrong.join('; ')}.`);
  for (const plan of plans) {
    const many = tooManyCells(selectPlan(plan, settings).plan, settings.yes);
    if (many !== null) throw new CommandError(`${plan.file}: ${many}.`);
  }
  return files.filter((_, index) => {
    const plan = loaded[index]?.plan ?? null;
    if (plan === null) return true;
    const { variants, cases } = selectPlan(plan, settings).plan;
    return variants.length > 0 && cases.length > 0;
  });
}

async function runFiles(
  files: readonly string[],
  { config, failOn }: ExperimentOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const run = await hostRun({ cwd: io.cwd, config, vitestArguments: [], project: MODEL_PROJECT });
  try {
    try {
      await run.start(files);
    } catch (error) {
      throw new CommandError(`Vitest could not run the experiments: ${messageOf(error)}`, { cause: error });
    }
    const endings = run.experiments();
    if (run.hasUnhandledErrors() || (endings.length === 0 && run.hasFailures())) return EXIT.usage;
    if (endings.length === 0) throw new CommandError('Nothing was run: no cell is left by these filters.');
    if (endings.some(({ isUnfinished }) => isUnfinished)) return EXIT.no;
    if (failOn === 'none') return EXIT.holds;
    return run.hasFailures() || endings.some(({ holds }) => holds === false) ? EXIT.no : EXIT.holds;
  } finally {
    await run.close();
  }
}
