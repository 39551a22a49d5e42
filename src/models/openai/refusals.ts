/** What a server of the chat completions API has refused of our requests, so that it is not asked of it again. Pure. */

import type { Refusal } from '../exchange.ts';

export type ReplyForm = 'json_schema' | 'json_object' | 'text';

/** How a server is asked, as far as is known what it refuses. */
export interface Asking {
  readonly form: ReplyForm;
  /** The limit of tokens under its newer name. */
  readonly usesNewLimit: boolean;
  /** Usage is asked for in a stream. */
  readonly streamsUsage: boolean;
}

export interface Refusals {
  now(): Asking;
  /**
   * Takes note of a refusal of what was asked as `asked`; true when the next request leaves out what was refused. Requests
   * are under way at once, so another one's refusal may have been noted meanwhile.
   */
  adapts(refusal: Refusal, asked: Asking): boolean;
  /** What a reader of the result should know of it. */
  notes(endpoint: string): readonly string[];
}

const REFUSED = new Set([400, 404, 415, 422, 501]);
const OF_FORM = /response_format|json_schema|json_object|structured output|grammar/i;
const OF_LIMIT = /max_completion_tokens/i;
const OF_STREAM = /stream_options|include_usage/i;

export function createRefusals(): Refusals {
  let now: Asking = { form: 'json_schema', usesNewLimit: false, streamsUsage: true };
  return {
    now: () => now,
    adapts({ status, message }, asked) {
      if (status === null || !REFUSED.has(status)) return false;
      if (OF_STREAM.test(message) && asked.streamsUsage) {
        now = { ...now, streamsUsage: false };
        return true;
      }
      if (OF_LIMIT.test(message) && !asked.usesNewLimit) {
        now = { ...now, usesNewLimit: true };
        return true;
      }
      if (!OF_FORM.test(message) || asked.form === 'text') return false;
      if (now.form === asked.form) {
        now = { ...now, form: asked.form === 'json_schema' ? 'json_object' : 'text' };
      }
      return true;
    },
    notes: (endpoint) =>
      now.form === 'json_schema'
        ? []
        : [
            `${endpoint} takes no JSON schema for a reply: its form is asked for ${now.form === 'text' ? 'in words alone' : 'as any JSON object'}.`,
          ],
  };
}

export function limitOf(
  maxTokens: number | undefined,
  { usesNewLimit }: Asking,
): { max_tokens?: number; max_completion_tokens?: number } {
  if (maxTokens === undefined) return {};
  return usesNewLimit ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens };
}
