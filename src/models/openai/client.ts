/** Structured output of any server of the chat completions API. */
import type { ChatStop } from '../chat.ts';
import {
  createStructuredClient,
  type AnyRequest,
  type ClientOptions,
  type LlmClient,
  type Provider,
} from '../client.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Price } from '../prices.ts';
import { AnswerParts, bookedUsage, errorIn } from './reply.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { createRefusals, limitOf, type ReplyForm } from './refusals.ts';
import { openAiWords, sdkFor } from './sdk.ts';

export interface OpenAiOptions extends ClientOptions {
  readonly endpoint: Endpoint;
  /** null for a server that wants none. */
  readonly apiKey: string | null;
  /** As the server knows it. */
  readonly model: string;
  readonly price: Price;
}

/**
 * The form of a reply is asked for as a JSON schema; from a server that refuses one as any JSON object, else in words
 * alone. What a server refuses is asked of it once.
 */
export function createOpenAiClient(options: OpenAiOptions): LlmClient {
  const { endpoint, apiKey, model, price } = options;
  const sdk = sdkFor(endpoint, apiKey);
  const refusals = createRefusals();
  const provider: Provider = {
    words: openAiWords(endpoint),
    secrets: apiKey === null ? undefined : { [endpoint.keyFrom ?? 'API_KEY']: apiKey },
    notes: () => refusals.notes(endpoint.name),
    request(request, prompt, maxTokens) {
      const asked = refusals.now();
      const { system, format, own } = formOf(request, asked.form, endpoint.isLocal);
      const body = {
        model,
        messages: [
          { role: 'system' as const, content: system },
          {
            role: 'user' as const,
            content: `${request.shared === undefined ? '' : `${request.shared}\n\n`}${prompt}`,
          },
        ],
        ...limitOf(maxTokens, asked),
        // The same answer to the same question. Models of the cloud that think refuse the parameter.
        ...(endpoint.isLocal ? { temperature: 0 } : {}),
        ...format,
      };
      return {
        own,
        adapts: (refusal) => refusals.adapts(refusal, asked),
        async send({ fetch, signal, timeoutMs }) {
          const answer: unknown = await sdk
            .withOptions({ fetch, maxRetries: 0 })
            .chat.completions.create(body, { signal, timeout: timeoutMs });
          const parts = new AnswerParts();
          parts.add(answer);
          const reply = parts.reply();
          if (reply === null) return { reply, usage: null, said: errorIn(answer) };
          const { text, stop, answeredBy, usage } = reply;
          return {
            reply: { text, stopReason: STOP_REASONS[stop], answeredBy },
            usage: usage === null ? null : bookedUsage(usage),
            said: null,
          };
        },
      };
    },
  };
  return createStructuredClient({ ...options, model, price, provider });
}

const STOP_REASONS: Readonly<Record<ChatStop, string | null>> = {
  end: 'end_turn',
  length: 'max_tokens',
  filtered: 'refusal',
  tool_calls: 'tool_use',
  unknown: null,
};

function formOf({ system, asked, schema }: AnyRequest, form: ReplyForm, isLocal: boolean) {
  const wanted = jsonSchemaOf(asked ?? schema, isLocal);
  if (form === 'json_schema') {
    const json_schema = { name: 'reply', strict: true, schema: { ...wanted } };
    return {
      system,
      format: { response_format: { type: 'json_schema' as const, json_schema } },
      own: system + JSON.stringify(json_schema),
    };
  }
  const told = `${system}\n\nReply with one JSON object, and nothing before or after it. Its JSON schema is:\n${JSON.stringify(wanted)}`;
  const format = form === 'text' ? {} : { response_format: { type: 'json_object' as const } };
  return { system: told, format, own: told };
}
