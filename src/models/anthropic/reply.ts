/** Reads what a server answered with 200: not every server that speaks the Messages API keeps to it. */
import { z } from 'zod';
import type { Usage } from '../ledger.ts';
import type { Reply } from '../reading.ts';
import { usageSchema } from '../usage-schema.ts';

const usageHolder = z.object({ usage: usageSchema });

const messageSchema = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
});

const modelHolder = z.object({ model: z.string().min(1) });

/** Which model says that it answered. */
export function answeredIn(body: unknown): string | null {
  return modelHolder.safeParse(body).data?.model ?? null;
}

/** The reply, or null when the body is no message at all (a proxy's web page, an empty body). */
export function replyIn(body: unknown): Reply | null {
  const message = messageSchema.safeParse(body);
  if (!message.success) return null;
  const texts = message.data.content.filter(({ type }) => type === 'text').map(({ text }) => text ?? '');
  return { text: texts.join(''), stopReason: message.data.stop_reason ?? null };
}

const errorSchema = z.object({
  type: z.literal('error'),
  error: z.object({ type: z.string(), message: z.string().catch('') }),
});

/** The HTTP status that each of the API's errors has, for servers that send the error with status 200. */
const STATUS_OF: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** The error that stands in the place of a message; null when there is none. */
export function errorIn(body: unknown): { readonly status: number; readonly message: string } | null {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return null;
  const { type, message } = parsed.data.error;
  return { status: STATUS_OF[type] ?? 500, message: message === '' ? type : message };
}

/**
 * The usage of a reply, or null when it is unknown: missing, malformed, or all zero, which no real call has.
 * Read apart from the message, so that a malformed message is still paid for by its own usage.
 */
export function usageIn(body: unknown): Usage | null {
  const holder = usageHolder.safeParse(body);
  if (!holder.success) return null;
  const { usage } = holder.data;
  const total =
    usage.input_tokens +
    usage.cache_creation_input_tokens +
    usage.cache_read_input_tokens +
    usage.output_tokens;
  return total === 0 ? null : usage;
}
