/** Models of Anthropic, and of servers that speak its Messages API. */
import Anthropic, { APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import type { ZodType } from 'zod';
import { createStructuredClient, type ClientOptions, type LlmClient, type Provider } from '../client.ts';
import type { VendorWords } from '../exchange.ts';
import { hostOf } from '../host-of.ts';
import type { Price } from '../prices.ts';
import { answeredIn, errorIn, replyIn, usageIn } from './reply.ts';

const VENDOR = 'https://api.anthropic.com';

export interface AnthropicOptions extends ClientOptions {
  readonly apiKey: string;
  /** Default: the vendor's. The environment is read by the settings, not here. */
  readonly baseUrl?: string | undefined;
  readonly model: string;
  readonly price: Price;
}

/** Structured output over the Messages API, with a deadline and a budget on every call. */
export function createAnthropicClient(options: AnthropicOptions): LlmClient {
  const { apiKey, model, price, baseUrl = VENDOR } = options;
  const sdk = sdkFor(apiKey, baseUrl);
  const provider: Provider = {
    words: anthropicWords(baseUrl),
    secrets: { ANTHROPIC_API_KEY: apiKey },
    request({ system, shared, asked, schema }, prompt, maxTokens) {
      const format = formatOf(asked ?? schema);
      const body = {
        model,
        max_tokens: maxTokens,
        system: [cached(system)],
        messages: [
          { role: 'user' as const, content: shared === undefined ? prompt : [cached(shared), text(prompt)] },
        ],
        output_config: { format },
      };
      return {
        own: system + JSON.stringify(body.output_config),
        async send({ fetch, signal, timeoutMs }) {
          const answer: unknown = await sdk
            .withOptions({ fetch, maxRetries: 0 })
            .messages.create(body, { signal, timeout: timeoutMs });
          const reply = replyIn(answer);
          return {
            reply: reply === null ? null : { ...reply, answeredBy: answeredIn(answer) },
            usage: usageIn(answer),
            said: reply === null ? errorIn(answer) : null,
          };
        },
      };
    },
  };
  return createStructuredClient({ ...options, model, price, provider });
}

const text = (words: string) => ({ type: 'text' as const, text: words });
const cached = (words: string) => ({ ...text(words), cache_control: { type: 'ephemeral' as const } });

export function anthropicWords(baseUrl: string = VENDOR): VendorWords {
  return {
    host: hostOf(baseUrl),
    key: 'ANTHROPIC_API_KEY',
    address: 'the base URL (ANTHROPIC_BASE_URL)',
    reply: 'a message of the Messages API',
    isTimeout: (error) => error instanceof APIConnectionTimeoutError,
    saidIn(error) {
      // Typed as text, but it comes unchecked from the server.
      const said: unknown = error instanceof APIError ? error.apiMessage : null;
      return typeof said === 'string' ? said : null;
    },
  };
}

export function sdkFor(apiKey: string, baseUrl: string): Anthropic {
  return new Anthropic({
    apiKey,
    baseURL: baseUrl,
    // A redirect would carry the key to another host.
    fetchOptions: { redirect: 'manual' },
    // The SDK sends the key as a bearer token only; other servers of this API may read the older header.
    defaultHeaders: { 'x-api-key': baseUrl === VENDOR ? null : apiKey },
    // The SDK's log may hold prompts, and standard output belongs to the reporters.
    logLevel: 'off',
  });
}

const formats = new WeakMap<ZodType, ReturnType<typeof zodOutputFormat>>();

/** Deriving the JSON schema takes longer than sending it. */
function formatOf(schema: ZodType): ReturnType<typeof zodOutputFormat> {
  const known = formats.get(schema);
  if (known !== undefined) return known;
  const format = zodOutputFormat(schema);
  formats.set(schema, format);
  return format;
}
