/** An experiment as a file may write it. Editors complete and check it by the JSON Schema that is made of this. */
import { z } from 'zod';
import { summaryTruthSchema } from '../corpus/case-truth.ts';
import { MODES, TASKS } from '../grade/task.ts';
import { legacyFields } from './legacy-schema.ts';

const text = z.string().trim().min(1);
const count = z.number().int().min(1);
const usd = z.number().positive();
const share = z.number().min(0).max(1);

export const ID = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
export const idSchema = z
  .string()
  .regex(ID, 'must hold only letters, digits, dots, hyphens and underscores')
  .max(80);

export const PARTS = [
  'executive',
  'brief',
  'detailed',
  'participants',
  'action_items',
  'key_decisions',
  'topics_discussed',
] as const;

export const modelSchema = z.strictObject({
  id: idSchema.optional().describe('Stands in the name of the variant. Left out: made of the model.'),
  model: text.describe('`claude-…`, `<endpoint>/<model>`, `embedded/lead`, `embedded/passages`.'),
  endpoint: text
    .optional()
    .describe(
      'A server by name (lemonade, ollama, llamacpp, vllm, lmstudio, openai, your own), or `external`.',
    ),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: count.max(1_000_000).optional().describe('Of each answer, thinking included.'),
  timeout: z.number().positive().max(7200).optional().describe('Seconds for one call. Default: 600.'),
  combined: z.boolean().optional().describe('All parts in one call. Left out: as the experiment says.'),
  answers: text
    .optional()
    .describe('Of `external`: a YAML or JSON file of answers by case, relative to this file.'),
  extra: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Other parameters of the server, as it names them.'),
});
export type ModelEntry = z.output<typeof modelSchema>;

export const promptSchema = z.strictObject({
  id: idSchema,
  system: text.describe('May hold {{document}} and {{question}}.'),
});

const expectedSchema = z.union([text, z.null(), summaryTruthSchema]);

export const caseSchema = z.strictObject({
  document: text.describe('Path in the corpus.'),
  id: idSchema.optional().describe('Of a question, unique for its document. Left out: its number.'),
  question: text.optional(),
  expected: expectedSchema
    .optional()
    .describe(
      'Of a question: the answer, null where the document does not hold it. Of a summary: the reference summaries.',
    ),
  tolerance: share.optional().describe('Relative deviation that still counts as right.'),
  wordings: z.array(text).optional().describe('Other answers that are right as well.'),
});
export type CaseEntry = z.output<typeof caseSchema>;

const exceptSchema = z
  .strictObject({ model: text.optional(), prompt: text.optional() })
  .refine(
    ({ model, prompt }) => model !== undefined || prompt !== undefined,
    'must name a model or a prompt',
  );

export const barSchema = z.strictObject({
  grade: z.number().min(0).max(100).optional().describe('Each case must have this grade in percent.'),
  pass: z.literal(true).optional().describe('Of questions: each answer must pass.'),
});

export const nonInferiorSchema = z.strictObject({
  variant: text.describe('The one that may replace the baseline.'),
  margin: z.number().positive().max(100).describe('Points of grade that it may be worse.'),
});

export const gatesSchema = z.strictObject({
  nonInferior: nonInferiorSchema.optional(),
  errors: share.optional().describe('At most this share of cells without a verdict.'),
  cost: usd.optional().describe('At most so many US dollars for answers and judge together.'),
  grade: z.number().min(0).max(100).optional().describe('Each variant has at least this grade.'),
  pass_rate: share.optional().describe('Each variant passes at least this share of its cases.'),
});

export const experimentFileSchema = z
  .strictObject({
    id: idSchema.optional().describe('Left out: the name of the file.'),
    name: text.optional().describe('The question that the experiment answers.'),
    description: z.string().optional().describe('For the reader.'),
    task: z.enum(TASKS).optional().describe('What the models are asked to do with each document.'),
    cases: z
      .array(z.union([text, caseSchema]))
      .min(1)
      .optional()
      .describe(
        'Globs over the corpus, or cases in place. Left out: every document that has a truth of the task.',
      ),
    truth: text.optional().describe('Folder of truths. Left out: truth.'),
    mode: z
      .enum(MODES)
      .optional()
      .describe('standalone judges without a reference, and its figures are compared with no others.'),
    repeats: count
      .max(100)
      .optional()
      .describe('Answers to each case, each one asked for anew. Left out: 1.'),
    models: z
      .array(z.union([text, modelSchema]))
      .min(1)
      .optional(),
    prompts: z
      .array(z.union([text, promptSchema]))
      .min(1)
      .optional()
      .describe('Names of prompts/<name>.md, or prompts in place. Left out: plain.'),
    except: z.array(exceptSchema).optional().describe('Pairs that make no sense.'),
    styles: z
      .array(z.enum(PARTS))
      .min(1)
      .optional()
      .describe('Parts of a summary. Left out: all of the task.'),
    combined: z.boolean().optional().describe('All parts in one call. Left out: one call each.'),
    judge: text
      .optional()
      .describe('rules, or the model that judges. Left out: as the settings say, else rules.'),
    baseline: text.optional().describe('The variant that the others are compared with.'),
    bar: barSchema.optional().describe('What each case must reach. Left out: nothing but to be judged.'),
    gates: gatesSchema.optional().describe('What the experiment as a whole is held to.'),
    budget: usd.optional().describe('US dollars for answers and judge together.'),
    ...legacyFields,
  })
  .meta({ title: 'Experiment: models and prompts compared' });
export type ExperimentFile = z.output<typeof experimentFileSchema>;
