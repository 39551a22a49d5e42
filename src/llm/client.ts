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
import { redactor, toLlmError } from './sdk-errors.ts';
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
   * What is wrong with a reply that could be read; null for nothing. Then it is asked for once more, and the better of
   * the two replies counts. One with a grave fault never does.
   */
  readonly faultOf?: (value: T) => Fault | null;
  /** With room for thinking, which newer models always do. */
  readonly maxTokens: number;
  /** Milliseconds for everything: retries, their waits and the one repeat included. An attempt gets half of it. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
}

export interface Fault {
  /** For the model, without a full stop. */
  readonly problem: string;
  /** With this fault the reply cannot be used: two such replies are none. */
  readonly isGrave: boolean;
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
  const call = createCall(options);
  const { model } = options;
  return {
    model,
    async structured(request) {
      const deadline = createDeadline(request.signal, request.timeoutMs);
      try {
        if (deadline.reason === 'caller') {
          throw new LlmError('aborted', `The call of ${model} was cancelled before it was sent.`);
        }
        return await askTwice(model, request, (prompt, maxTokens) =>
          call(request, prompt, maxTokens, deadline),
        );
      } finally {
        deadline.dispose();
      }
    },
  };
}

type Send = (prompt: string, maxTokens: number) => Promise<Reply>;

/** The value of a reply that can be used, asked for once more where the first could not, or has a fault. */
async function askTwice<T>(model: string, request: StructuredRequest<T>, send: Send): Promise<T> {
  const first = readReply(await send(request.prompt, request.maxTokens), request.schema);
  if (!first.ok && !first.worthRepeating) throw unusable(model, first, 'no usable reply');
  const fault = first.ok ? (request.faultOf?.(first.value) ?? null) : null;
  if (first.ok && fault === null) return first.value;
  const problem = first.ok ? (fault?.problem ?? '') : first.problem;
  // A reply that was cut off needs room, not a reminder.
  const maxTokens = !first.ok && first.kind === 'max_tokens' ? request.maxTokens * 2 : request.maxTokens;
  const kept = first.ok && fault?.isGrave !== true ? first : null;
  let reply: Reply;
  try {
    reply = await send(`${request.prompt}\n\n${reminder(problem)}`, maxTokens);
  } catch (error) {
    if (kept !== null && isNoReply(error)) return kept.value;
    throw error;
  }
  const second = readReply(reply, request.schema);
  const left = second.ok ? (request.faultOf?.(second.value) ?? null) : null;
  if (second.ok && left?.isGrave !== true) return second.value;
  if (kept !== null) return kept.value;
  const reason: Unusable = second.ok
    ? { ok: false, kind: 'unparseable', problem: left?.problem ?? '', worthRepeating: false }
    : second;
  throw unusable(model, reason, 'no usable reply twice');
}

/** The second reply could not be had: the first one stands. */
function isNoReply(error: unknown): boolean {
  return error instanceof BudgetExceededError || (error instanceof LlmError && error.kind !== 'aborted');
}

type Call = <T>(
  request: StructuredRequest<T>,
  prompt: string,
  maxTokens: number,
  deadline: Deadline,
) => Promise<Reply>;

/** One call with the SDK's retries: what came back, paid for whatever it is. */
function createCall({ apiKey, model, price, ...options }: LlmClientOptions): Call {
  const { baseUrl = VENDOR, maxRetries = 2 } = options;
  const baseFetch: Fetch = options.fetch ?? globalThis.fetch;
  const sdk = createSdk(apiKey, baseUrl, maxRetries);
  const host = hostOf(baseUrl);
  // A connection that hangs is the commonest fault of all: half of the time leaves room for another attempt.
  const attemptMs = (timeoutMs: number): number =>
    Math.max(1, Math.ceil(maxRetries > 0 ? timeoutMs / 2 : timeoutMs));
  const redact = redactor(apiKey);

  return async ({ system, asked, schema, ledger, timeoutMs }, prompt, maxTokens, deadline) => {
    const format = formatOf(asked ?? schema);
    const meter = createMeteredFetch(baseFetch, {
      ledger,
      bound: usageBound({ own: system + JSON.stringify(format), foreign: prompt, maxTokens }, price),
      costOf: (usage) => costOf(usage, price),
      onRefused: () => deadline.stop(),
    });
    let body: unknown;
    try {
      body = await sdk.withOptions({ fetch: meter.fetch }).messages.create(
        {
          model,
          max_tokens: maxTokens,
          system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
          messages: [{ role: 'user', content: prompt }],
          output_config: { format },
        },
        { signal: deadline.signal, timeout: attemptMs(timeoutMs) },
      );
    } catch (error) {
      // An answer whose body never came to its end: paid for, at an unknown price.
      meter.settle(null);
      if (meter.refusedByBudget !== null) throw meter.refusedByBudget;
      const { attempts, lastStatus } = meter;
      const ended = deadline.reason;
      throw toLlmError(error, { model, host, timeoutMs, ended, lastStatus, attempts, redact });
    }
    meter.settle(usageIn(body));
    const reply = replyIn(body);
    if (reply !== null) return reply;
    throw new LlmError(
      'http',
      `${host} answered with something that is not a message of the Messages API. Check the base URL (ANTHROPIC_BASE_URL).`,
      meter.lastStatus,
    );
  };
}

function createSdk(apiKey: string, baseUrl: string, maxRetries: number): Anthropic {
  return new Anthropic({
    apiKey,
    baseURL: baseUrl,
    maxRetries,
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

function unusable(model: string, { kind, problem }: Unusable, what: string): LlmError {
  return new LlmError(kind, `${model} gave ${what}: ${problem}.`);
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'the base URL';
}
