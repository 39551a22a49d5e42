/** Structured output of any vendor's model, with a deadline and a budget on every call. */
import type { ZodType } from 'zod';
import type { Clock, Wait } from '../waiting.ts';
import { modelCaller } from './call.ts';
import { refuseCutPrompt } from './cut-prompt.ts';
import { createDeadline } from './deadline.ts';
import { LlmError } from './errors.ts';
import type { Exchange, Fetch, VendorWords } from './exchange.ts';
import { BudgetExceededError, type Ledger, type Usage } from './ledger.ts';
import { createNotes } from './notes.ts';
import { costOf, type Price } from './prices.ts';
import { readReply, reminder, type Reply, type Unusable } from './reading.ts';
import { usageBound } from './token-bound.ts';

export interface StructuredRequest<T> {
  /** Sent as a cached prefix: keep it the same for all calls of a kind. */
  readonly system: string;
  /** Foreign text in front of the prompt that several calls have in common: cached as well where a vendor can. */
  readonly shared?: string;
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
  /** Hears once of each thing that a reader of the result should know: another model answered, a form was given up. */
  readonly onNote?: ((note: string) => void) | undefined;
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

/** What a request of structured output is in a vendor's API. */
export interface Provider {
  readonly words: VendorWords;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  request(request: AnyRequest, prompt: string, maxTokens: number): ProviderRequest;
  /** What was to be told of the way it is asked, once each; read after a call. */
  readonly notes?: () => readonly string[];
}

export interface ProviderRequest extends Exchange<ModelReply> {
  /** What we wrote of it: system prompt and form. */
  readonly own: string;
}

export interface ModelReply extends Reply {
  /** Which model says that it answered; null when it does not. */
  readonly answeredBy: string | null;
}

export interface ClientOptions {
  /** Attempts after the first one. Default: as many as the time allows, of those that may be billed two. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
}

export interface StructuredClientOptions extends ClientOptions {
  readonly model: string;
  readonly price: Price;
  readonly provider: Provider;
}

export type AnyRequest = Omit<StructuredRequest<unknown>, 'faultOf'>;

export function createStructuredClient(options: StructuredClientOptions): LlmClient {
  const { model, price, provider, clock } = options;
  const call = modelCaller({ ...options, words: provider.words, secrets: provider.secrets });
  const notes = createNotes(model);
  return {
    model,
    async structured(request) {
      const deadline = createDeadline(request.signal, request.timeoutMs, clock);
      const send: Send = async (prompt, maxTokens) => {
        const exchange = () => provider.request(request, prompt, maxTokens);
        const foreign = (request.shared ?? '') + prompt;
        const bound = usageBound({ own: exchange().own, foreign, maxTokens }, price);
        const { timeoutMs, ledger, onWait } = request;
        const costs = { bound, costOf: (usage: Usage) => costOf(usage, price) };
        const answered = await call({ exchange, costs, timeoutMs, ledger, onWait }, deadline);
        refuseCutPrompt(answered.usage, request.system + foreign, provider.words.host);
        if (answered.usage === null) notes.tell(usageNote(model), request.onNote);
        for (const note of provider.notes?.() ?? []) notes.tell(note, request.onNote);
        notes.tellAnsweredBy(answered.reply.answeredBy, request.onNote);
        return answered.reply;
      };
      try {
        if (deadline.reason === 'caller') {
          throw new LlmError('aborted', `The call of ${model} was cancelled before it was sent.`);
        }
        return await askTwice(model, request, send);
      } finally {
        deadline.dispose();
      }
    },
  };
}

function usageNote(model: string): string {
  return `The server of ${model} does not tell what a call used: the most that it can have cost is booked.`;
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

function unusable(model: string, { kind, problem }: Unusable, what: string): LlmError {
  return new LlmError(kind, `${model} gave ${what}: ${problem}.`);
}
