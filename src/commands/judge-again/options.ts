/** The options of `agent-eval judge [run]`, and the judge that they name. */
import path from 'node:path';
import { Option, type Command } from 'commander';
import { z } from 'zod';
import { readPrompts } from '../../prompts/read-prompts.ts';
import type { Prompts } from '../../prompts/prompt-files.ts';
import { findLlmProblem } from '../../run/judge-and-simulator.ts';
import type { Settings } from '../../settings.ts';
import { CommandError, type CommandIo } from '../io.ts';
import { asJson, jsonOption, resultsOption } from '../options.ts';
import { readProject } from '../project-settings.ts';

const optionsSchema = z.object({
  json: asJson,
  judge: z.enum(['rules', 'llm', 'anthropic']).optional(),
  model: z.string().optional(),
  prompts: z.string().optional(),
  budget: z.coerce.number('must be a number of US dollars').positive('must be more than 0').optional(),
  only: z.array(z.string()).optional(),
  truthDir: z.string().optional(),
  results: z.string().optional(),
  scenarioDir: z.array(z.string()).optional(),
  corpusDir: z.string().optional(),
  changed: z.boolean().default(false),
  dryRun: z.boolean().default(false),
});
export type JudgeAgainOptions = z.output<typeof optionsSchema>;

/** Those of `judge [run]`; `judge check` has its own. */
export function addJudgeOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--judge <name>', 'rules or llm').default(undefined, 'llm with --model, else rules'),
    )
    .addOption(new Option('--model <model>', 'the model that judges').default(undefined, 'AGENT_EVAL_MODEL'))
    .addOption(
      new Option('--prompts <folder>', 'edited prompts of the judge').default(
        undefined,
        'AGENT_EVAL_PROMPTS',
      ),
    )
    .addOption(
      new Option('--budget <usd>', 'most that all of it may cost').default(undefined, 'AGENT_EVAL_BUDGET'),
    )
    .addOption(
      new Option('--only <names...>', 'these alone: ids of scenarios, or cells as variant or variant/case'),
    )
    .addOption(new Option('--truth-dir <folder>', 'of an experiment: another folder of truths'))
    .addOption(new Option('--changed', "of scenarios: judge by today's text where it is another"))
    .addOption(new Option('--dry-run', 'say what would be asked and what it may cost, and ask nothing'))
    .addOption(resultsOption())
    .addOption(
      new Option('--scenario-dir <folder...>', 'where scenarios are').default(undefined, 'scenarios'),
    )
    .addOption(new Option('--corpus-dir <folder>', 'where the corpus is').default(undefined, 'corpus'))
    .addOption(jsonOption());
}

/** Throws {@link CommandError} naming the option. */
export function readJudgeOptions(raw: unknown): JudgeAgainOptions {
  const parsed = optionsSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? 'option').replaceAll(
    /[A-Z]/g,
    (letter) => `-${letter.toLowerCase()}`,
  );
  throw new CommandError(`--${name}: ${issue?.message ?? 'cannot be read'}.`);
}

export interface NamedJudge {
  readonly root: string;
  readonly settings: Settings;
  readonly prompts: Prompts | null;
  /** US dollars for all of it. */
  readonly budget: number;
}

/** Without `--judge` or `--model` nothing is spent. Throws {@link CommandError} for a judge that cannot be asked. */
export async function namedJudge(options: JudgeAgainOptions, io: CommandIo): Promise<NamedJudge> {
  const { model, prompts: folder, dryRun } = options;
  const judge = options.judge ?? (model === undefined ? 'rules' : 'llm');
  if (judge === 'rules' && model !== undefined) {
    throw new CommandError('--model names a model, and --judge rules asks none: leave one of them out.');
  }
  const { root, settings } = await readProject({
    cwd: io.cwd,
    env: {
      ...io.env,
      AGENT_EVAL_JUDGE: judge,
      AGENT_EVAL_SIMULATOR: 'plain',
      ...(model === undefined ? {} : { AGENT_EVAL_MODEL: model }),
      ...(folder === undefined ? {} : { AGENT_EVAL_PROMPTS: path.resolve(io.cwd, folder) }),
    },
  });
  // What is only counted needs no key.
  const problem = dryRun ? null : findLlmProblem(settings, io.env);
  if (problem !== null) throw new CommandError(problem);
  const prompts =
    settings.prompts === undefined ? null : await readPrompts(path.resolve(root, settings.prompts));
  return { root, settings, prompts, budget: options.budget ?? settings.budget };
}
