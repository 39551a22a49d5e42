/**
 * A cell: what one variant answered to one case, in every sample, and how it was judged. Everything that is needed to
 * judge it again, to compare it and to report it stands in it.
 */
import { z } from 'zod';
import { answerJudgementSchema } from '../../grade/judgement.ts';
import { MODES, TASKS } from '../../grade/task.ts';
import { STATUSES } from '../../rubric/verdict-types.ts';

export const CELL_FORMAT = 'vitest-agent-eval/cell/1';

const count = z.number().int().min(0);
const ms = z.number().min(0);
const usd = z.number().min(0).nullable();

export const cellUsageSchema = z.object({
  /** Tokens of the whole prompt, `cached` of them read before. */
  input: count,
  output: count,
  cached: count,
});
export type CellUsage = Readonly<z.output<typeof cellUsageSchema>>;

export const CELL_STOPS = ['end', 'length', 'tool_calls', 'filtered', 'unknown'] as const;

export const cellSampleSchema = z.object({
  /** From 1. */
  sample: z.number().int().min(1),
  status: z.enum(STATUSES),
  /** Why there is no answer or no judgement; null when there are both. */
  error: z.string().nullable(),
  /** The answer, by part (`executive`, `answer` …); a part that the model left out is missing here. */
  parts: z.record(z.string(), z.string()),
  /** Characters of what the model thought; never a part of the answer. */
  thinking_chars: count,
  /** How the model ended, of several calls the worst; null without an answer. */
  stop: z.enum(CELL_STOPS).nullable(),
  /** Of all calls of the sample; null when the server did not tell of each. */
  usage: cellUsageSchema.nullable(),
  /** US dollars of the answer; null: not known. What came from the cache keeps what it cost when it was made. */
  usd,
  ms: z.object({
    /** Waited for its turn. */
    queued: ms,
    /** To the first token of the first call; null when nobody measured it. */
    first_token: ms.nullable(),
    /** Of all calls together, without waiting. */
    total: ms,
  }),
  /** Output tokens by the seconds after the first token; null when either is not known. */
  tokens_per_second: z.number().min(0).nullable(),
  /** null: not judged. */
  judgement: answerJudgementSchema.nullable(),
  judge: z.object({ fingerprint: z.string(), usd, ms }).nullable(),
  /** Taken from an earlier run, where it was paid for. */
  from_cache: z.object({ answer: z.boolean(), judgement: z.boolean() }),
  /** SHA-256 of all that the answer and the judgement depend on. */
  keys: z.object({ answer: z.string(), judgement: z.string().nullable() }),
});
export type CellSample = Readonly<z.output<typeof cellSampleSchema>>;

export const cellSchema = z.object({
  format: z.literal(CELL_FORMAT),
  run_id: z.string().min(1),
  /** The run that holds the answers, when they were judged again in this one. */
  judged_from: z.string().optional(),
  experiment: z.string().min(1),
  /** `model/prompt`. */
  variant: z.string().min(1),
  /** Path of the document without its ending, and for a question `#` and its id. */
  case: z.string().min(1),
  task: z.enum(TASKS),
  mode: z.enum(MODES),
  status: z.enum(STATUSES),
  /** 0 to 100, the mean of the samples'; null unless every sample has one. */
  grade: z.number().min(0).max(100).nullable(),
  /** Of questions: every sample passed; null: undecided, or no such rule. */
  passed: z.boolean().nullable(),
  /** Why it has its status, in sentences. */
  reasons: z.array(z.string()),
  warnings: z.array(z.string()),
  document: z.object({
    /** Relative to the corpus folder, forward slashes. */
    path: z.string(),
    sha256: z.string(),
    tokens_estimated: count,
  }),
  /** null for tasks that ask none. */
  question: z.string().nullable(),
  truth: z
    .object({
      /** Relative to the truth folder; null for a truth that stands in the experiment itself. */
      path: z.string().nullable(),
      sha256: z.string(),
      /** Who read it against the document and when; null: nobody. */
      reviewed: z.string().nullable(),
      written_by: z.string(),
    })
    .nullable(),
  model: z.object({
    asked: z.string(),
    /** As it names itself; null when it does not. */
    answered: z.string().nullable(),
    /** Host, or `embedded`, or `external`. */
    endpoint: z.string(),
    local: z.boolean(),
    server: z
      .object({
        name: z.string(),
        version: z.string().nullable(),
        /** Tokens that fit into a prompt and its answer. */
        context: count.nullable(),
        checkpoint: z.string().nullable(),
      })
      .nullable(),
  }),
  settings: z.object({
    temperature: z.number().nullable(),
    max_tokens: count.nullable(),
    prompt: z.string(),
    prompt_sha256: z.string(),
    combined: z.boolean(),
  }),
  samples: z.array(cellSampleSchema),
});
export type Cell = Readonly<z.output<typeof cellSchema>>;
