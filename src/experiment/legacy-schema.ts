/** The configurations of the benchmark that this one replaces: they load as they stand. */
import { z } from 'zod';

const text = z.string().trim().min(1);

/** Keys that stand in such files and never meant anything: told as ignored. */
export const IGNORED_KEYS: readonly string[] = [
  '_comment',
  'minions',
  'description',
  'source_groundtruth',
  'generated_at',
  'original_metadata',
];

const PROVIDERS = ['anthropic', 'claude', 'lemonade'] as const;

export const legacyExperimentSchema = z.strictObject({
  name: text,
  model: text,
  provider: z.enum(PROVIDERS).optional(),
  llm_type: z.enum(PROVIDERS).optional(),
  experiment_type: z.enum(['qa', 'summarization']).optional(),
  system_prompt: z.string().optional(),
  max_tokens: z.number().int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  max_ctx_size: z.number().int().min(1).nullable().optional(),
  parameters: z
    .strictObject({
      combined_prompt: z.boolean().optional(),
      stop: z.array(z.string()).optional(),
      host: z.string().optional(),
      port: z.number().int().min(1).max(65_535).optional(),
    })
    .optional(),
});
export type LegacyExperiment = z.output<typeof legacyExperimentSchema>;

export const legacyFields = {
  experiments: z
    .array(legacyExperimentSchema)
    .min(1)
    .optional()
    .describe('Variants one by one, alone or beside `models` and `prompts`.'),
  qa_config: z
    .looseObject({ num_qa_pairs: z.number().int().min(1).optional() })
    .optional()
    .describe('num_qa_pairs is compared with the questions that there are.'),
  use_case: z
    .enum(['summarization', 'email', 'pdf', 'qa', 'rag'])
    .optional()
    .describe('Another word for `task`.'),
};
