/** The one LLM client: structured output over the Messages API, with a deadline and a budget on every call. */
import Anthropic from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import type { ZodType } from 'zod';
import { backOff, type Clock, systemClock, type Wait } from '../waiting.ts';
import { againAfter, attempt, type Fetch } from './attempt.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { LlmError } from './errors.ts';
import { BudgetExceededError, type Funds, type Ledger, type Reservation, type Usage } from './ledger.ts';
import { costOf, type Price } from './prices.ts';
import { readReply, reminder, type Unusable } from './reading.ts';
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
   * What is wrong with a reply that could be read; null for nothing. Then it is asked for once more, and the better of
   * the two replies counts. One with a grave fault never does.
   */
  readonly faultOf?: (value: T) => Fault | null;
  /** With room for thinking, which newer models always do. */
  readonly maxTokens: number;
  /**
   * Milliseconds for everything: waiting for an endpoint that can't answer and the one repeat included, waiting for the
   * budget not. An attempt gets half of it.
   */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  /** Hears when the endpoint can't answer for now and is waited for, and null when the next attempt is made. */
  readonly onWait?: ((wait: Wait | null) => void) | undefined;
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
  /** Attempts after the first one. Default: as many as the time allows, of those that may be billed two. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
}

/** Attempts after the first one that may be billed each. */
const FEW = 2;
/** Milliseconds between two attempts: the first pause, and the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

export function createLlmClient(options: LlmClientOptions): LlmClient {
  const { model } = options;
  const call = callerOf(options);
  return {
    model,
    async structured(request) {
      const deadline = createDeadline(request.signal, request.timeoutMs, options.clock);
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

type AnyRequest = Omit<StructuredRequest<unknown>, 'faultOf'>;
type Caller = (request: AnyRequest, prompt: string, maxTokens: number, deadline: Deadline) => Promise<Reply>;

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

/** A call is attempted until it is answered or its time is over: an overload passes, and a server comes back. */
function callerOf(options: LlmClientOptions): Caller {
  const { model, price, baseUrl = VENDOR, maxRetries = Number.POSITIVE_INFINITY } = options;
  const { clock = systemClock, fetch: base = globalThis.fetch } = options;
  const sdk = sdkFor(options.apiKey, baseUrl);
  const redact = (text: string) => maskSecrets(text, { ...process.env, ANTHROPIC_API_KEY: options.apiKey });
  const few = Math.min(FEW, maxRetries);
  return async (request, prompt, maxTokens, deadline) => {
    const { timeoutMs, ledger, onWait } = request;
    const body = bodyOf(model, request, prompt, maxTokens);
    const own = request.system + JSON.stringify(body.output_config);
    const costs = {
      bound: usageBound({ own, foreign: prompt, maxTokens }, price),
      costOf: (usage: Usage) => costOf(usage, price),
    };
    // A connection that hangs is the commonest fault of all: half of the time leaves room for another attempt.
    const attemptMs = Math.max(1, Math.ceil(maxRetries > 0 ? timeoutMs / 2 : timeoutMs));
    let billed = 0;
    for (let attempts = 1; ; attempts += 1) {
      const reservation = await reserved(ledger, costs.costOf(costs.bound), deadline, model);
      const sending = { body, signal: deadline.signal, timeoutMs: attemptMs };
      const outcome = await attempt(sdk, base, sending, reservation, costs);
      if (outcome.kind === 'reply') return outcome.reply;
      const { failure } = outcome;
      const facts = { model, host: hostOf(baseUrl), timeoutMs, attempts, redact };
      const error = toLlmError(failure, { ...facts, ended: deadline.reason });
      const again = deadline.reason === null ? againAfter(error, failure) : 'no';
      if (again === 'few') billed += 1;
      if (again === 'no' || attempts > maxRetries || billed > few) throw error;
      const left = deadline.left();
      onWait?.({ for: 'judge', why: error.message, until: Date.now() + left });
      const pause = failure.retryAfterMs ?? backOff(attempts, LONGEST_PAUSE_MS, FIRST_PAUSE_MS);
      await clock.sleep(Math.min(pause, left), deadline.signal);
      onWait?.(null);
      if (deadline.reason !== null || deadline.left() <= 0) {
        throw toLlmError(failure, { ...facts, ended: deadline.reason ?? 'time' });
      }
    }
  };
}

/** Waiting for the budget is not the endpoint's time. */
async function reserved(ledger: Funds, usd: number, deadline: Deadline, model: string): Promise<Reservation> {
  try {
    return await deadline.pausedWhile(() => ledger.reserve(usd, deadline.signal));
  } catch (error) {
    if (deadline.reason === 'caller') {
      throw new LlmError('aborted', `The call of ${model} was cancelled before it was sent.`);
    }
    if (deadline.reason === 'time') {
      throw new LlmError('timeout', `No time was left to call ${model} once more.`);
    }
    throw error;
  }
}

function sdkFor(apiKey: string, baseUrl: string): Anthropic {
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

function bodyOf(model: string, { system, asked, schema }: AnyRequest, prompt: string, maxTokens: number) {
  return {
    model,
    max_tokens: maxTokens,
    system: [{ type: 'text' as const, text: system, cache_control: { type: 'ephemeral' as const } }],
    messages: [{ role: 'user' as const, content: prompt }],
    output_config: { format: formatOf(asked ?? schema) },
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
