/** The one LLM client: structured output over the Messages API, with a deadline and a budget on every call. */
import Anthropic from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import type { ZodType } from 'zod';
import { createDeadline } from './deadline.ts';
import type { Deadline } from './deadline.ts';
import { LlmError, redactor, toLlmError } from './errors.ts';
import { jsonObjectIn } from './json-text.ts';
import type { Ledger } from './ledger.ts';
import { createMeteredFetch } from './metered-fetch.ts';
import type { Fetch } from './metered-fetch.ts';
import { costOf } from './prices.ts';
import type { Price } from './prices.ts';
import { replyIn, usageIn } from './reply.ts';
import type { Reply } from './reply.ts';
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
  const redact = redactor(options.apiKey);

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

  return {
    model,
    async structured(request) {
      const deadline = createDeadline(request.signal, request.timeoutMs);
      try {
        if (deadline.reason === 'caller') {
          throw new LlmError('aborted', `The call of ${model} was cancelled before it was sent.`);
        }
        const first = read(await call(request, request.prompt, request.maxTokens, deadline), request.schema);
        if (first.ok) return first.value;
        if (first.kind === 'refusal') throw failure(model, first);
        // A reply that was cut off needs room, not a reminder.
        const maxTokens = first.kind === 'max_tokens' ? request.maxTokens * 2 : request.maxTokens;
        const prompt = `${request.prompt}\n\n${reminder(first.problem)}`;
        const second = read(await call(request, prompt, maxTokens, deadline), request.schema);
        if (second.ok) return second.value;
        throw failure(model, second);
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

type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly kind: 'unparseable' | 'refusal' | 'max_tokens'; readonly problem: string };

function read<T>(reply: Reply, schema: ZodType<T>): Reading<T> {
  if (reply.stopReason === 'refusal') {
    return { ok: false, kind: 'refusal', problem: 'the model refused to answer' };
  }
  if (reply.stopReason === 'max_tokens' || reply.stopReason === 'model_context_window_exceeded') {
    return { ok: false, kind: 'max_tokens', problem: 'the reply was cut off before its end' };
  }
  const object = jsonObjectIn(reply.text);
  if (object === undefined) {
    const problem = reply.text.trim() === '' ? 'the reply was empty' : 'the reply held no single JSON object';
    return { ok: false, kind: 'unparseable', problem };
  }
  const parsed = schema.safeParse(object);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problem = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the object'}: ${message}`)
    .join('; ');
  return { ok: false, kind: 'unparseable', problem };
}

function reminder(problem: string): string {
  return (
    `Your previous reply to exactly this request could not be used: ${problem}. ` +
    'Reply again, with one JSON object of the requested form and nothing before or after it.'
  );
}

function failure(model: string, reading: { kind: LlmError['kind']; problem: string }): LlmError {
  const times = reading.kind === 'refusal' ? '' : ' twice';
  return new LlmError(reading.kind, `${model} gave no usable reply${times}: ${reading.problem}.`);
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'the base URL';
}
