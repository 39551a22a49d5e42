/** `agent-eval fix`: evaluate, have a coding agent repair the agent, evaluate again; patches are left, nothing else. */
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { maskSecrets } from '../redact.ts';
import { FixError } from '../fix/fix-error.ts';
import { resolveFixSettings } from '../fix/fix-settings.ts';
import { HISTORY_FILE, LOG_FILE } from '../fix/log.ts';
import type { FixResult } from '../fix/history.ts';
import { fixLoop } from '../fix/loop.ts';
import type { FixOptions } from '../fix/options.ts';
import { dangerousFlags } from '../fix/repairer.ts';
import { argv, requireOnPath, requireRestart, requireSame } from './fix-checks.ts';
import { evaluationPaths, evaluator, readiness } from './fix-evaluation.ts';
import { locateScorecard, placesOf } from './find-run.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from './io.ts';
import { asJson, jsonOption, resultsOption } from './options.ts';
import { readProject } from './project-settings.ts';
import { addAgentOptions, applyFlags } from './run-options.ts';
import { endOnSignals } from './signals.ts';

const word = z.string().optional();
const words = z.array(z.string()).default([]);
/** Beside what is named, the flags of settings by their own names. */
const optionsSchema = z
  .object({
    source: word,
    repairer: word,
    restart: word,
    protect: word,
    maxFixIterations: word,
    targetPassRate: word,
    repairTimeout: word,
    restartTimeout: word,
    repairBudget: word,
    allowDangerous: z.literal(true).optional(),
    scenario: words,
    category: words,
    tag: words,
    config: word,
    results: word,
    json: asJson,
  })
  .catchall(z.union([z.string(), z.boolean()]));
type Options = z.output<typeof optionsSchema>;

export function fixCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  const repair = 'The repair:';
  const which = 'Which scenarios:';
  const options: readonly (readonly [string, string, string])[] = [
    [repair, '--source <folder>', "the agent's git repository (default: AGENT_EVAL_FIX_SOURCE)"],
    [repair, '--repairer <command>', 'repairs in its working folder, prompt on stdin (default: claude -p …)'],
    [repair, '--restart <command>', 'starts the agent on the repaired tree, {worktree} is its folder'],
    [repair, '--protect <names>', 'files and folders no repair may touch, instead of the usual ones'],
    [repair, '--max-fix-iterations <n>', 'repairs at most (default: 3)'],
    [repair, '--target-pass-rate <rate>', 'of what was judged; then it is enough (default: 0.90)'],
    [repair, '--repair-timeout <seconds>', 'for one repair (default: 1800)'],
    [repair, '--restart-timeout <seconds>', 'until the agent is up (default: 120)'],
    [repair, '--repair-budget <usd>', 'for all repairs, as far as the repairer says (default: 5.00)'],
    [repair, '--allow-dangerous', "accept flags of the repairer's command that take its guards away"],
    [which, '-s, --scenario <id...>', 'scenarios by id'],
    [which, '-c, --category <name...>', 'scenarios of a category'],
    [which, '--tag <name...>', 'scenarios with a tag'],
  ];
  const command = new Command('fix')
    .summary('have a coding agent repair what failed, and see whether it did')
    .description(
      "Runs the scenarios, gives what failed to a coding agent that repairs the agent's source in a git worktree, runs\n" +
        'them again and compares: what helps is kept, what breaks more than it repairs is taken back. Your own tree and\n' +
        'branch stay as they are; each repair is left as a patch. Target, judge and their limits have the flags of a run.\n\n' +
        'Exit code: 0 the pass rate is reached or nothing fails, 1 it is not or cannot be told, 2 wrong usage or\n' +
        'environment, also uncommitted changes in the source.',
    )
    .argument(
      '[run]',
      'scorecard, run folder or run id to start from; left out: the scenarios are run first',
    );
  for (const [group, flags, description] of options) {
    command.addOption(new Option(flags, description).helpGroup(group));
  }
  addAgentOptions(command);
  return command
    .addOption(new Option('--config <file>', "Vitest's configuration"))
    .addOption(resultsOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  agent-eval fix --source ../gaia --restart "uv run gaia chat --ui"\n' +
        '  agent-eval fix results/latest --source ../agent --restart "docker compose up -d --build agent"\n' +
        '  agent-eval fix --source ../agent --mcp "node {worktree}/server.mjs" --category rag_quality\n',
    )
    .action(async (run: string | undefined, raw: unknown) => {
      end(await fix(run, optionsSchema.parse(raw), io));
    });
}

