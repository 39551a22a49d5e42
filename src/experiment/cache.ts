/**
 * Answers and judgements of earlier runs, under the hash of all that they depend on (I/O). Only what is good is kept: an
 * error is asked for again.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../disk/json-file.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { answerJudgementSchema } from '../grade/judgement.ts';
import { CELL_STOPS, cellUsageSchema } from '../results/cells/cell-schema.ts';

const ms = z.number().min(0);
const usd = z.number().min(0).nullable();

const keptAnswerSchema = z.object({
  format: z.literal('vitest-agent-eval/answer/1'),
  key: z.string(),
  parts: z.record(z.string(), z.string()),
  thinkingChars: z.number().int().min(0),
  stop: z.enum(CELL_STOPS),
  usage: cellUsageSchema.nullable(),
  usd,
  answeredBy: z.string().nullable(),
  ms: z.object({ firstToken: ms.nullable(), total: ms }),
  tokensPerSecond: z.number().min(0).nullable(),
  notes: z.array(z.string()),
  /** File or repository of the model that answered; null when its server did not say. */
  checkpoint: z.string().nullable(),
});
export type KeptAnswer = Readonly<z.output<typeof keptAnswerSchema>>;

const keptJudgementSchema = z.object({
  format: z.literal('vitest-agent-eval/judgement/1'),
  key: z.string(),
  judgement: answerJudgementSchema,
  judge: z.object({ fingerprint: z.string(), usd, ms }),
});
export type KeptJudgement = Readonly<z.output<typeof keptJudgementSchema>>;

export interface Cache {
  /** null when there is none, or it can't be read: then it is asked for again. */
  answer(key: string): Promise<KeptAnswer | null>;
  judgement(key: string): Promise<KeptJudgement | null>;
  /** Throw `ResultsError`. */
  keepAnswer(answer: Omit<KeptAnswer, 'format'>): Promise<void>;
  keepJudgement(judgement: Omit<KeptJudgement, 'format'>): Promise<void>;
}

/** @param results the results folder, absolute. */
export function openCache(results: string): Cache {
  const folder = path.join(results, 'cache');
  const made = new Set<string>();
  const fileOf = (kind: string, key: string): string =>
    path.join(folder, kind, key.slice(0, 2), `${key}.json`);
  const write = async (kind: string, key: string, value: object, flush: boolean): Promise<void> => {
    const file = fileOf(kind, key);
    if (!made.has(path.dirname(file))) await makeFolder(path.dirname(file));
    made.add(path.dirname(file));
    await writeFileAtomic(file, JSON.stringify(value), { flush });
  };
  return {
    answer: async (key) => await readKept(fileOf('answers', key), key, keptAnswerSchema),
    judgement: async (key) => await readKept(fileOf('judgements', key), key, keptJudgementSchema),
    // What nobody was paid for is made again as easily as it is lost.
    keepAnswer: async (answer) =>
      await write(
        'answers',
        answer.key,
        { format: 'vitest-agent-eval/answer/1', ...answer },
        answer.usd !== 0,
      ),
    keepJudgement: async (kept) =>
      await write(
        'judgements',
        kept.key,
        { format: 'vitest-agent-eval/judgement/1', ...kept },
        kept.judge.usd !== 0,
      ),
  };
}

async function readKept<T extends { readonly key: string }>(
  file: string,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  try {
    const kept = schema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
    return kept?.key === key ? kept : null;
  } catch {
    return null;
  }
}
