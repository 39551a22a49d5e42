/** The flags of `agent-eval run`: each is a setting's environment variable, so that it reaches what the setting does. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { GATE_NAMES, parseGates } from '../gate-settings.ts';
import { ENVIRONMENT, resolveSettings, SettingsError } from '../settings.ts';
import { messageOf } from '../message-of.ts';
import { CommandError } from './io.ts';

/** Flag → setting. */
const SETTINGS = [
  ['target', 'target'],
  ['backend', 'backend'],
  ['mcp', 'mcp'],
  ['judge', 'judge'],
  ['model', 'model'],
  ['simulator', 'simulator'],
  ['budget', 'budget'],
  ['runBudget', 'runBudget'],
  ['timeout', 'timeout'],
  ['agentType', 'agentType'],
  ['scenarioDir', 'scenarios'],
  ['set', 'set'],
  ['corpusDir', 'corpus'],
  ['results', 'results'],
  ['failOn', 'gates'],
  ['allow', 'allow'],
  ['baseline', 'baseline'],
  ['resume', 'resume'],
  ['dryRun', 'dryRun'],
] as const;

const word = z.string().optional();
const words = z.array(z.string()).default([]);
export const runOptionsSchema = z.object({
  scenario: words,
  category: words,
  tag: words,
  target: word,
  backend: word,
  mcp: word,
  judge: word,
  model: word,
  simulator: word,
  budget: word,
  runBudget: word,
  timeout: word,
  agentType: word,
  scenarioDir: z.array(z.string()).optional(),
  set: word,
  corpusDir: word,
  results: word,
  failOn: word,
  allow: word,
  baseline: word,
  resume: z.boolean().optional(),
  dryRun: z.boolean().optional(),
  saveBaseline: z.boolean().default(false),
  compare: z.union([z.literal(true), z.array(z.string())]).optional(),
  config: word,
  auditOnly: z.boolean().default(false),
  generateCorpus: z.boolean().default(false),
  captureSession: word,
  fix: z.boolean().default(false),
  maxFixIterations: word,
  targetPassRate: word,
});
export type RunOptions = z.output<typeof runOptionsSchema>;

export function addRunOptions(command: Command): Command {
  const which = 'Which scenarios:';
  const agent = 'The agent and who judges it:';
  const decide = 'What is decided:';
  const old = 'Of the old benchmark:';
  const options: readonly (readonly [string, string, string])[] = [
    [which, '-s, --scenario <id...>', 'scenarios by id'],
    [which, '-c, --category <name...>', 'scenarios of a category'],
    [which, '--tag <name...>', 'scenarios with a tag'],
    [which, '--set <name>', 'core, extended or all, where none is named (default: core)'],
    [which, '--scenario-dir <folder...>', 'where scenarios are (default: scenarios)'],
    [which, '--corpus-dir <folder>', 'where the corpus is (default: corpus)'],
    [which, '--dry-run', 'say what would be run and what it may cost, and start nothing'],
    [which, '--resume', 'go on with the run that was left unfinished'],
    [agent, '--target <what>', 'embedded, or the address of a live agent (default: http://localhost:4200)'],
    [agent, '--backend <url>', 'another word for --target'],
    [agent, '--mcp <server>', "the agent's MCP server: a URL, or a command that starts it"],
    [agent, '--agent-type <name>', 'the agent to ask for'],
    [agent, '--judge <name>', 'anthropic or rules (default: rules for embedded, else anthropic)'],
    [agent, '--model <name>', "the judge's model (default: claude-sonnet-4-6)"],
    [agent, '--simulator <name>', 'who words the messages: anthropic or plain'],
    [agent, '--budget <usd>', 'at most so much for a scenario (default: 2.00)'],
    [agent, '--run-budget <usd>', 'at most so much for the whole run'],
    [agent, '--timeout <seconds>', 'for a scenario; more for many documents and turns (default: 900)'],
    [
      decide,
      '--fail-on <gates>',
      `gates that decide instead of the scenarios: ${GATE_NAMES.join(', ')}; or none`,
    ],
    [decide, '--allow <names>', 'accept differences, or gates that cannot tell, by name'],
    [decide, '--baseline <file>', 'the baseline (default: baselines/<target>-<judge>.json)'],
    [
      decide,
      '--compare [runs...]',
      'compare with the baseline afterwards; with paths: compare those, run nothing',
    ],
    [decide, '--save-baseline', 'make this run the baseline'],
    [decide, '--results <folder>', 'where the run is written (default: results)'],
    [old, '--audit-only', 'agent-eval audit'],
    [old, '--generate-corpus', 'agent-eval corpus build, then check'],
    [old, '--capture-session <id>', 'agent-eval capture <id>'],
    [old, '--fix', 'agent-eval fix'],
    [old, '--max-fix-iterations <n>', 'of --fix'],
    [old, '--target-pass-rate <rate>', 'of --fix'],
  ];
  for (const [group, flags, description] of options) {
    const option = new Option(flags, description).helpGroup(group);
    command.addOption(flags.startsWith('--fail-on') ? option.argParser(checkedGates) : option);
  }
  return command.addOption(new Option('--config <file>', "Vitest's configuration"));
}

/** Several `--fail-on` add up. */
function checkedGates(text: string, before: string | undefined): string {
  try {
    parseGates(text);
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
  return before === undefined ? text : `${before},${text}`;
}

/**
 * Puts the flags into the environment; a flag beats what is there. Throws {@link CommandError} for a value that no
 * setting takes, in the words of the flags; then nothing was changed.
 */
export function applyFlags(options: RunOptions, env: Record<string, string | undefined>): void {
  const flags = SETTINGS.flatMap(([flag, setting]) => {
    const value = textOf(options[flag]);
    return value === null ? [] : [{ flag, variable: ENVIRONMENT[setting], value }];
  });
  const set = Object.fromEntries(flags.map(({ variable, value }) => [variable, value]));
  // Two words for one thing: the one on the command line replaces either.
  const targets = [ENVIRONMENT.target, ENVIRONMENT.backend];
  const unset = targets.some((variable) => variable in set)
    ? targets.filter((variable) => !(variable in set))
    : [];
  const kept = Object.entries(env).filter(([variable]) => !unset.includes(variable));
  try {
    resolveSettings({}, { ...Object.fromEntries(kept), ...set });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const named = flags.reduce(
      (text, { flag, variable }) => text.replaceAll(new RegExp(`\\b${variable}\\b`, 'g'), dashed(flag)),
      error.message,
    );
    throw new CommandError(named);
  }
  for (const variable of unset) delete env[variable];
  Object.assign(env, set);
}

function textOf(value: string | boolean | readonly string[] | undefined): string | null {
  if (value === undefined || value === false) return null;
  if (value === true) return '1';
  return typeof value === 'string' ? value : value.join(';');
}

function dashed(flag: string): string {
  return `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
