/** `agent-eval run`: the scenarios as `vitest run` runs them, chosen and decided by flags. */
import { Command } from 'commander';
import { resolve } from 'node:path';
import { comparisonText } from '../../reporters/comparison.ts';
import { allowSchema } from '../gate-settings.ts';
import { messageOf } from '../message-of.ts';
import { createScenarioIndex } from '../plan/scenario-index.ts';
import { inSet } from '../scenario/scenario-set.ts';
import { compareScorecards } from '../results/compare/compare.ts';
import type { RunEnding } from '../vitest/run-ending.ts';
import { saveBaseline } from './baseline.ts';
import { compareRuns } from './compare.ts';
import { locateBaseline, locateScorecard, type Places } from './find-run.ts';
import { hostRun, type HostedRun } from './host-vitest.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from './io.ts';
import { addRunOptions, applyFlags, runOptionsSchema, type RunOptions } from './run-options.ts';
import { selectScenarios } from './select.ts';

/** How another command is reached: by its name and its words. */
export type OtherCommand = (words: readonly string[]) => Promise<ExitCode>;

export function runCommand(io: CommandIo, end: (code: ExitCode) => void, other: OtherCommand): Command {
  return addRunOptions(
    new Command('run')
      .summary('run scenarios and decide')
      .description(
        'Runs scenarios through your Vitest and leaves the same files as `vitest run --project agent-eval`.\n' +
          'Without --fail-on every scenario must pass; with it the gates decide alone. Options of Vitest follow --.\n\n' +
          'Exit code: 0 what was asked holds, 1 a gate or a scenario says no or cannot tell, 2 wrong usage or\n' +
          'environment, also when a filter matches nothing.',
      ),
  )
    .argument('[vitest...]', "after --: Vitest's own options, such as --retry=1 --reporter=junit")
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  agent-eval run --target embedded --fail-on regression\n' +
        '  agent-eval run --category rag_quality --budget 1.00 --timeout 300\n' +
        '  agent-eval run --fail-on critical,pass-rate=0.9,infra=0.1,cost=20 -- --reporter=junit --outputFile=junit.xml\n',
    )
    .action(async (words: readonly string[], raw: unknown) => {
      const options = runOptionsSchema.parse(raw);
      end((await elsewhere(options, io, other)) ?? (await runScenarios(options, words, io)));
    });
}

/** Flags of the old benchmark that are commands of their own here. */
async function elsewhere(options: RunOptions, io: CommandIo, other: OtherCommand): Promise<ExitCode | null> {
  const { maxFixIterations, targetPassRate } = options;
  if (options.auditOnly) return await other(['audit']);
  if (options.generateCorpus) {
    const where = given('--corpus-dir', options.corpusDir);
    const built = await other(['corpus', 'build', ...where]);
    return built === EXIT.holds ? await other(['corpus', 'check', ...where]) : built;
  }
  if (options.captureSession !== undefined) {
    return await other(['capture', options.captureSession, ...(options.yes ? ['--yes'] : [])]);
  }
  if (options.fix) {
    applyFlags(options, io.env);
    return await other([
      'fix',
      ...several('--scenario', options.scenario),
      ...several('--category', options.category),
      ...several('--tag', options.tag),
      ...given('--config', options.config),
      ...given('--max-fix-iterations', maxFixIterations),
      ...given('--target-pass-rate', targetPassRate),
    ]);
  }
  if (maxFixIterations !== undefined || targetPassRate !== undefined) {
    throw new CommandError('--max-fix-iterations and --target-pass-rate belong to --fix.');
  }
  if (!Array.isArray(options.compare)) return null;
  const [first, second, ...rest] = options.compare;
  if (rest.length > 0)
    throw new CommandError('--compare takes one run, or two: the older and the newer one.');
  const { results, baseline } = options;
  const allow = allowSchema.parse(options.allow ?? []);
  return await compareRuns(first, second, { results, baseline, allow, json: false, markdown: false }, io);
}

