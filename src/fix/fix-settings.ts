/** Settings of `agent-eval fix`: name, environment variable, default, bounds. Flags beat the environment. */
import { z } from 'zod';
import { unknownVariables, unknownVariableWords } from '../unknown-variables.ts';
import { FixError } from './fix-error.ts';

/** `{budget}` becomes what may still be spent, in US dollars. */
export const DEFAULT_REPAIRER =
  'claude -p --output-format json --permission-mode acceptEdits --max-budget-usd {budget}';

/** Where evaluations live by custom; what this run is evaluated with is protected whatever stands here. */
export const DEFAULT_PROTECT = [
  'scenarios',
  'corpus',
  'eval',
  'evals',
  'evaluation',
  'judge',
  'judges',
  'baselines',
];

const seconds = z.coerce.number({ error: 'must be a number of seconds' }).positive().max(86_400);
const usd = z.coerce.number({ error: 'must be a number of US dollars' }).positive().max(1000);
const text = z.string().trim().min(1);
const names = z
  .union([z.array(text), z.string().transform((line) => line.split(/[,;]/).map((name) => name.trim()))])
  .transform((all) => all.filter((name) => name !== ''));
const flag = z.union([
  z.boolean(),
  z.enum(['1', 'true', 'yes']).transform(() => true),
  z.enum(['0', 'false', 'no']).transform(() => false),
]);

const fixSettingsSchema = z.object({
  /** The agent's source: a folder of a git repository. */
  source: text.optional(),
  /** Command that repairs, its prompt on stdin. */
  repairer: text.default(DEFAULT_REPAIRER),
  /** Command that starts the agent on the repaired tree; `{worktree}` is its folder. */
  restart: text.optional(),
  /** Names, or paths from the repository's root, that no repair may touch. */
  protect: names.default(DEFAULT_PROTECT),
  maxIterations: z.coerce.number({ error: 'must be a number' }).int().min(1).max(20).default(3),
  /** Share of the judged scenarios, 0–1. */
  targetPassRate: z.coerce.number({ error: 'must be a share from 0 to 1' }).gt(0).max(1).default(0.9),
  /** Seconds for one call of the repairer. */
  repairTimeout: seconds.default(1800),
  /** Seconds until the agent must be up. */
  restartTimeout: seconds.default(120),
  /** US dollars for all calls of the repairer together, as far as it reports them. */
  budget: usd.default(5),
  /** The repairer's command may hold flags that take its guards away. */
  allowDangerous: flag.default(false),
});
export type FixSettings = z.output<typeof fixSettingsSchema>;
type FixSetting = keyof FixSettings;

export const FIX_ENVIRONMENT: Readonly<Record<FixSetting, string>> = {
  source: 'AGENT_EVAL_FIX_SOURCE',
  repairer: 'AGENT_EVAL_FIX_REPAIRER',
  restart: 'AGENT_EVAL_FIX_RESTART',
  protect: 'AGENT_EVAL_FIX_PROTECT',
  maxIterations: 'AGENT_EVAL_FIX_MAX_ITERATIONS',
  targetPassRate: 'AGENT_EVAL_FIX_TARGET_PASS_RATE',
  repairTimeout: 'AGENT_EVAL_FIX_REPAIR_TIMEOUT',
  restartTimeout: 'AGENT_EVAL_FIX_RESTART_TIMEOUT',
  budget: 'AGENT_EVAL_FIX_BUDGET',
  allowDangerous: 'AGENT_EVAL_FIX_ALLOW_DANGEROUS',
};

/** Throws {@link FixError} with every bad value in one message. `flagOf` words a setting as it was typed. */
export function resolveFixSettings(
  flags: Readonly<Partial<Record<FixSetting, unknown>>>,
  env: Readonly<Record<string, string | undefined>>,
  flagOf: (setting: string) => string = (setting) => setting,
): FixSettings {
  const unread = unknownVariables(env, Object.values(FIX_ENVIRONMENT)).filter(({ name }) =>
    name.startsWith('AGENT_EVAL_FIX_'),
  );
  if (unread.length > 0) throw new FixError(unread.map(unknownVariableWords).join('; '));
  const values: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const [setting, variable] of Object.entries(FIX_ENVIRONMENT)) {
    if (env[variable]) [values[setting], sources[setting]] = [env[variable], variable];
  }
  for (const [setting, value] of Object.entries(flags)) {
    if (value !== undefined) [values[setting], sources[setting]] = [value, flagOf(setting)];
  }
  const parsed = fixSettingsSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path: [key], message }) => `  ${sources[String(key)] ?? String(key)}: ${message}`,
  );
  throw new FixError(`agent-eval fix can't use these settings:\n${lines.join('\n')}`);
}
