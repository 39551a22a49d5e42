/** The settings of experiments: where their files are, and what of them a run takes. */
import { z } from 'zod';
import { flag, name } from './setting-kinds.ts';

/** Paths may hold spaces. */
const words = z
  .union([
    z.string().transform((text) =>
      text
        .split(/[,;]/)
        .map((each) => each.trim())
        .filter(Boolean),
    ),
    z.array(name),
  ])
  .default([]);
const most = (least: number) =>
  z.coerce.number({ error: 'must be a whole number' }).int('must be a whole number').min(least);

/** Which stored answers and judgements are made anew. */
export const FORCED = ['answers', 'judgements', 'all'] as const;

export const experimentSettings = {
  /** Folder of experiment files. */
  experiments: name.default('experiments'),
  /** Folder of truths. */
  truth: name.default('truth'),
  /** Variants by name or glob; none: all. */
  variant: words,
  /** Cases by name or glob; none: all. */
  case: words,
  /** At most so many cases of each experiment, the first ones. */
  limit: most(1).optional(),
  /** Answers to each case, instead of the file's own number. */
  repeats: most(1).max(100).optional(),
  /** Ask the models and judge nothing. */
  answersOnly: flag.default(false),
  /** Ask again for what is there. */
  force: z
    .preprocess((value) => (value === '1' || value === true ? 'all' : value), z.enum(FORCED))
    .optional(),
  /** Run more than 10,000 cells. */
  yes: flag.default(false),
  /** USD for each experiment, instead of the file's own. */
  experimentBudget: z.coerce.number().positive('must be more than 0 US dollars').optional(),
};

export const EXPERIMENT_ENVIRONMENT = {
  experiments: 'AGENT_EVAL_EXPERIMENTS',
  truth: 'AGENT_EVAL_TRUTH',
  variant: 'AGENT_EVAL_VARIANT',
  case: 'AGENT_EVAL_CASE',
  limit: 'AGENT_EVAL_LIMIT',
  repeats: 'AGENT_EVAL_REPEATS',
  answersOnly: 'AGENT_EVAL_ANSWERS_ONLY',
  force: 'AGENT_EVAL_FORCE',
  yes: 'AGENT_EVAL_YES',
  experimentBudget: 'AGENT_EVAL_EXPERIMENT_BUDGET',
} as const satisfies Readonly<Record<keyof typeof experimentSettings, string>>;