async function fix(run: string | undefined, options: Options, io: CommandIo): Promise<ExitCode> {
  try {
    const { settings, fixSettings, source, repairer, dangerous } = await readFixOptions(options, io);
    requireOnPath(repairer[0] ?? '', io);
    requireRestart(settings, fixSettings.restart);
    const places = await placesOf({ results: options.results }, io, ['results']);
    const first = run === undefined ? null : (await locateScorecard(run, places)).scorecard;
    if (first !== null) requireSame(first, settings);
    const folder = path.join(places.results, `fix_${stamp(new Date())}`);
    const tell = (line: string) => io.err(`agent-eval  ${line}\n`);
    tell(`repairer: ${maskSecrets(repairer.join(' '), io.env)}`);
    if (dangerous.length > 0) tell(`its guards are off by your setting: ${dangerous.join(', ')}`);
    const { result, exitIfSignalled } = await fixUntilSignalled({
      settings: fixSettings,
      source,
      repairer,
      restart: fixSettings.restart === undefined ? null : argv(fixSettings.restart, '--restart'),
      evaluationPaths: evaluationPaths(settings, io.cwd),
      projectRoot: io.cwd,
      folder,
      results: places.results,
      first,
      env: io.env,
      evaluate: evaluator(options, io),
      isReady: readiness(settings, io),
      mask: (text) => maskSecrets(text, io.env),
      tell,
    });
    io.out(options.json ? `${JSON.stringify({ folder, ...result }, null, 2)}\n` : report(result, folder, io));
    exitIfSignalled();
    const by = result.history.stopped?.by;
    return by === 'target_reached' || by === 'no_failures' ? EXIT.holds : EXIT.no;
  } catch (error) {
    throw error instanceof FixError ? new CommandError(error.message, { cause: error }) : error;
  }
}

/** Throws {@link CommandError} without a source, and for a repairer without guards that nobody allowed. */
async function readFixOptions(options: Options, io: CommandIo) {
  const { source, repairer: command, restart, protect, allowDangerous } = options;
  const { maxFixIterations, targetPassRate, repairTimeout, restartTimeout, repairBudget } = options;
  const fixSettings = resolveFixSettings(
    {
      source,
      repairer: command,
      restart,
      protect,
      targetPassRate,
      repairTimeout,
      restartTimeout,
      allowDangerous,
      maxIterations: maxFixIterations,
      budget: repairBudget,
    },
    io.env,
    (setting) => FLAGS[setting] ?? setting,
  );
  const { results: _, ...flags } = options;
  applyFlags(flags, io.env);
  const { settings } = await readProject(io, options.config);
  if (fixSettings.source === undefined) {
    throw new CommandError("Say where the agent's source is: --source <folder of its git repository>.");
  }
  const repairer = argv(fixSettings.repairer, '--repairer');
  const dangerous = dangerousFlags(repairer);
  if (dangerous.length > 0 && !fixSettings.allowDangerous) {
    throw new CommandError(
      `The repairer's command takes its guards away: ${dangerous.join(', ')}. If it may do anything on this ` +
        'machine, say so: --allow-dangerous (AGENT_EVAL_FIX_ALLOW_DANGEROUS=1).',
    );
  }
  return { settings, fixSettings, source: path.resolve(io.cwd, fixSettings.source), repairer, dangerous };
}

async function fixUntilSignalled(
  options: Omit<FixOptions, 'signal'>,
): Promise<{ readonly result: FixResult; readonly exitIfSignalled: () => void }> {
  const ending = endOnSignals(options.tell);
  try {
    const result = await fixLoop({ ...options, signal: ending.signal });
    return { result, exitIfSignalled: () => ending.exitIfSignalled() };
  } catch (error) {
    // What Ctrl-C broke is no news.
    ending.exitIfSignalled();
    throw error;
  } finally {
    ending.done();
  }
}

const FLAGS: Readonly<Record<string, string>> = {
  maxIterations: '--max-fix-iterations',
  targetPassRate: '--target-pass-rate',
  repairTimeout: '--repair-timeout',
  restartTimeout: '--restart-timeout',
  budget: '--repair-budget',
};

function report({ log, history }: FixResult, folder: string, { cwd }: CommandIo): string {
  const shown = path.relative(cwd, folder) || '.';
  const { stopped, patch, source, usd } = history;
  const lines = [
    ...log.map(
      ({ iteration, outcome, files, reason }) =>
        `${iteration}  ${outcome.replace('_', ' ').padEnd(11)}  ${files.join(', ') || 'no file'}: ${reason}`,
    ),
    `Stopped: ${stopped?.message ?? ''}.${usd > 0 ? ` The repairer spent $${usd.toFixed(2)}.` : ''}`,
    `Log: ${path.join(shown, LOG_FILE)}, ${HISTORY_FILE}`,
    ...(patch === null
      ? ['No repair was kept.']
      : [`Look at it, then apply it: git -C ${source} apply ${path.join(folder, patch)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function stamp(now: Date): string {
  return now
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z/g, '')
    .replace('T', '_');
}
