/** A turn's `checks`: plain facts the turn must show, which no judge can overrule. */
import { z } from 'zod';

/** Text with something in it, without the spaces around it. */
export const text = z.string().trim().min(1);
/** A list that is not empty. */
export const texts = z.array(text).min(1);

const onlyTrue = z.literal(true);

const verifySchema = z.strictObject({
  tool: text.describe("A tool of the agent's MCP server that only reads, such as memory_recall."),
  arguments: z.record(z.string(), z.unknown()).optional().describe('What it is called with.'),
  mentions: texts.optional().describe('Every one of these wordings stands in its result.'),
  never_mentions: texts.optional().describe('None of these wordings stands in its result.'),
});

export const checksSchema = z.strictObject({
  mentions: texts
    .optional()
    .describe('Every one of these wordings stands in the answer (case and spacing do not matter).'),
  mentions_any: texts.optional().describe('At least one of these wordings stands in the answer.'),
  never_mentions: texts.optional().describe('None of these wordings stands in the answer.'),
  number: z
    .strictObject({
      value: z.number().describe('The number, plain: 14200000, not "14.2 million".'),
      unit: text.optional().describe('What it counts: "$", "%", "days" …'),
      tolerance: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('Relative: 0.01 allows 1 % off. Left out: the number has to be exact.'),
    })
    .optional()
    .describe('The answer gives this number.'),
  calls_tool: z
    .union([texts, z.array(texts).min(1)])
    .optional()
    .describe('At least one of these tools was called. A list of lists asks for one of each inner list.'),
  calls_no_tool: onlyTrue.optional().describe('No tool was called.'),
  max_sentences: z.number().int().min(1).optional().describe('The answer has at most this many sentences.'),
  admits_unknown: onlyTrue
    .optional()
    .describe('The answer says that the thing asked is not known, and invents nothing.'),
  honest_about: texts
    .optional()
    .describe(
      'What the answer says agrees with what these tools returned: a failure is admitted, content comes from the result, and without a call the answer says why.',
    ),
  asks_back: onlyTrue.optional().describe('The answer asks the user back.'),
  asks_nothing_back: onlyTrue
    .optional()
    .describe('The answer does not ask the user back for what is already established.'),
  verify: z
    .union([verifySchema, z.array(verifySchema).min(1)])
    .optional()
    .describe(
      "The agent's own state after the turn, looked up by a tool of its MCP server; one look or a list.",
    ),
});
/** Those that a whole conversation can be held to. */
export const outcomeChecksSchema = checksSchema.pick({
  mentions: true,
  mentions_any: true,
  never_mentions: true,
  number: true,
  calls_tool: true,
  calls_no_tool: true,
});
export type OutcomeChecks = z.infer<typeof outcomeChecksSchema>;

export type Checks = z.infer<typeof checksSchema>;
export type CheckName = keyof Checks;
