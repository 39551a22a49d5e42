/** What an audit says, as it stands in audit.json. A fact is a value with its place in the source, or not found. */
import { z } from 'zod';

export const placeSchema = z.object({
  /** Relative to the audited folder, forward slashes. */
  file: z.string(),
  /** From 1. */
  line: z.number().int().min(1),
  /** The code that stands there, on one line. */
  evidence: z.string(),
});

const notFoundSchema = z.object({
  found: z.literal(false),
  value: z.null(),
  /** Why no value can be given. */
  reason: z.string(),
  /** Files that were read for it. */
  looked_in: z.array(z.string()),
});

const factSchema = <Value extends z.ZodType>(value: Value) =>
  z.discriminatedUnion('found', [
    placeSchema.extend({
      found: z.literal(true),
      value,
      /** What else is known, in a sentence. */
      note: z.string().nullable(),
      /** Other places that say the same or bear on it. */
      also: z.array(placeSchema),
    }),
    notFoundSchema,
  ]);

/** How much of the conversation the model is shown again. */
const windowSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pairs'), pairs: z.number().int().min(0) }),
  z.object({ kind: z.literal('messages'), messages: z.number().int().min(0) }),
  /** Whole turns, as many as fit into a number of tokens that depends on the model. */
  z.object({ kind: z.literal('token_budget') }),
]);

export const auditSchema = z.object({
  format: z.literal('vitest-agent-eval/audit/1'),
  /** Absolute. */
  folder: z.string(),
  /** The version the source tree states of itself. */
  version: factSchema(z.string()),
  facts: z.object({
    history_window: factSchema(windowSchema),
    /** Characters a message of the history keeps. */
    message_truncation: factSchema(z.number().int().min(0)),
    /** Does the history hold what tools returned in earlier turns? */
    tool_results_in_history: factSchema(z.boolean()),
    agent_persistence: factSchema(z.enum(['persistent', 'stateless_per_message'])),
  }),
  recommendations: z.array(
    z.object({
      id: z.string(),
      impact: z.enum(['critical', 'high']),
      description: z.string(),
      /** Where to change it. */
      at: placeSchema,
    }),
  ),
  /** Scenarios no agent of this architecture can pass, however good its prompt. */
  blocked_scenarios: z.array(
    z.object({ scenario: z.string(), blocked_by: z.string(), explanation: z.string(), at: placeSchema }),
  ),
  /** Places the parser could not read: what stands there was not seen. */
  unreadable: z.array(z.object({ file: z.string(), lines: z.array(z.number().int()) })),
});
export type Audit = z.infer<typeof auditSchema>;
export type AuditFacts = Audit['facts'];
export type HistoryWindow = z.infer<typeof windowSchema>;

/** A fact of any value. */
export type Fact<Value> =
  | {
      found: true;
      value: Value;
      file: string;
      line: number;
      evidence: string;
      note: string | null;
      also: z.infer<typeof placeSchema>[];
    }
  | z.infer<typeof notFoundSchema>;
