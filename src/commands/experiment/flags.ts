/** The flags of `agent-eval experiment`: each is a setting's environment variable. */
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { ENVIRONMENT } from '../../settings.ts';
import { SETTING_FLAGS, type FlagText } from '../run-options.ts';

const WHICH = 'What is run:';
const MODELS = 'Models and who judges them:';
const LIMITS = 'Limits:';

const [, MODEL_FLAG, MODEL_WORDS] = SETTING_FLAGS.model;
const [, PRICE_FLAG, PRICE_WORDS] = SETTING_FLAGS.price;
const [, ENDPOINTS_FLAG, ENDPOINTS_WORDS] = SETTING_FLAGS.endpoints;
const [, BASE_URL_FLAG, BASE_URL_WORDS] = SETTING_FLAGS.baseUrl;

export const EXPERIMENT_FLAGS: Readonly<Partial<Record<keyof typeof ENVIRONMENT, FlagText>>> = {
  variant: [WHICH, '--variant <name...>', 'variants by name, model or pattern'],
  case: [WHICH, '--case <name...>', 'cases by name, document or pattern'],
  limit: [WHICH, '--limit <n>', 'at most so many cases of each experiment'],
  repeats: [WHICH, '--repeats <n>', "answers to each case, instead of the file's own number"],
  answersOnly: [WHICH, '--answers-only', 'ask the models and judge nothing'],
  force: [WHICH, '--force [what]', 'ask again for what is there: answers, judgements, or all'],
  resume: [WHICH, '--resume', 'go on with the run that was left unfinished'],
  dryRun: [WHICH, '--dry-run', 'say what would be asked and what it may cost, and ask nobody'],
  yes: [WHICH, '--yes', 'run more than 10,000 cells'],
  experiments: [WHICH, '--experiment-dir <folder>', 'where experiments are (default: experiments)'],
  corpus: [WHICH, '--corpus-dir <folder>', 'where the corpus is (default: corpus)'],
  truth: [WHICH, '--truth-dir <folder>', 'where truths are (default: truth)'],
  results: [WHICH, '--results <folder>', 'where runs are written (default: results)'],
  judge: [MODELS, '--judge <name>', 'llm or rules, where the file says nothing (default: rules)'],
  model: [MODELS, MODEL_FLAG, MODEL_WORDS],
  price: [MODELS, PRICE_FLAG, PRICE_WORDS],
  endpoints: [MODELS, ENDPOINTS_FLAG, ENDPOINTS_WORDS],
  baseUrl: [MODELS, BASE_URL_FLAG, BASE_URL_WORDS],
  experimentBudget: [
    LIMITS,
    '--budget <usd>',
    'at most so much for each experiment, answers and judge together',
  ],
  judgeTimeout: [LIMITS, '--judge-timeout <seconds>', 'for one judgement (default: 180)'],
  patience: [LIMITS, '--patience <seconds>', 'to wait for a server that is away (default: 120)'],
};

const text = z.union([z.string(), z.boolean(), z.array(z.string())]);
export const experimentOptionsSchema = z
  .object({ config: z.string().optional(), failOn: z.enum(['none']).optional() })
  .catchall(text);
export type ExperimentOptions = z.output<typeof experimentOptionsSchema>;

export function addExperimentOptions(command: Command): Command {
  for (const [group, flags, description] of Object.values(EXPERIMENT_FLAGS)) {
    command.addOption(new Option(flags, description).helpGroup(group));
  }
  return command.addOption(new Option('--config <file>', "Vitest's configuration"));
}
