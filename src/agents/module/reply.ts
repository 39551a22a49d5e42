/** What a user's agent answered, read by a schema: an answer, or what was expected of one. Pure. */
import { z } from 'zod';
import type { AgentReply } from '../contract.ts';

const reading = z.number().finite().nullish();

const replySchema = z.union([
  z.string().transform((answer) => ({ answer, tools: [], usage: undefined, stats: undefined })),
  z.strictObject({
    answer: z.string(),
    tools: z
      .array(
        z.strictObject({
          name: z.string().min(1),
          arguments: z.unknown().optional(),
          result: z.unknown().optional(),
          success: z.boolean().optional(),
        }),
      )
      .default([]),
    usage: z.strictObject({ input: reading, output: reading }).partial().nullish(),
    stats: z.strictObject({ tokensPerSecond: reading, timeToFirstToken: reading }).partial().nullish(),
  }),
]);

const EXPECTED =
  'send() must return the answer as a string, or { answer: string, tools?: [{ name, arguments, result, success }], ' +
  'usage?: { input, output }, stats?: { tokensPerSecond, timeToFirstToken } }';

export type ReadReply =
  | { readonly ok: true; readonly reply: AgentReply }
  | { readonly ok: false; readonly problem: string };

export function readAgentReply(value: unknown): ReadReply {
  const parsed = replySchema.safeParse(value);
  if (!parsed.success)
    return { ok: false, problem: `${EXPECTED}; it returned ${wrongIn(value, parsed.error)}` };
  const { answer, tools, usage, stats } = parsed.data;
  const isMeasured = Boolean(usage) || Boolean(stats);
  return {
    ok: true,
    reply: {
      agent_response: answer,
      tool_calls: tools.map((tool) => ({
        tool: tool.name,
        arguments: tool.arguments === undefined ? null : asText(tool.arguments),
        success: tool.success ?? true,
        summary: tool.result === undefined ? '' : asText(tool.result),
      })),
      stats: isMeasured
        ? {
            tokens_per_second: stats?.tokensPerSecond ?? null,
            time_to_first_token: stats?.timeToFirstToken ?? null,
            input_tokens: usage?.input ?? null,
            output_tokens: usage?.output ?? null,
          }
        : null,
    },
  };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}

/** A word for the value, or the first place in it that is wrong. */
function wrongIn(value: unknown, error: z.ZodError): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const [issue] = error.issues;
  const inner = issue?.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : issue;
  const at = inner?.path.map(String).join('.') ?? '';
  return `an object: ${at === '' ? '' : `${at}: `}${inner?.message ?? 'of another shape'}`;
}
