/** What a judge says of one answer, and what code makes of it. */
import { z } from 'zod';
import { LEVELS, type Level } from './level.ts';

const level = z.union([
  z.literal(LEVELS.poor),
  z.literal(LEVELS.fair),
  z.literal(LEVELS.good),
  z.literal(LEVELS.excellent),
]);

const criterionJudgementSchema = z.strictObject({
  /** null: could not be told. */
  level: level.nullable(),
  reason: z.string(),
  /** Words of the answer; a judge's own that do not stand there are left out, with a warning. */
  quotes: z.array(z.string()).readonly(),
}) satisfies z.ZodType<{ level: Level | null }>;
export type CriterionJudgement = Readonly<z.output<typeof criterionJudgementSchema>>;

export const answerJudgementSchema = z.strictObject({
  /** By the key of the criterion. */
  levels: z.record(z.string(), criterionJudgementSchema),
  overall: level.nullable(),
  /** Stated, and not in the source. */
  invented: z.array(z.string()).readonly(),
  /** 0 to 100; null: cannot tell. */
  grade: z.number().min(0).max(100).nullable(),
  /** Of an answer to a question; null: undecided, or no such rule. */
  passed: z.boolean().nullable(),
  /** Shares, 0 to 1, of what could be counted against the reference. */
  coverage: z.record(z.string(), z.number().min(0).max(1)),
  /** Why a level is missing. */
  undecided: z.array(z.string()).readonly(),
  warnings: z.array(z.string()).readonly(),
});
export type AnswerJudgement = Readonly<z.output<typeof answerJudgementSchema>>;
