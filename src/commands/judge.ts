/** `agent-eval judge`: a stored run judged again; `judge check`: a judge held against labelled answers. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { loadManifest } from '../corpus/manifest.ts';
import { resolveTruth } from '../corpus/truth.ts';
import { CasesError, parseCases, type LabelledCase } from '../judge/accuracy/cases.ts';
import type { KnownTurn } from '../judge/accuracy/judge-case.ts';
import type { Accuracy } from '../judge/accuracy/measure.ts';
import { JudgeError } from '../judge/judge.ts';
import { createLedger } from '../models/ledger.ts';
import { messageOf } from '../message-of.ts';
import { readPrompts } from '../prompts/read-prompts.ts';
import { createJudgeAndSimulator, findLlmProblem } from '../run/judge-and-simulator.ts';
import { discoverScenarios } from '../scenario/discover.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from './io.ts';
import { asJson, jsonOption } from './options.ts';
import { locateSource } from './judge-again/locate-source.ts';
import { addJudgeOptions, readJudgeOptions, type JudgeAgainOptions } from './judge-again/options.ts';
import { readFolders, readProject } from './project-settings.ts';

const optionsSchema = z.object({
  json: asJson,
  judge: z.enum(['rules', 'llm', 'anthropic']).default('rules'),
  model: z.string().optional(),
  prompts: z.string().optional(),
  budget: z.coerce.number().min(0).optional(),
  minRight: z.coerce.number().min(0).max(1),
  scenarioDir: z.array(z.string()).optional(),
  corpusDir: z.string().optional(),
});
type Options = z.output<typeof optionsSchema>;

export function judgeCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  const check = new Command('check')
    .summary('hold a judge against labelled answers')
    .description(
      'Judges every answer of the files (JSONL) and compares the verdicts with the labels: right, wrong, undecided,\n' +
        'false passes and false fails, each with a 95 % interval. Exit code 1 when a critical answer passes wrongly or\n' +
        'fewer of the decided are right than --min-right asks; undecided answers are counted, and no fault.',
    )
    .argument('<file...>', 'labelled answers')
    .addOption(new Option('--judge <name>', 'rules or anthropic').default(undefined, 'rules'))
    .addOption(new Option('--model <model>', 'the model that judges').default(undefined, 'AGENT_EVAL_MODEL'))
    .addOption(
      new Option('--prompts <folder>', 'edited prompts of the judge').default(
        undefined,
        'AGENT_EVAL_PROMPTS',
      ),
    )
    .addOption(
      new Option('--budget <usd>', 'most that an LLM may cost').default(undefined, 'AGENT_EVAL_BUDGET'),
    )
    .addOption(new Option('--min-right <share>', 'share of the decided that must be right').default('0.99'))
    .addOption(
      new Option('--scenario-dir <folder...>', 'where scenarios are').default(undefined, 'scenarios'),
    )
    .addOption(new Option('--corpus-dir <folder>', 'where the corpus is').default(undefined, 'corpus'))
    .addOption(jsonOption())
    .action(async (files: string[], raw: unknown) => end(await checkJudge(files, readOptions(raw), io)));
  return (
    addJudgeOptions(new Command('judge'))
      .alias('eval')
      .summary('judge a stored run again, or measure a judge')
      .description(
        'Judges what a run of scenarios or of an experiment has stored again, with another judge or\n' +
          'another truth, into a new run that names its source. Neither agent nor model under test is\n' +
          'asked. Nothing is spent unless a model is named as the judge.\n\n' +
          'Exit code: 0 all that could be judged has a verdict and the gates of an experiment hold, else 1.',
      )
      // The options of `check` are its own.
      .enablePositionalOptions()
      .argument('[run]', 'run folder, run id or id of an experiment; left out: the newest whole run')
      .action(async (run: string | undefined, raw: unknown) =>
        end(await judgeAgain(run, readJudgeOptions(raw), io)),
      )
      .addCommand(check)
  );
}

async function judgeAgain(
  run: string | undefined,
  options: JudgeAgainOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { results } = await readFolders({ results: options.results }, ['results'], io);
  const { folder, kind } = await locateSource(run, { cwd: io.cwd, results });
  // Both read numbers and dates, which other commands do not: slow to load.
  if (kind === 'scenarios') {
    const { judgeScenariosAgain } = await import('./judge-again/scenarios.ts');
    return await judgeScenariosAgain(folder, options, io);
  }
  const { judgeCellsAgain } = await import('./judge-again/cells.ts');
  return await judgeCellsAgain(folder, options, io);
}

function readOptions(raw: unknown): Options {
  const parsed = optionsSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError(`--${String(issue?.path[0] ?? 'option')}: ${issue?.message ?? 'cannot be read'}.`);
}

async function checkJudge(files: readonly string[], options: Options, io: CommandIo): Promise<ExitCode> {
  const cases = (await Promise.all(files.map(async (file) => await readCases(file, io)))).flat();
  const accuracy = await measure(cases, options, io);
  const { accuracyReport } = await import('../judge/accuracy/report.ts');
  io.out(options.json ? `${JSON.stringify(accuracy, null, 2)}\n` : `${accuracyReport(accuracy)}\n`);
  const { count, of } = accuracy.all.rightOfDecided;
  const holds = accuracy.falsePassesOnCritical === 0 && (of === 0 || count / of >= options.minRight);
  return holds ? EXIT.holds : EXIT.no;
}

async function readCases(file: string, io: CommandIo): Promise<LabelledCase[]> {
  try {
    return parseCases(await readFile(path.resolve(io.cwd, file), 'utf8'), file);
  } catch (error) {
    if (error instanceof CasesError) throw new CommandError(error.message, { cause: error });
    throw new CommandError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

async function measure(cases: readonly LabelledCase[], options: Options, io: CommandIo): Promise<Accuracy> {
  const { judge: name, model, budget, prompts: folder } = options;
  const { root, settings } = await readProject({
    cwd: io.cwd,
    env: {
      ...io.env,
      AGENT_EVAL_JUDGE: name,
      AGENT_EVAL_SIMULATOR: 'plain',
      ...(model === undefined ? {} : { AGENT_EVAL_MODEL: model }),
      ...(folder === undefined ? {} : { AGENT_EVAL_PROMPTS: path.resolve(io.cwd, folder) }),
    },
  });
  const problem = findLlmProblem(settings, io.env);
  if (problem !== null) throw new CommandError(problem);
  const prompts =
    settings.prompts === undefined ? null : await readPrompts(path.resolve(root, settings.prompts));
  const { judge } = await createJudgeAndSimulator(settings, io.env, prompts);
  const turns = await knownTurns(options, io);
  const context = { signal: new AbortController().signal, ledger: createLedger(budget ?? settings.budget) };
  // Reads numbers and dates, which other commands do not: slow to load.
  const { measureAccuracy } = await import('../judge/accuracy/measure.ts');
  try {
    return await measureAccuracy(
      cases,
      ({ scenario_id, turn }) => turns.get(`${scenario_id}.${turn}`) ?? null,
      judge,
      context,
    );
  } catch (error) {
    if (error instanceof JudgeError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

/** Turns of the scenarios at hand; an answer of another scenario is judged by its own ground truth. */
async function knownTurns(options: Options, io: CommandIo): Promise<ReadonlyMap<string, KnownTurn>> {
  const { scenarios: folders, corpus } = await readFolders(options, ['scenarios', 'corpus'], io);
  const turns = new Map<string, KnownTurn>();
  const { scenarios } = await discoverScenarios(folders);
  if (scenarios.length === 0) return turns;
  const manifest = await loadManifest(corpus);
  for (const { scenario } of scenarios) {
    for (const turn of scenario?.turns ?? []) {
      const truth = resolveTruth(turn, manifest);
      turns.set(`${scenario?.id ?? ''}.${turn.turn}`, { turn, truth, turns: scenario?.turns.length ?? 0 });
    }
  }
  return turns;
}
