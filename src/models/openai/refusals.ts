/** What a server of the chat completions API has refused of our requests, so that it is not asked of it again. Pure. */

export type ReplyForm = 'json_schema' | 'json_object' | 'text';

interface Refusal {
  readonly status: number | null;
  readonly message: string;
}

export interface Refusals {
  /** Takes note of a refusal; true when the next request leaves out what was refused. */
  adapts(refusal: Refusal): boolean;
  /** How the form of a reply may be asked for. */
  form(): ReplyForm;
  /** The limit of tokens under the name that the server knows. */
  limit(maxTokens: number | undefined): { max_tokens?: number; max_completion_tokens?: number };
  /** May usage be asked for in a stream? */
  streamsUsage(): boolean;
  /** What a reader of the result should know of it. */
  notes(endpoint: string): readonly string[];
}

const REFUSED = new Set([400, 404, 415, 422, 501]);
const OF_FORM = /response_format|json_schema|json_object|structured output|grammar/i;
const OF_LIMIT = /max_completion_tokens/i;
const OF_STREAM = /stream_options|include_usage/i;

export function createRefusals(): Refusals {
  let form: ReplyForm = 'json_schema';
  let usesNewLimit = false;
  let streamsUsage = true;
  return {
    adapts({ status, message }) {
      if (status === null || !REFUSED.has(status)) return false;
      if (OF_STREAM.test(message) && streamsUsage) {
        streamsUsage = false;
        return true;
      }
      if (OF_LIMIT.test(message) && !usesNewLimit) {
        usesNewLimit = true;
        return true;
      }
      if (!OF_FORM.test(message) || form === 'text') return false;
      form = form === 'json_schema' ? 'json_object' : 'text';
      return true;
    },
    form: () => form,
    limit(maxTokens) {
      if (maxTokens === undefined) return {};
      return usesNewLimit ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens };
    },
    streamsUsage: () => streamsUsage,
    notes: (endpoint) =>
      form === 'json_schema'
        ? []
        : [
            `${endpoint} takes no JSON schema for a reply: its form is asked for ${form === 'text' ? 'in words alone' : 'as any JSON object'}.`,
          ],
  };
}
