/** The scenario as the rest of the code sees it: every default filled in, every spelling made one. */
import { z } from 'zod';
import { checksSchema, outcomeChecksSchema, text, texts } from './checks-schema.ts';

export { checksSchema, type CheckName, type Checks, type OutcomeChecks } from './checks-schema.ts';

/** The benchmark's own; a scenario may name another. */
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

/** Personas the simulator knows; the last four came with later versions of the format. */
export const PERSONAS = [
  'casual_user',
  'power_user',
  'confused_user',
  'adversarial_user',
  'data_analyst',
  'home_user',
  'small_business_owner',
  'student',
  'creative_professional',
] as const;

/** Severities a file may say; all but `critical` are judged as `standard`. */
export const SEVERITIES = ['critical', 'standard', 'high', 'medium', 'low'] as const;

export const groundTruthSchema = z.strictObject({
  doc_id: text.optional().describe('A document of corpus/manifest.json.'),
  fact_id: text.optional().describe("One of that document's facts: its answer is the expected one."),
  fact_ids: texts.optional().describe('Several of its facts, all expected in one answer.'),
  expected_answer: z
    .union([text, z.null()])
    .optional()
    .describe(
      'What a right answer says. Left out: the answer of the fact. null: the document does not say it, and the agent must say so.',
    ),
  expected_behavior: text
    .optional()
    .describe('What the agent should do, where no wording is the right answer.'),
  expected_phrases: texts.optional().describe('Wordings that count as the answer as well.'),
  note: text.optional().describe('For the judge and the reader; nothing is checked by it.'),
});
export type GroundTruth = z.infer<typeof groundTruthSchema>;

/** Scenarios beyond the core are run when they are asked for. */
export const SETS = ['core', 'extended'] as const;
export type ScenarioSet = (typeof SETS)[number];

const replaceDocumentSchema = z.strictObject({
  corpus_doc: text.describe('The document that is replaced, as `setup.index_documents` names it.'),
  with: text.describe('The document of corpus/manifest.json that takes its place, under the same file name.'),
});

const toolFaultSchema = z.strictObject({
  tools: texts.describe("The agent's tools that fail in this turn, whatever they are called with."),
  error: text.optional().describe('What they fail with. Left out: "the service is not available".'),
});

export const beforeTurnSchema = z.strictObject({
  new_session: z
    .literal(true)
    .optional()
    .describe('The conversation goes on in a new session of the agent, with the same documents.'),
  replace_document: replaceDocumentSchema
    .optional()
    .describe('A document is replaced on disk by another version, and indexed again.'),
  tool_fault: toolFaultSchema
    .optional()
    .describe('Tools fail in this turn. Only where the agent can be told to; elsewhere nothing is run.'),
});

export const turnSchema = z.strictObject({
  turn: z.number().int().min(1).describe('1 for the first turn, 2 for the second …'),
  objective: text.optional().describe('What the user wants in this turn; the simulator words the message.'),
  user_message: text.optional().describe('Sent as it is, instead of a simulated message.'),
  ground_truth: groundTruthSchema.optional().describe('What a right answer is.'),
  success_criteria: text.optional().describe('In plain words: when the turn is a success.'),
  expected_tools: z.array(text).optional().describe('Tools a good agent would use here, for the judge.'),
  todo: text
    .optional()
    .describe(
      'What is still missing here. While it stands, the turn needs nothing to be judged by and the test is `todo`.',
    ),
  persona: text.optional().describe('Another persona for this turn alone.'),
  before: beforeTurnSchema.optional().describe('What happens before the message of this turn is sent.'),
  checks: checksSchema
    .optional()
    .describe(
      "Facts about the turn that no judge can overrule. A failed one caps the turn's correctness at 3.",
    ),
});
export type Turn = z.infer<typeof turnSchema>;

export const indexDocumentSchema = z.strictObject({
  corpus_doc: text.optional().describe('A document of corpus/manifest.json.'),
  path: text
    .optional()
    .describe('Relative to the corpus folder, forward slashes. Left out: the path in the manifest.'),
});
export type IndexDocument = z.infer<typeof indexDocumentSchema>;

/** Longest id: it becomes a file name with an extension. */
export const MAX_ID_LENGTH = 100;

export const idSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'may hold only letters, digits, dots, hyphens and underscores, and starts with a letter or digit',
  )
  .max(MAX_ID_LENGTH);

export const scenarioSchema = z.strictObject({
  id: idSchema,
  name: text,
  category: text,
  /** Absent: the core. */
  set: z.literal('extended').optional(),
  severity: z.enum(['critical', 'standard']),
  /** The word in the file when it is not one of the two above. */
  severity_as_written: text.optional(),
  /** Empty when the file gives none. */
  description: z.string(),
  /** A known persona or any other text that describes one. */
  persona: text,
  setup: z.strictObject({
    index_documents: z.array(indexDocumentSchema),
    /** What the agent shall remember before the first turn. */
    memory_seed: z.array(z.unknown()).optional(),
    /** The agent's memory shall be emptied before the first turn. */
    memory_clear: z.boolean().optional(),
    notes: text.optional(),
  }),
  turns: z.array(turnSchema).min(1),
  /** Empty when the file gives none. */
  expected_outcome: z.string(),
  outcome_checks: outcomeChecksSchema.optional(),
  tags: z.array(text).optional(),
  agent_type: text.optional(),
  /** Where the conversation was captured: a name, or the capture's own particulars. */
  captured_from: z.union([text, z.record(z.string(), z.unknown())]).optional(),
  note: text.optional(),
});
export type Scenario = z.infer<typeof scenarioSchema>;