function several(flag: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [flag, ...values];
}

function given(flag: string, value: string | undefined): string[] {
  return value === undefined ? [] : [flag, value];
}

async function runScenarios(
  options: RunOptions,
  vitestArguments: readonly string[],
  io: CommandIo,
): Promise<ExitCode> {
  // The plugin reads its settings from the environment when Vitest loads the configuration.
  applyFlags(options, io.env);
  const run = await hostRun({ cwd: io.cwd, config: options.config, vitestArguments });
  try {
    const files = run.isMerge ? [] : await filesOf(options, run);
    const ending = await startAndEnd(run, files);
    if (run.settings.dryRun && run.hasUnhandledErrors()) return EXIT.usage;
    if (run.settings.dryRun) return run.hasFailures() ? EXIT.no : EXIT.holds;
    // Why nothing was stored has been said.
    if (ending === null && run.hasFailures()) return EXIT.usage;
    if (ending === null) throw new CommandError('Nothing was run: no scenario is left by these filters.');
    if (ending.line !== '') io.out(`agent-eval  ${ending.line}\n`);
    return await afterwards(ending, exitCode(ending, run, options), options, io, run);
  } finally {
    await run.close();
  }
}

async function startAndEnd(run: HostedRun, files: readonly string[]): Promise<RunEnding | null> {
  try {
    return await run.start(files);
  } catch (error) {
    const message = messageOf(error);
    throw new CommandError(`Vitest could not run the scenarios: ${message}`, { cause: error });
  }
}

/** Absolute paths; none when every scenario is to run. */
async function filesOf(
  options: RunOptions,
  { settings, root, filter }: HostedRun,
): Promise<readonly string[]> {
  const folders = settings.scenarios.map((folder) => resolve(root, folder));
  const all = await createScenarioIndex(folders, root).all();
  // Who names a scenario means it, whatever its set.
  const candidates = options.scenario.length > 0 ? all : inSet(all, settings.set);
  const selected = selectScenarios(candidates, options);
  const isChosen = selected.length < candidates.length;
  if (isChosen && filter.length > 0) {
    throw new CommandError(
      `Choose scenarios by flags or by files, not by both: ${filter.join(' ')} is a filter of Vitest's.`,
    );
  }
  return isChosen ? selected.map((each) => each.path) : [];
}

/** Gates decide alone where there are some; else every scenario must pass, and one must be judged. */
function exitCode(ending: RunEnding, run: HostedRun, { failOn }: RunOptions): ExitCode {
  if (ending.interrupted || ending.refused || run.hasUnhandledErrors()) return EXIT.no;
  const isHeldToNothing = failOn?.trim() === 'none';
  if (!ending.someJudged && !ending.waiting && !isHeldToNothing) return EXIT.no;
  if (ending.holds !== null) return ending.holds ? EXIT.holds : EXIT.no;
  if (ending.waiting || isHeldToNothing) return EXIT.holds;
  return ending.allPass ? EXIT.holds : EXIT.no;
}

async function afterwards(
  { directory }: RunEnding,
  decided: ExitCode,
  options: RunOptions,
  io: CommandIo,
  { root, settings }: HostedRun,
): Promise<ExitCode> {
  const allow = allowSchema.parse(options.allow ?? []);
  const places: Places = {
    cwd: io.cwd,
    root,
    results: resolve(root, settings.results),
    setting: settings.baseline ?? null,
  };
  if (options.compare === true) {
    const { scorecard } = await locateScorecard(directory, places);
    const before = await locateBaseline(scorecard, places);
    io.out(`\n${comparisonText(compareScorecards(before.scorecard, scorecard, { allow }), io.columns)}\n`);
  }
  if (!options.saveBaseline) return decided;
  const saved = await saveBaseline(directory, { allow, json: false }, io, places);
  return decided === EXIT.holds ? saved : decided;
}
