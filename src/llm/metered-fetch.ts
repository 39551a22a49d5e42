/**
 * A fetch that keeps the books of one call: every attempt, also the SDK's retries, is reserved before it is
 * sent and settled by its own outcome. The rule: what may have been billed is booked, at its upper bound when
 * the true cost is unknown; only what cannot have been billed is free.
 */
import type { Ledger, Reservation, Usage } from './ledger.ts';

export type Fetch = typeof globalThis.fetch;

export interface MeteredFetch {
  readonly fetch: Fetch;
  readonly attempts: number;
  readonly lastStatus: number | null;
  /** What {@link Ledger.reserve} threw: no attempt after it was sent. */
  readonly refusedByBudget: unknown;
  /** Books the answered attempt by its usage, or by its upper bound when that is null. */
  settle(usage: Usage | null): void;
}

interface Books {
  readonly ledger: Ledger;
  readonly bound: Usage;
  readonly costOf: (usage: Usage) => number;
  /** Called once the budget refuses an attempt: the SDK would take it for a broken connection and retry. */
  readonly onRefused: () => void;
}

export function createMeteredFetch(base: Fetch, books: Books): MeteredFetch {
  const { ledger, bound, costOf } = books;
  const boundUsd = costOf(bound);
  let attempts = 0;
  let lastStatus: number | null = null;
  let refusedByBudget: unknown = null;
  let answered: Reservation | null = null;

  const metered: Fetch = async (url, init) => {
    let reservation: Reservation;
    try {
      reservation = ledger.reserve(boundUsd);
    } catch (error) {
      refusedByBudget = error;
      books.onRefused();
      throw error;
    }
    attempts += 1;
    lastStatus = null;
    let response: Response;
    try {
      response = await base(url, init);
    } catch (error) {
      if (neverSent(error)) reservation.release();
      else reservation.settle(bound, boundUsd);
      throw error;
    }
    lastStatus = response.status;
    if (response.ok) answered = reservation;
    else if (mayHaveRun(response.status)) reservation.settle(bound, boundUsd);
    else reservation.release();
    return response;
  };

  return {
    fetch: metered,
    get attempts() {
      return attempts;
    },
    get lastStatus() {
      return lastStatus;
    },
    get refusedByBudget() {
      return refusedByBudget;
    },
    settle(usage) {
      const booked = usage ?? bound;
      answered?.settle(booked, costOf(booked));
      answered = null;
    },
  };
}

/** A gateway gave up waiting: the model behind it may have answered all the same. */
function mayHaveRun(status: number): boolean {
  return status === 408 || status === 499 || status === 502 || status === 504 || status === 524;
}

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
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
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && typeof inner.code === 'string' && NEVER_CONNECTED.has(inner.code)) return true;
  }
  return false;
}
