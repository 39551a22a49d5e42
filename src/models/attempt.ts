/**
 * One attempt at a call of a model: reserved before it is sent, booked by its own outcome. The rule: what may
 * have been billed is booked, at its upper bound when the true cost is unknown; what no model answered is free.
 */
import type { LlmError } from './errors.ts';
import type { Exchange, Fetch, Received } from './exchange.ts';
import type { Reservation, Usage } from './ledger.ts';

export interface AttemptOptions {
  readonly signal: AbortSignal;
  /** Milliseconds from the moment it is sent. */
  readonly timeoutMs: number;
  readonly fetch: Fetch;
}

export interface Costs {
  /** The dearest usage that the call can end with. */
  readonly bound: Usage;
  readonly costOf: (usage: Usage) => number;
}

/** What came of it: a reply, an error that the server put in its place, or what the SDK threw. */
export type AttemptOutcome<T> =
  | { readonly kind: 'reply'; readonly reply: T; readonly usage: Usage | null }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface Failure {
  /** What the SDK threw; null when the server answered 200 with no reply. */
  readonly error: unknown;
  /** The error in a body of status 200, as a status and words. */
  readonly said: { readonly status: number; readonly message: string } | null;
  /** The HTTP status of the answer; null without one. */
  readonly status: number | null;
  /** It left this machine. */
  readonly sent: boolean;
  /** It may have been billed: the same again is not free. */
  readonly billed: boolean;
  /** Milliseconds after which the server wants to be asked again; null when it does not say. */
  readonly retryAfterMs: number | null;
}

/** Sends the request and books what it cost. Never rejects. */
export async function attempt<T>(
  exchange: Exchange<T>,
  { signal, timeoutMs, fetch: base }: AttemptOptions,
  reservation: Reservation,
  { bound, costOf }: Costs,
): Promise<AttemptOutcome<T>> {
  const seen: { sent: boolean; response: Response | null } = { sent: false, response: null };
  const fetch: Fetch = async (url, init) => {
    seen.sent = true;
    seen.response = await base(url, init);
    return seen.response;
  };
  const book = (usage: Usage): true => {
    reservation.settle(usage, costOf(usage));
    return true;
  };
  const free = (): false => {
    reservation.release();
    return false;
  };
  const failed = (failure: Pick<Failure, 'error' | 'said' | 'billed'>): AttemptOutcome<T> => ({
    kind: 'failed',
    failure: {
      ...failure,
      sent: seen.sent,
      status: seen.response?.status ?? null,
      retryAfterMs: retryAfter(seen.response),
    },
  });
  let received: Received<T>;
  try {
    received = await exchange.send({ fetch, signal, timeoutMs });
  } catch (error) {
    const mayBeBilled = seen.sent && !neverSent(error) && mayHaveRun(seen.response?.status ?? null);
    return failed({ error, said: null, billed: mayBeBilled ? book(bound) : free() });
  }
  const { reply, usage, said } = received;
  if (reply === null) return failed({ error: null, said, billed: usage === null ? free() : book(usage) });
  book(usage ?? bound);
  return { kind: 'reply', reply, usage };
}

/**
 * No answer, one that broke off, or a gateway that gave up waiting: the model behind it may have answered all the same.
 * Every other error is told before a model runs, or instead of its answer.
 */
function mayHaveRun(status: number | null): boolean {
  if (status === null || (status >= 200 && status < 300)) return true;
  return status === 408 || status === 499 || status === 504 || status === 524;
}

function retryAfter(response: Response | null): number | null {
  const ms = Number(response?.headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

/** How an error that an attempt ended with is met: by waiting until it works, a few more tries, or not at all. */
export type Again = 'wait' | 'few' | 'no';

export function againAfter(error: LlmError, { error: thrown, billed, sent }: Failure): Again {
  const { kind, status } = error;
  if (!sent || hasCode(thrown, NEVER_CONNECTED)) return 'no';
  if (kind === 'rate_limited' || kind === 'overloaded') return 'wait';
  if (kind === 'network') return billed ? 'few' : 'wait';
  if (kind === 'timeout') return 'few';
  if (kind !== 'http') return 'no';
  if (status === null || status === 408 || status === 409) return 'few';
  if (status >= 500) return billed ? 'few' : 'wait';
  // A reply that was cut off; what never was one stays so.
  return thrown !== null && status < 300 ? 'few' : 'no';
}

/** No connection for now. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** No connection ever: an address that is none, a certificate that is not trusted. */
const NEVER_CONNECTED = new Set([
  'UND_ERR_INVALID_ARG',
  'ERR_INVALID_URL',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function neverSent(error: unknown): boolean {
  return hasCode(error, NOT_CONNECTED) || hasCode(error, NEVER_CONNECTED);
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && typeof inner.code === 'string' && codes.has(inner.code)) return true;
  }
  return false;
}
