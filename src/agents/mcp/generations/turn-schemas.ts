/** The answers of the tools by which a turn is started, watched and read (Agent UI 0.25). */
import { z } from 'zod';
import { number, text } from './schemas.ts';

export const startedSchema = z.object({ turn_id: z.string().min(1) });

const promptSchema = z.object({
  confirm_id: z.string().min(1),
  tool: z.string().catch(''),
  args_summary: text,
});
export type PendingPrompt = z.infer<typeof promptSchema>;

const questionSchema = z.object({
  request_id: z.string().min(1),
  question: z.string().catch(''),
  options: z.array(z.object({ value: z.string(), label: z.string().catch('') })).catch([]),
  allow_free_text: z.boolean().catch(true),
});
export type PendingQuestion = z.infer<typeof questionSchema>;

/** `turn_id` is null where the server has seen no turn of the session. */
export const turnSchema = z.object({
  turn_id: z
    .string()
    .nullish()
    .transform((id) => id ?? null),
  state: z.string(),
  pending_prompt: promptSchema.nullish().transform((prompt) => prompt ?? null),
  pending_question: questionSchema.nullish().transform((question) => question ?? null),
});
export type TurnState = z.infer<typeof turnSchema>;

const commandSchema = z.object({ command: text, stdout: text, stderr: text, return_code: number });

/** A step that is no tool call (a thought, a status line) has no tool. */
const stepSchema = z.object({
  type: z.string(),
  tool: text,
  detail: text,
  success: z.boolean().nullable().catch(null),
  result: text,
  command: commandSchema.nullish().catch(null),
});
export type TurnStep = z.infer<typeof stepSchema>;

export const viewSchema = z.object({
  turn_id: z.string(),
  /** completed, cancelled, error or disconnected; a model that failed may end `completed`. */
  outcome: text,
  error: text,
  content: z.string(),
  steps: z.array(stepSchema),
  denials: z.array(z.object({ tool: text, message: text })).catch([]),
  footer: z
    .object({
      tokens_per_second: number,
      time_to_first_token_s: number,
      input_tokens: number,
      output_tokens: number,
    })
    .nullish()
    .catch(null),
});
export type TurnView = z.infer<typeof viewSchema>;

/** How the session's last turn ended: done, failed or stopped. */
export const runStatusSchema = z.object({ last_run_status: text });
