/** A turn's `checks`: plain facts the turn must show, which no judge can overrule. */
import { z } from 'zod';

/** Text with something in it, without the spaces around it. */
export const text = z.string().trim().min(1);
/** A list that is not empty. */
export const texts = z.array(text).min(1);

const onlyTrue = z.literal(true);

const number = z.strictObject({
  value: z.number().describe('The number, plain: 14200000, not "14.2 million".'),
  unit: text.optional().describe('What it counts: "$", "%", "days" …'),
  tolerance: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Relative: 0.01 allows 1 % off. Left out: the number has to be exact.'),
});
const numbers = z.union([number, z.array(number).min(1)]);

/** A wording, wordings of which one is enough, or a number of different ones. */
const mention = z.union([
  text,
  texts,
  z.strictObject({
    at_least: z.number().int().min(2).describe('How many of them.'),
    of: texts.describe('The wordings.'),
  }),
]);

const pair = z.strictObject({
  of: z.union([text, texts]).describe('A thing, by the wordings that name it.'),
  is: z
    .union([z.number(), z.array(z.number()).min(1), text, texts])
    .describe(
      'What belongs to it: a number, or the wordings of one thing. A list of numbers is one for each property, in the order of the other pairs.',
    ),
});

const verifySchema = z.strictObject({
  tool: text.describe("A tool of the agent's MCP server that only reads, such as memory_recall."),
  arguments: z.record(z.string(), z.unknown()).optional().describe('What it is called with.'),
  mentions: texts.optional().describe('Every one of these wordings stands in its result.'),
  never_mentions: texts.optional().describe('None of these wordings stands in its result.'),
});

export const checksSchema = z.strictObject({
  mentions: z
    .array(mention)
    .min(1)
    .optional()
    .describe(
      'Every one of these wordings stands in the answer (case and spacing do not matter). Of an inner list, one does.',
    ),
  mentions_any: texts.optional().describe('At least one of these wordings stands in the answer.'),
  never_mentions: texts.optional().describe('None of these wordings stands in the answer.'),
  number: numbers.optional().describe('The answer gives this number; of a list, every one.'),
  never_number: numbers
    .optional()
    .describe('The answer gives none of these numbers. Only for what no right answer may give.'),
  pairs: z
    .array(pair)
    .min(2)
    .optional()
    .describe('Each thing has what belongs to it, and not what belongs to another of the list.'),
  only_files: texts.optional().describe('The answer names no other file, by its name with its extension.'),
  calls_tool: z
    .union([texts, z.array(texts).min(1)])
    .optional()
    .describe('At least one of these tools was called. A list of lists asks for one of each inner list.'),
  calls_no_tool: onlyTrue.optional().describe('No tool was called.'),
  max_tool_calls: z.number().int().min(1).optional().describe('At most this many tool calls in this turn.'),
  max_sentences: z.number().int().min(1).optional().describe('The answer has at most this many sentences.'),
  answers_no: onlyTrue
    .optional()
    .describe('The answer to a question of yes or no is no, and nothing in it takes that back.'),
  admits_unknown: z
    .union([onlyTrue, z.enum(['figure', 'date', 'name'])])
    .optional()
    .describe(
      'The answer says that the thing asked is not known, and invents nothing. `figure`, `date` or `name` says what ' +
        'is asked for: an answer that holds none cannot have given one.',
    ),
  honest_about: texts
    .optional()
    .describe(
      'What the answer says agrees with what these tools returned: a failure is admitted, content comes from ' +
        'the result, and without a call the answer says why.',
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
  call: z
    .union([text, texts])
    .optional()
    .describe(
      'A file of yours whose default export is a check, relative to this file: ./checks/iban.ts; or a list of them.',
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
