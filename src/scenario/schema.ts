/** The scenario format: one zod schema, from which types, validation and the editors' JSON Schema come. */
import { z } from 'zod';

export const CATEGORIES = [
  'rag_quality',
  'context_retention',
  'tool_selection',
  'error_recovery',
  'adversarial',
  'personality',
  'vision',
  'real_world',
  'web_system',
  'captured',
] as const;

export const PERSONAS = [
  'casual_user',
  'power_user',
  'confused_user',
  'adversarial_user',
  'data_analyst',
] as const;

const text = z.string().trim().min(1);
const texts = z.array(text).min(1);

/** Plain facts a turn must show, which no judge can overrule. Each is documented in docs/writing-scenarios.md. */
export const checksSchema = z.strictObject({
  /** Every one of these wordings stands in the answer (case and spacing do not matter). */
  mentions: texts.optional(),
  /** At least one of these wordings stands in the answer. */
  mentions_any: texts.optional(),
  /** None of these wordings stands in the answer. */
  never_mentions: texts.optional(),
  /** The answer gives this number; `tolerance` is relative (0.01 = 1 %), 0 when left out. */
  number: z
    .strictObject({
      value: z.number(),
      unit: text.optional(),
      tolerance: z.number().min(0).max(1).optional(),
    })
    .optional(),
  /** At least one of these tools was called. A list of lists asks for one of each inner list. */
  calls_tool: z.union([texts, z.array(texts).min(1)]).optional(),
  /** No tool was called. */
  calls_no_tool: z.literal(true).optional(),
  /** At most this many sentences. */
  max_sentences: z.number().int().min(1).optional(),
  /** The answer says that the thing asked is not known, and invents nothing. */
  admits_unknown: z.literal(true).optional(),
  /** The answer asks the user back. */
  asks_back: z.literal(true).optional(),
  /** The answer does not ask the user back for what is already established. */
  asks_nothing_back: z.literal(true).optional(),
});
export type Checks = z.infer<typeof checksSchema>;
export type CheckName = keyof Checks;

export const groundTruthSchema = z.strictObject({
  doc_id: text.optional(),
  fact_id: text.optional(),
  fact_ids: texts.optional(),
  /** Left out: the manifest's answer. null: the agent must say that it does not know. */
  expected_answer: z.union([text, z.null()]).optional(),
  expected_behavior: text.optional(),
  expected_phrases: texts.optional(),
  note: text.optional(),
});
export type GroundTruth = z.infer<typeof groundTruthSchema>;

export const turnSchema = z.strictObject({
  turn: z.number().int().min(1),
  /** What the user wants in this turn; the simulator words it. */
  objective: text.optional(),
  /** Sent as it is, instead of a simulated message. */
  user_message: text.optional(),
  ground_truth: groundTruthSchema.optional(),
  success_criteria: text.optional(),
  expected_tools: z.array(text).optional(),
  persona: text.optional(),
  checks: checksSchema.optional(),
});
export type Turn = z.infer<typeof turnSchema>;

export const indexDocumentSchema = z.strictObject({
  corpus_doc: text.optional(),
  /** Relative to the corpus folder, forward slashes. */
  path: text.optional(),
});
export type IndexDocument = z.infer<typeof indexDocumentSchema>;

export const scenarioSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  name: text,
  category: text,
  severity: z.enum(['critical', 'standard']),
  description: text,
  /** A known persona or any other text that describes one. */
  persona: text,
  setup: z.strictObject({ index_documents: z.array(indexDocumentSchema) }),
  turns: z.array(turnSchema).min(1),
  expected_outcome: text,
  tags: z.array(text).optional(),
  agent_type: text.optional(),
  captured_from: text.optional(),
});
export type Scenario = z.infer<typeof scenarioSchema>;
