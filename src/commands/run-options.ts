/** The flags of `agent-eval run`: each is a setting's environment variable, so that it reaches what the setting does. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { GATE_NAMES, parseGates } from '../gate-settings.ts';
import type { EXPERIMENT_ENVIRONMENT } from '../experiment-settings.ts';
import { ENVIRONMENT, resolveSettings, SettingsError } from '../settings.ts';
import { messageOf } from '../message-of.ts';
import { CommandError } from './io.ts';

const WHICH = 'Which scenarios:';
const AGENT = 'The agent and who judges it:';
const LIMITS = 'Limits:';
const DECIDE = 'What is decided:';
const OLD = 'Of the old benchmark:';

/** Where it stands in the help, how it is written, what it says. */
export type FlagText = readonly [group: string, flags: string, description: string];

type SettingName = keyof typeof ENVIRONMENT;

/** Of every setting its flag, but for those of experiments, which have a command of their own. */
export const SETTING_FLAGS: Readonly<
  Record<Exclude<SettingName, keyof typeof EXPERIMENT_ENVIRONMENT>, FlagText>
> = {
  set: [WHICH, '--set <name>', 'core, extended or all, where none is named (default: core)'],
  scenarios: [WHICH, '--scenario-dir <folder...>', 'where scenarios are (default: scenarios)'],
  corpus: [WHICH, '--corpus-dir <folder>', 'where the corpus is (default: corpus)'],
  dryRun: [WHICH, '--dry-run', 'say what would be run and what it may cost, and start nothing'],
  resume: [WHICH, '--resume', 'go on with the run that was left unfinished'],
  always: [WHICH, '--always', 'run what is chosen, whoever asked for it'],
  target: [
    AGENT,
    '--target <what>',
    'embedded, or the address of a live agent (default: http://localhost:4200)',
  ],
  backend: [AGENT, '--backend <url>', 'another word for --target'],
  mcp: [AGENT, '--mcp <server>', "the agent's MCP server: a URL, or a command that starts it"],
  passEnv: [AGENT, '--pass-env <names>', 'variables that a server we start is told besides'],
  agentType: [AGENT, '--agent-type <name>', 'the agent to ask for'],
  device: [AGENT, '--device <name>', 'what it runs on: cpu, gpu or npu'],
  permissions: [AGENT, '--permissions <answer>', 'when it asks to use a tool: deny or allow (default: deny)'],
  questions: [AGENT, '--questions <answer>', 'when it asks something else: decline, or what to answer'],
  documentsRoot: [AGENT, '--documents-root <folder>', 'a folder that we and the agent both read'],
  keepSessions: [AGENT, '--keep-sessions', 'leave the sessions in the agent, to look at them'],
  allowMemoryClear: [AGENT, '--allow-memory-clear', "scenarios may empty a live agent's memory"],
  targetId: [AGENT, '--target-id <word>', "your word for what can't be seen of the agent"],
  audit: [AGENT, '--audit <file>', 'an architecture audit, whose limits are told to the judge'],
  prompts: [AGENT, '--prompts <folder>', 'edited prompts of judge and simulator (agent-eval prompts export)'],
  judge: [AGENT, '--judge <name>', 'llm or rules (default: rules for embedded, else llm)'],
  model: [
    AGENT,
    '--model <name>',
    "the judge's model: claude-…, or <endpoint>/<model> (default: claude-sonnet-4-6)",
  ],
  price: [AGENT, '--price <usd>', 'its price per million tokens: input,output'],
  simulator: [AGENT, '--simulator <name>', 'who words the messages: llm or plain'],
  simulatorModel: [AGENT, '--simulator-model <name>', "its model (default: the judge's)"],
  simulatorPrice: [AGENT, '--simulator-price <usd>', 'the price of that model'],
  endpoints: [AGENT, '--endpoints <json>', 'servers of models by name: {"box": {"url": "…"}}'],
  baseUrl: [AGENT, '--base-url <url>', 'where the models are, if not at Anthropic'],
  budget: [LIMITS, '--budget <usd>', 'at most so much for a scenario (default: 2.00)'],
  runBudget: [LIMITS, '--run-budget <usd>', 'at most so much for the whole run'],
  timeout: [
    LIMITS,
    '--timeout <seconds>',
    'for a scenario; more for many documents and turns (default: 900)',
  ],
  timeoutExact: [LIMITS, '--timeout-exact', '--timeout as it stands'],
  messageTimeout: [LIMITS, '--message-timeout <seconds>', 'for one message (default: 900)'],
  judgeTimeout: [LIMITS, '--judge-timeout <seconds>', 'for one call of a model (default: 180)'],
  patience: [LIMITS, '--patience <seconds>', 'to wait for an agent that is away (default: 120)'],
  isolation: [
    LIMITS,
    '--isolation <unit>',
    'the agent stays with one scenario, or turns alternate: scenario or turn',
  ],
  slots: [LIMITS, '--slots <n>', 'messages that the agent works on at once (default: 1)'],
  workers: [LIMITS, '--workers <n>', 'scenarios in progress at once'],
  gates: [
    DECIDE,
    '--fail-on <gates>',
    `gates that decide instead of the scenarios: ${GATE_NAMES.join(', ')}; or none`,
  ],
  allow: [DECIDE, '--allow <names>', 'accept differences, or gates that cannot tell, by name'],
  baseline: [DECIDE, '--baseline <file>', 'the baseline (default: baselines/<target>-<judge>.json)'],
  results: [DECIDE, '--results <folder>', 'where the run is written (default: results)'],
};

