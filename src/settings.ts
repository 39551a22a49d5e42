/**
 * Every setting: its name, where it may come from, its default and its bounds.
 * Environment beats plugin options beats defaults. Secrets are no settings: see api-key.ts.
 */
import { z } from 'zod';
import { EXPERIMENT_ENVIRONMENT, experimentSettings } from './experiment-settings.ts';
import { allowSchema, gatesSchema } from './gate-settings.ts';
import {
  flag,
  httpUrl,
  modulePath,
  name,
  names,
  namesNoUser,
  NO_USER,
  positive,
  readJson,
} from './setting-kinds.ts';
import { maskSecrets, noteSecretsOf, publicAddress } from './redact.ts';
import { unknownVariables, unknownVariableWords, type UnknownVariable } from './unknown-variables.ts';
import { FORMER_LLM } from './llm-name.ts';
import { endpointsSchema, type EndpointOptions } from './models/endpoints.ts';
import { nearestKey } from './nearest-key.ts';
import { isAddress } from './target-kind.ts';

const settingsSchema = z.strictObject({
  /** `embedded`, the address of a live agent's backend, or a file of the project that exports an agent of its own. */
  target: z
    .union([z.literal('embedded'), httpUrl, modulePath], {
      error:
        'must be "embedded" or an http(s) URL such as http://localhost:4200, or a file that exports an agent, such as ./eval/agent.ts',
    })
    .refine(namesNoUser, NO_USER),
  /** How to reach the agent's MCP server: a URL, or a command line to start it over stdio. */
  mcp: name.optional(),
  /** Variables of our environment that a server we start is told beside what it needs anyway. */
  passEnv: z.union([z.string().transform(names), z.array(name)]).default([]),
  /** Who judges. Left out: `rules` on the embedded agent, `llm` on a live one. `anthropic` is the former name of `llm`. */
  judge: z.enum(['llm', 'rules', FORMER_LLM]).optional(),
  /** The judge's model: `claude-…`, or `<endpoint>/<model>`. */
  model: name.default('claude-sonnet-4-6'),
  /** Who words the user's messages. Left out: `plain` beside the rules judge, else `llm`. */
  simulator: z.enum(['llm', 'plain', FORMER_LLM]).optional(),
  /** The simulator's model. Left out: the judge's. */
  simulatorModel: name.optional(),
  /** Servers of models beside those that are known by name; in the environment as JSON. */
  endpoints: z.preprocess(readJson, endpointsSchema).default({}),
  /** Address of an Anthropic-compatible API. */
  baseUrl: httpUrl.refine(namesNoUser, NO_USER).optional(),
  /** USD per million tokens, `input,output[,cache write,cache read]`; left out: the known models' (src/models/prices.ts). */
  price: name.optional(),
  simulatorPrice: name.optional(),
  /** USD per scenario. */
  budget: positive('US dollars').max(1000).default(2),
  /** USD for the whole run; left out: no cap but each scenario's own. */
  runBudget: positive('US dollars').optional(),
  /** Seconds per scenario; raised by the scenario's size unless `timeoutExact`. */
  timeout: positive('seconds').max(7200).default(900),
  /** `timeout` is the limit as it stands, whatever the scenario's size. */
  timeoutExact: flag.default(false),
  /** Seconds for one message to the agent. */
  messageTimeout: positive('seconds').max(7200).default(900),
  /** Seconds for one LLM call of judge or simulator, retries included. */
  judgeTimeout: positive('seconds').max(3600).default(180),
  /** Seconds to wait for an agent that is away, or busy with a message that was given up. */
  patience: z.coerce
    .number({ error: ({ code }) => (code === 'invalid_type' ? 'must be a number of seconds' : undefined) })
    .min(0)
    .max(3600)
    .default(120),
  /** The agent to ask for; left out: the target's default. A scenario's own `agent_type` wins. */
  agentType: name.optional(),
  /** What the agent's sessions shall run on; left out, it decides. */
  device: z.enum(['cpu', 'gpu', 'npu']).optional(),
  /** Answers to the agent that asks, in the middle of a turn, whether it may use a tool. */
  permissions: z.enum(['deny', 'allow']).default('deny'),
  /** Answers to its questions in the middle of a turn: `decline`, or the text to say to all of them. */
  questions: name.default('decline'),
  /** A folder that both we and the agent's backend can read; documents are copied there for the run. */
  documentsRoot: name.optional(),
  results: name.default('results'),
  scenarios: z.array(name).min(1).default(['scenarios']),
  /** The scenarios that a run has when none is named: the core, those beyond it (`set: extended`), or all. */
  set: z.enum(['core', 'extended', 'all']).default('core'),
  corpus: name.default('corpus'),
  /** `scenario`: the agent stays with one conversation; `turn`: conversations take turns. */
  isolation: z.enum(['scenario', 'turn']).default('scenario'),
  /** Messages the agent may work on at once. */
  slots: z.coerce.number().int().min(1).max(64).default(1),
  /** Scenarios in progress at once (worker threads). Left out: one more than slots, two with `isolation: 'turn'`. */
  workers: z.coerce.number().int().min(1).max(64).optional(),
  /** Scenarios may empty the memory of a live agent (`setup.memory_clear`): it may be a person's. */
  allowMemoryClear: flag.default(false),
  /** Keep the sessions of the run in the agent, to look at them afterwards. */
  keepSessions: flag.default(false),
  /** What the run is held to at its end; left out: nothing but its tests. See gate-settings.ts. */
  gates: gatesSchema.default([]),
  /** What the gates accept by name: differences from the baseline, gates that cannot tell. */
  allow: allowSchema.default([]),
  /** File of the baseline. Left out: `baselines/<target>-<judge>.json`. */
  baseline: name.optional(),
  /** Finish the newest unfinished run of the same plan instead of starting a new one. */
  resume: flag.default(false),
  /** Run scenarios in every `vitest run`, also when nobody asked for them by name. */
  always: flag.default(false),
  /** Say what would run and what it may cost; send nothing, write no results. */
  dryRun: flag.default(false),
  /** File of the agent's architecture audit; its limits are told to the scenario judge. Left out: none. */
  audit: name.optional(),
  /** Folder of edited prompts of judge and simulator. Left out: our own. */
  prompts: name.optional(),
  /** A word for what can't be seen from outside, such as an edited prompt behind the same address. */
  targetId: name.optional(),
  ...experimentSettings,
});

