/** The one LLM client: structured output over the Messages API, with a deadline and a budget on every call. */
import Anthropic from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import type { ZodType } from 'zod';
import { createDeadline } from './deadline.ts';
import type { Deadline } from './deadline.ts';
import { LlmError } from './errors.ts';
import { BudgetExceededError, type Ledger } from './ledger.ts';
import { createMeteredFetch } from './metered-fetch.ts';
import type { Fetch } from './metered-fetch.ts';
import { costOf } from './prices.ts';
import type { Price } from './prices.ts';
import { readReply, reminder } from './reading.ts';
import type { Unusable } from './reading.ts';
import { replyIn, usageIn } from './reply.ts';
import type { Reply } from './reply.ts';
import { toLlmError } from './sdk-errors.ts';
import { maskSecrets } from '../redact.ts';
import { usageBound } from './token-bound.ts';

const VENDOR = 'https://api.anthropic.com';

export interface StructuredRequest<T> {
  /** Sent as a cached prefix: keep it the same for all calls of a kind. */
  readonly system: string;
  readonly prompt: string;
  /** What the reply is read by. */
  readonly schema: ZodType<T>;
  /** What the model is asked for, when the reply is read more forgivingly than that. Default: `schema`. */
  readonly asked?: ZodType;
  /**
   * What is wrong with a reply that could be read, without a full stop; null for nothing. Then it is asked for once
   * more, and the second reply counts whatever is wrong with it; the first does where no second could be had.
   */
  readonly faultOf?: (value: T) => string | null;
  /** With room for thinking, which newer models always do. */
  readonly maxTokens: number;
  /** Milliseconds for everything: retries, their waits and the one repeat included. An attempt gets half of it. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
}

export interface LlmClient {
  readonly model: string;
  /** @throws LlmError, or BudgetExceededError when the budget does not allow the call; nothing else. */
  structured<T>(request: StructuredRequest<T>): Promise<T>;
}

export interface LlmClientOptions {
  readonly apiKey: string;
  /** Default: the vendor's. The environment is read by the settings, not here. */
  readonly baseUrl?: string | undefined;
  readonly model: string;
  readonly price: Price;
  /** Retries of an attempt that failed by network, rate limit or overload. Default 2. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: Fetch | undefined;
}

export function createLlmClient(options: LlmClientOptions): LlmClient {
  const { model, price, baseUrl = VENDOR, maxRetries = 2 } = options;
  const baseFetch: Fetch = options.fetch ?? globalThis.fetch;
  const sdk = new Anthropic({
    apiKey: options.apiKey,
    baseURL: baseUrl,
    maxRetries,
    // A redirect would carry the key to another host.
    fetchOptions: { redirect: 'manual' },
    // The SDK sends the key as a bearer token only; other servers of this API may read the older header.
    defaultHeaders: { 'x-api-key': baseUrl === VENDOR ? null : options.apiKey },
    // The SDK's log may hold prompts, and standard output belongs to the reporters.
    logLevel: 'off',
  });
  const host = hostOf(baseUrl);
  // A connection that hangs is the commonest fault of all: half of the time leaves room for another attempt.
  const attemptMs = (timeoutMs: number): number =>
    Math.max(1, Math.ceil(maxRetries > 0 ? timeoutMs / 2 : timeoutMs));
  const redact = (text: string) => maskSecrets(text, { ...process.env, ANTHROPIC_API_KEY: options.apiKey });

  /** One call with the SDK's retries: what came back, paid for whatever it is. */
  const call = async <T>(
    request: StructuredRequest<T>,
    prompt: string,
    maxTokens: number,
    deadline: Deadline,
  ): Promise<Reply> => {
    const format = formatOf(request.asked ?? request.schema);
    const own = request.system + JSON.stringify(format);
    const meter = createMeteredFetch(baseFetch, {
      ledger: request.ledger,
      bound: usageBound({ own, foreign: prompt, maxTokens }, price),
      costOf: (usage) => costOf(usage, price),
      onRefused: () => deadline.stop(),
    });
    let body: unknown;
    try {
      body = await sdk.withOptions({ fetch: meter.fetch }).messages.create(
        {
          model,
          max_tokens: maxTokens,
          system: [{ type: 'text', text: request.system, cache_control: { type: 'ephemeral' } }],
          messages: [{ role: 'user', content: prompt }],
          output_config: { format },
        },
        { signal: deadline.signal, timeout: attemptMs(request.timeoutMs) },
      );
    } catch (error) {
      // An answer whose body never came to its end: paid for, at an unknown price.
      meter.settle(null);
      if (meter.refusedByBudget !== null) throw meter.refusedByBudget;
      const { attempts, lastStatus } = meter;
      const { timeoutMs } = request;
      throw toLlmError(error, {
        model,
        host,
        timeoutMs,
        ended: deadline.reason,
        lastStatus,
        attempts,
        redact,
      });
    }
    meter.settle(usageIn(body));
    const reply = replyIn(body);
    if (reply === null) {
      throw new LlmError(
        'http',
        `${host} answered with something that is not a message of the Messages API. Check the base URL (ANTHROPIC_BASE_URL).`,
        meter.lastStatus,
      );
    }
    return reply;
  };

  const mended = async <T>(
    request: StructuredRequest<T>,
    first: T,
    fault: string,
    deadline: Deadline,
  ): Promise<T> => {
    try {
      const prompt = `${request.prompt}\n\n${reminder(fault)}`;
      const second = readReply(await call(request, prompt, request.maxTokens, deadline), request.schema);
      return second.ok ? second.value : first;
    } catch (error) {
      const isOver = error instanceof BudgetExceededError;
      if (isOver || (error instanceof LlmError && error.kind !== 'aborted')) return first;
      throw error;
    }
  };

  return {
    model,
    async structured(request) {
      const deadline = createDeadline(request.signal, request.timeoutMs);
      try {
        if (deadline.reason === 'caller') {
          throw new LlmError('aborted', `The call of ${model} was cancelled before it was sent.`);
        }
        const { schema } = request;
        const first = readReply(await call(request, request.prompt, request.maxTokens, deadline), schema);
        if (first.ok) {
          const fault = request.faultOf?.(first.value) ?? null;
          return fault === null ? first.value : await mended(request, first.value, fault, deadline);
        }
        if (!first.worthRepeating) throw unusable(model, first, 'no usable reply');
        // A reply that was cut off needs room, not a reminder.
        const maxTokens = first.kind === 'max_tokens' ? request.maxTokens * 2 : request.maxTokens;
        const prompt = `${request.prompt}\n\n${reminder(first.problem)}`;
        const second = readReply(await call(request, prompt, maxTokens, deadline), schema);
        if (second.ok) return second.value;
        throw unusable(model, second, 'no usable reply twice');
      } finally {
        deadline.dispose();
      }
    },
  };
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

function unusable(model: string, { kind, problem }: Unusable, what: string): LlmError {
  return new LlmError(kind, `${model} gave ${what}: ${problem}.`);
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'the base URL';
}
