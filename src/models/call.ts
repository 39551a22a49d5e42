/** Calls a model, whoever its vendor is, until it answers or the time for it is over (no SDK in here). */
import { maskSecrets } from '../redact.ts';
import { backOff, type Clock, systemClock, type Wait } from '../waiting.ts';
import { againAfter, attempt, type Costs } from './attempt.ts';
import { toLlmError } from './call-error.ts';
import type { Deadline } from './deadline.ts';
import { LlmError } from './errors.ts';
import type { Exchange, Fetch, VendorWords } from './exchange.ts';
import type { Funds, Reservation, Usage } from './ledger.ts';

export interface CallOptions {
  readonly words: VendorWords;
  readonly model: string;
  /** Attempts after the first one. Default: as many as the time allows, of those that may be billed two. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  /** Secrets that stand in no variable of the environment. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

export interface Call<T> {
  /** Made anew for each attempt; asked again at once where it adapts to what the server refused. */
  readonly exchange: () => Exchange<T>;
  readonly costs: Costs;
  /** For messages; `deadline` is what ends the call. */
  readonly timeoutMs: number;
  readonly ledger: Funds;
  readonly onWait?: ((wait: Wait | null) => void) | undefined;
}

export interface Answered<T> {
  readonly reply: T;
  /** null: the server did not tell it, and the upper bound is booked. */
  readonly usage: Usage | null;
}

export type CallModel = <T>(call: Call<T>, deadline: Deadline) => Promise<Answered<T>>;

/** Attempts after the first one that may be billed each. */
const FEW = 2;
/** Milliseconds between two attempts: the first pause, and the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** A call is attempted until it is answered or its time is over: an overload passes, and a server comes back. */
export function modelCaller(options: CallOptions): CallModel {
  const { model, words, maxRetries = Number.POSITIVE_INFINITY } = options;
  const { clock = systemClock, fetch = globalThis.fetch } = options;
  const redact = (text: string) => maskSecrets(text, { ...process.env, ...options.secrets });
  const few = Math.min(FEW, maxRetries);
  return async (call, deadline) => {
    const { timeoutMs, ledger, onWait, costs } = call;
    // A connection that hangs is the commonest fault of all: half of the time leaves room for another attempt.
    const attemptMs = Math.max(1, Math.ceil(maxRetries > 0 ? timeoutMs / 2 : timeoutMs));
    let billed = 0;
    for (let attempts = 1; ; attempts += 1) {
      const reservation = await reserved(ledger, costs.costOf(costs.bound), deadline, model);
      const sending = { signal: deadline.signal, timeoutMs: attemptMs, fetch };
      const exchange = call.exchange();
      const outcome = await attempt(exchange, sending, reservation, costs);
      if (outcome.kind === 'reply') return outcome;
      const { failure } = outcome;
      const facts = { model, words, timeoutMs, attempts, redact };
      const error = toLlmError(failure, { ...facts, ended: deadline.reason });
      if (deadline.reason === null && !failure.billed && exchange.adapts?.(error) === true) {
        attempts -= 1;
        continue;
      }
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