export type Settings = z.output<typeof settingsSchema> & {
  /** `target` as it is connected to. `target` itself is what is shown and stored: no secret is left in it. */
  readonly address: string;
  readonly judge: 'llm' | 'rules';
  /** Who judges the answers of experiments that do not say it: a model only where it was asked for. */
  readonly answerJudge: 'llm' | 'rules';
  readonly simulator: 'llm' | 'plain';
  readonly simulatorModel: string;
  readonly workers: number;
  /** The edited prompt by which answers are graded, once `prompts` was read; left out: our own. */
  readonly answerPrompt?: string | undefined;
};

/**
 * Beside those that talk to the agent: one that is judged and then set up; conversations that take turns need one more to
 * take the turn. More find nothing to do, and each takes some 50 MB.
 */
const WORKERS_BESIDE_SLOTS = { scenario: 1, turn: 2 };

/** The settings that say what a result was measured with. */
export type RanWith = Pick<Settings, 'target' | 'budget' | 'isolation' | 'judge' | 'simulator' | 'model'>;

/** What `agentEval({...})` takes: every setting, and `backend` as another word for `target`. */
export type AgentEvalOptions = Partial<
  Omit<z.input<typeof settingsSchema>, 'scenarios' | 'endpoints'> & {
    scenarios: string | string[];
    endpoints: EndpointOptions;
    backend: string;
  }
>;

type SettingName = keyof z.input<typeof settingsSchema>;

/** Environment variable of each setting. */
export const ENVIRONMENT: Readonly<Record<SettingName | 'backend', string>> = {
  target: 'AGENT_EVAL_TARGET',
  backend: 'AGENT_EVAL_BACKEND',
  mcp: 'AGENT_EVAL_MCP',
  passEnv: 'AGENT_EVAL_PASS_ENV',
  judge: 'AGENT_EVAL_JUDGE',
  model: 'AGENT_EVAL_MODEL',
  simulator: 'AGENT_EVAL_SIMULATOR',
  simulatorModel: 'AGENT_EVAL_SIMULATOR_MODEL',
  endpoints: 'AGENT_EVAL_ENDPOINTS',
  baseUrl: 'AGENT_EVAL_BASE_URL',
  price: 'AGENT_EVAL_PRICE',
  simulatorPrice: 'AGENT_EVAL_SIMULATOR_PRICE',
  budget: 'AGENT_EVAL_BUDGET',
  runBudget: 'AGENT_EVAL_RUN_BUDGET',
  timeout: 'AGENT_EVAL_TIMEOUT',
  timeoutExact: 'AGENT_EVAL_TIMEOUT_EXACT',
  messageTimeout: 'AGENT_EVAL_MESSAGE_TIMEOUT',
  judgeTimeout: 'AGENT_EVAL_JUDGE_TIMEOUT',
  patience: 'AGENT_EVAL_PATIENCE',
  agentType: 'AGENT_EVAL_AGENT_TYPE',
  device: 'AGENT_EVAL_DEVICE',
  permissions: 'AGENT_EVAL_PERMISSIONS',
  questions: 'AGENT_EVAL_QUESTIONS',
  documentsRoot: 'AGENT_EVAL_DOCUMENTS_ROOT',
  results: 'AGENT_EVAL_RESULTS',
  scenarios: 'AGENT_EVAL_SCENARIOS',
  set: 'AGENT_EVAL_SET',
  corpus: 'AGENT_EVAL_CORPUS',
  isolation: 'AGENT_EVAL_ISOLATION',
  slots: 'AGENT_EVAL_SLOTS',
  workers: 'AGENT_EVAL_WORKERS',
  allowMemoryClear: 'AGENT_EVAL_ALLOW_MEMORY_CLEAR',
  keepSessions: 'AGENT_EVAL_KEEP_SESSIONS',
  gates: 'AGENT_EVAL_FAIL_ON',
  allow: 'AGENT_EVAL_ALLOW',
  baseline: 'AGENT_EVAL_BASELINE',
  resume: 'AGENT_EVAL_RESUME',
  always: 'AGENT_EVAL_ALWAYS',
  dryRun: 'AGENT_EVAL_DRY_RUN',
  audit: 'AGENT_EVAL_AUDIT',
  prompts: 'AGENT_EVAL_PROMPTS',
  targetId: 'AGENT_EVAL_TARGET_ID',
  ...EXPERIMENT_ENVIRONMENT,
};

