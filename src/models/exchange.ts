/** One exchange with a model's server, in the form of its API: what a call is made of, whoever the vendor is. */
import type { Usage } from './ledger.ts';

export type Fetch = typeof globalThis.fetch;

export interface SendOptions {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  /** Milliseconds from the moment it is sent. */
  readonly timeoutMs: number;
}

/** What stands in a body that came with a good status. */
export interface Received<T> {
  /** null when the body is no reply at all (a proxy's web page, an empty body). */
  readonly reply: T | null;
  /** null when it is unknown: missing, malformed, or all zero, which no real call has. */
  readonly usage: Usage | null;
  /** The error that stands in the place of a reply, as the status it ought to have had. */
  readonly said: { readonly status: number; readonly message: string } | null;
}

/** What a server answered in the place of a reply. */
export interface Refusal {
  readonly status: number | null;
  readonly message: string;
}

export interface Exchange<T> {
  /** Rejects with what the vendor's SDK throws. */
  send(options: SendOptions): Promise<Received<T>>;
  /** The server refused something of this very request: true when the next exchange leaves that out. */
  readonly adapts?: (refusal: Refusal) => boolean;
}

/** How a vendor's SDK words what went wrong, and what a user of it can do. */
export interface VendorWords {
  /** For messages: where calls go, without path and credentials. */
  readonly host: string;
  /** What to check when the key is refused. */
  readonly key: string;
  /** What to check when the address is wrong: `the base URL (ANTHROPIC_BASE_URL)`. */
  readonly address: string;
  /** What a good answer is: `a message of the Messages API`. */
  readonly reply: string;
  isTimeout(error: unknown): boolean;
  /** The server's own words in what the SDK threw; null without any. */
  saidIn(error: unknown): string | null;
}
