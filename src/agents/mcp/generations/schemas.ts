/**
 * The answers of the tools, as far as the benchmark reads them. Unknown fields are let through unread. A field
 * that some versions lack has a default; one that decides a verdict (content, steps, chunk count) never has.
 */
import { z } from 'zod';

/** Descriptive only: absent or of another type, it is unknown. */
export const text = z.string().nullable().catch(null);
export const number = z.number().nullable().catch(null);

export const statusSchema = z.object({
  version: text,
  lemonade_running: z.boolean().nullable().catch(null),
  model_loaded: text,
  init_state: text,
});

export const sessionSchema = z.object({
  id: z.string().min(1),
  agent_type: text,
  model: text,
  effective_model: text,
  device: text,
});

export const documentSchema = z.object({
  id: z.string().min(1),
  filename: z.string().catch(''),
  chunk_count: z.number().int().nonnegative(),
  filepath: z.string().nullish().catch(null),
  file_size: z.number().nonnegative().nullish().catch(null),
  indexing_status: z.string().catch('unknown'),
  linked_to_session: text,
  last_error: text,
});
export type DocumentAnswer = z.infer<typeof documentSchema>;

export const documentsSchema = z.object({ documents: z.array(documentSchema) });

const stepSchema = z.object({
  tool: z.string(),
  success: z
    .boolean()
    .nullish()
    .transform((success) => success ?? true),
  summary: z
    .string()
    .nullish()
    .transform((summary) => summary ?? ''),
  command: text,
  stdout: text,
  stderr: text,
  exit_code: number,
});

const statsSchema = z.object({
  tokens_per_second: number,
  time_to_first_token: number,
  input_tokens: number,
  output_tokens: number,
});

export const replySchema = z.object({
  content: z.string(),
  agent_steps: z
    .array(stepSchema)
    .nullish()
    .transform((steps) => steps ?? []),
  event_log: z
    .array(z.string())
    .nullish()
    .transform((log) => log ?? []),
  stats: statsSchema.nullish().transform((stats) => stats ?? null),
});

export const messagesSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});