export const DEFAULT_TARGET = 'http://localhost:4200';

/** A setting that can't be used: which, where it came from, what is allowed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(message: string) {
    super(maskSecrets(message, process.env));
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of `agent-eval fix`, which reads them itself. */
const OF_FIX = /^AGENT_EVAL_FIX_/;

/** Variables that look like settings and are none. Those that are near to one are refused by {@link resolveSettings}. */
export function unreadVariables(env: Environment): readonly UnknownVariable[] {
  return unknownVariables(env, Object.values(ENVIRONMENT)).filter(({ name: each }) => !OF_FIX.test(each));
}

/**
 * The settings of a run. Throws {@link SettingsError} with every bad value in one message, and for a variable that is
 * a slip of a setting's: a target that is not read is another target.
 */
export function resolveSettings(options: AgentEvalOptions, env: Environment): Settings {
  const slips = unreadVariables(env).filter(({ near }) => near !== null);
  if (slips.length > 0) throw new SettingsError(refusal(slips.map(unknownVariableWords)));
  const sources = new Map<string, string>();
  const values: Record<string, unknown> = {};
  for (const [key, variable] of Object.entries(ENVIRONMENT)) {
    const fromEnvironment = env[variable];
    if (fromEnvironment !== undefined && fromEnvironment !== '') {
      values[key] = key === 'scenarios' ? fromEnvironment.split(/[;,]/) : fromEnvironment;
      sources.set(key, variable);
    }
  }
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || sources.has(key)) continue;
    values[key] = key === 'scenarios' && typeof value === 'string' ? [value] : value;
    sources.set(key, `agentEval({ ${key} })`);
  }
  values['baseUrl'] ??= env['ANTHROPIC_BASE_URL'] || undefined;
  if (values['baseUrl'] !== undefined && !sources.has('baseUrl'))
    sources.set('baseUrl', 'ANTHROPIC_BASE_URL');
  values['target'] = oneTarget(values['target'], values['backend'], sources);
  delete values['backend'];

  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success) throw new SettingsError(describe(parsed.error, sources));
  const settings = parsed.data;
  noteSecretsOf(settings.target, settings.mcp, settings.baseUrl);
  const judge = settings.judge ?? (settings.target === 'embedded' ? 'rules' : 'llm');
  const simulator = settings.simulator ?? (judge === 'rules' ? 'plain' : 'llm');
  return {
    ...settings,
    address: settings.target,
    target: isAddress(settings.target) ? publicAddress(settings.target) : settings.target,
    judge: judge === FORMER_LLM ? 'llm' : judge,
    answerJudge: (settings.judge ?? 'rules') === 'rules' ? 'rules' : 'llm',
    simulator: simulator === FORMER_LLM ? 'llm' : simulator,
    simulatorModel: settings.simulatorModel ?? settings.model,
    workers: settings.workers ?? settings.slots + WORKERS_BESIDE_SLOTS[settings.isolation],
  };
}

/** `backend` is the old benchmark's word for `target`; the more specific source wins, two different ones clash. */
function oneTarget(target: unknown, backend: unknown, sources: Map<string, string>): unknown {
  if (backend === undefined) return target ?? DEFAULT_TARGET;
  if (target === undefined) {
    sources.set('target', sources.get('backend') ?? 'backend');
    return backend;
  }
  const [a, b] = [sources.get('target') ?? '', sources.get('backend') ?? ''];
  if (target === backend || isEnvironment(a) !== isEnvironment(b)) {
    if (isEnvironment(a) || target === backend) return target;
    sources.set('target', b);
    return backend;
  }
  throw new SettingsError(`${a} and ${b} name two different targets; keep one of them`);
}

const isEnvironment = (source: string): boolean => source.startsWith('AGENT_EVAL_');

function describe(error: z.ZodError, sources: ReadonlyMap<string, string>): string {
  const lines = error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) =>
        unknownVariableWords({
          name: sources.get(key) ?? key,
          near: nearestKey(key, Object.keys(ENVIRONMENT)),
        }),
      );
    }
    const key = String(issue.path[0] ?? '');
    const inside = issue.path.slice(1).map((part) => `${String(part)}: `);
    return [`${sources.get(key) ?? key}: ${inside.join('')}${issue.message}`];
  });
  return refusal(lines);
}

function refusal(lines: readonly string[]): string {
  return `vitest-agent-eval can't use these settings:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
