/** What an answer of a model is held against: the expected answer of one question, or the reference summaries. */
import { z } from 'zod';
import { checksSchema } from '../scenario/checks-schema.ts';

const text = z.string().trim().min(1);
const texts = z.array(text).readonly();
const id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must hold only letters, digits, dots, hyphens and underscores')
  .max(100);

/** Of a turn's checks those that look at the words of an answer. */
const contentChecksSchema = checksSchema.pick({
  mentions: true,
  mentions_any: true,
  never_mentions: true,
  number: true,
  never_number: true,
  pairs: true,
  max_sentences: true,
  answers_no: true,
  admits_unknown: true,
});

export const qaTruthSchema = z.strictObject({
  id: id.describe('Stands in the name of the case: letters, digits, dots, hyphens and underscores.'),
  question: text.describe('As it is put to the model.'),
  answer: text
    .nullable()
    .describe(
      'null: the document does not hold it, and a right answer says so and gives nothing in its place.',
    ),
  where: text
    .nullable()
    .default(null)
    .describe('Words of the document, as they stand there, from which the answer follows.'),
  wordings: texts.optional().describe('Other answers that are right as well.'),
  tolerance: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Relative deviation that still counts as right: 0.01 allows 1 % off.'),
  checks: contentChecksSchema.optional().describe('Plain facts that a right answer shows, as in a scenario.'),
  absent: z
    .array(text)
    .min(1)
    .optional()
    .describe('Where the answer is null: words that must not stand in the document.'),
  difficulty: z.enum(['easy', 'medium', 'hard']).optional(),
});
export type QaTruth = Readonly<z.output<typeof qaTruthSchema>>;

/** Left out is what nobody wrote a reference for; an empty list says that there are none. */
export const summaryTruthSchema = z.strictObject({
  executive_summary: text.optional(),
  brief_summary: text.optional(),
  detailed_summary: text.optional(),
  action_items: texts.optional().describe('What, who and until when, each in one line.'),
  key_decisions: texts.optional(),
  participants: texts.optional().describe('"Name" or "Name, role".'),
  topics_discussed: texts.optional(),
});
export type SummaryTruth = Readonly<z.output<typeof summaryTruthSchema>>;

export type CaseTruth = { readonly qa: QaTruth } | { readonly summarization: SummaryTruth };

/** "Sarah Chen, CFO" and "Sarah Chen (CFO)" are Sarah Chen. */
export function nameOf(participant: string): string {
  return participant
    .replace(/\s*[,(–:].*$|\s+-\s.*$/s, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