/** What is no setting. */
const OTHERS: readonly FlagText[] = [
  [WHICH, '-s, --scenario <id...>', 'scenarios by id'],
  [WHICH, '-c, --category <name...>', 'scenarios of a category'],
  [WHICH, '--tag <name...>', 'scenarios with a tag'],
  [
    DECIDE,
    '--compare [runs...]',
    'compare with the baseline afterwards; with paths: compare those, run nothing',
  ],
  [DECIDE, '--save-baseline', 'make this run the baseline'],
  [OLD, '--audit-only', 'agent-eval audit'],
  [OLD, '--generate-corpus', 'agent-eval corpus build, then check'],
  [OLD, '--capture-session <id>', 'agent-eval capture <id>'],
  [OLD, '--yes', 'of --capture-session: write what is shown'],
  [OLD, '--fix', 'agent-eval fix'],
  [OLD, '--max-fix-iterations <n>', 'of --fix'],
  [OLD, '--target-pass-rate <rate>', 'of --fix'],
];

const word = z.string().optional();
const words = z.array(z.string()).default([]);
/** Beside what is named, the flags of settings by their own names. */
export const runOptionsSchema = z
  .object({
    scenario: words,
    category: words,
    tag: words,
    scenarioDir: z.array(z.string()).optional(),
    corpusDir: word,
    failOn: word,
    allow: word,
    baseline: word,
    results: word,
    resume: z.boolean().optional(),
    dryRun: z.boolean().optional(),
    saveBaseline: z.boolean().default(false),
    compare: z.union([z.literal(true), z.array(z.string())]).optional(),
    config: word,
    auditOnly: z.boolean().default(false),
    generateCorpus: z.boolean().default(false),
    captureSession: word,
    yes: z.boolean().default(false),
    fix: z.boolean().default(false),
    maxFixIterations: word,
    targetPassRate: word,
  })
  .catchall(z.union([z.string(), z.boolean()]));
export type RunOptions = z.output<typeof runOptionsSchema>;

export function addRunOptions(command: Command): Command {
  addOptions(command, [...OTHERS, ...Object.values(SETTING_FLAGS)], [WHICH, AGENT, LIMITS, DECIDE, OLD]);
  return command.addOption(new Option('--config <file>', "Vitest's configuration"));
}

/** Flags of the settings that concern the agent, its judge and their limits. */
export function addAgentOptions(command: Command): void {
  addOptions(command, Object.values(SETTING_FLAGS), [AGENT, LIMITS]);
}

function addOptions(command: Command, options: readonly FlagText[], groups: readonly string[]): void {
  for (const group of groups) {
    for (const [, flags, description] of options.filter(([each]) => each === group)) {
      const option = new Option(flags, description).helpGroup(group);
      if (flags.startsWith('--fail-on')) option.argParser(checkedGates);
      else if (flags.startsWith('--allow <')) option.argParser(addedUp);
      else if (option.required && !option.variadic) option.argParser(onlyOnce);
      command.addOption(option);
    }
  }
}

/** Of two values one would be lost in silence. */
function onlyOnce(text: string, before: string | undefined): string {
  if (before !== undefined && before !== text)
    throw new InvalidArgumentError(`It is given twice; "${before}" before.`);
  return text;
}

function addedUp(text: string, before: string | undefined): string {
  return before === undefined ? text : `${before},${text}`;
}

/** Several `--fail-on` add up. */
function checkedGates(text: string, before: string | undefined): string {
  try {
    parseGates(text);
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
  return addedUp(text, before);
}

/**
 * Puts the flags into the environment; a flag beats what is there. Throws {@link CommandError} for a value that no
 * setting takes, in the words of the flags; then nothing was changed.
 */
export function applyFlags(
  options: Readonly<Record<string, FlagValue>>,
  env: Record<string, string | undefined>,
  table: Readonly<Partial<Record<SettingName, FlagText>>> = SETTING_FLAGS,
): void {
  const variables = new Map(Object.entries(ENVIRONMENT));
  const flags = Object.entries(table).flatMap(([setting, [, written]]) => {
    const option = new Option(written);
    const [value, variable] = [textOf(options[option.attributeName()]), variables.get(setting)];
    return value === null || variable === undefined
      ? []
      : [{ flag: option.long ?? written, variable, value }];
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
      (text, { flag, variable }) => text.replaceAll(new RegExp(`\\b${variable}\\b`, 'g'), flag),
      error.message,
    );
    throw new CommandError(named);
  }
  for (const variable of unset) delete env[variable];
  Object.assign(env, set);
}

type FlagValue = string | boolean | readonly string[] | undefined;

function textOf(value: FlagValue): string | null {
  if (value === undefined || value === false) return null;
  if (value === true) return '1';
  return typeof value === 'string' ? value : value.join(';');
}
