/* oxlint-disable unicorn/prefer-add-event-listener -- the SDK's transports have callbacks and no events. */
/**
 * Streamable HTTP, as the SDK does it, with two repairs. Silence is no error (see patient-fetch). And a request
 * whose stream ends without an answer, because the server died, fails at once: the SDK alone would wait for the
 * whole deadline of the call.
 */
import { setTimeout } from 'node:timers/promises';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, type MessageExtraInfo } from '@modelcontextprotocol/sdk/types.js';
import { createPatientFetch, type PatientFetch } from './patient-fetch.ts';

/** Milliseconds between the end of a stream and the verdict that its answer is missing: the parser may lag. */
const PARSER_GRACE_MS = 100;

/** Milliseconds to say goodbye to the server; one that is busy with a turn does not listen. */
const GOODBYE_MS = 500;

export class PatientHttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly #inner: StreamableHTTPClientTransport;
  readonly #net: PatientFetch;
  readonly #unanswered = new Set<string | number>();

  constructor(url: URL, options: { readonly connectMs: number }) {
    this.#net = createPatientFetch({
      ...options,
      onPostEnd: (body, { resumable }) => {
        const id = requestId(body);
        if (id !== null && !resumable)
          globalThis.setTimeout(() => this.#giveUpOn(id), PARSER_GRACE_MS).unref();
      },
    });
    const { address, authorization } = withoutUser(url);
    this.#inner = new StreamableHTTPClientTransport(address, {
      fetch: this.#net.fetch,
      requestInit: { headers: authorization },
    });
    this.#inner.onmessage = (message) => {
      if (!('method' in message) && message.id !== undefined) this.#unanswered.delete(message.id);
      this.onmessage?.(message);
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onclose = () => this.onclose?.();
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && 'id' in message) this.#unanswered.add(message.id);
    await this.#inner.send(message);
  }

  async close(): Promise<void> {
    if (this.#unanswered.size === 0) {
      const goodbye = this.#inner.terminateSession().catch(() => undefined);
      const patience = new AbortController();
      // Referenced: what waits for this close must not find its process gone because nothing else holds it.
      const enough = setTimeout(GOODBYE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([goodbye, enough]);
      patience.abort();
    }
    await this.#inner.close();
    await this.#net.close();
  }

  #giveUpOn(id: string | number): void {
    if (!this.#unanswered.delete(id)) return;
    this.onmessage?.({
      jsonrpc: '2.0',
      id,
      error: { code: ErrorCode.ConnectionClosed, message: 'The server ended the stream without an answer' },
    });
  }
}

/** `http://user:password@host/mcp`: what stands in front of a server may ask for it, also behind a redirect. */
function withoutUser(url: URL): { readonly address: URL; readonly authorization: Record<string, string> } {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  if (url.username === '' && url.password === '') return { address, authorization: {} };
  const pair = Buffer.from(`${decoded(url.username)}:${decoded(url.password)}`);
  return { address, authorization: { authorization: `Basic ${pair.toString('base64')}` } };
}

/** A `%` that stands for itself is no reason to fail. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function requestId(body: string): string | number | null {
  const message: unknown = JSON.parse(body);
  if (typeof message !== 'object' || message === null || !('id' in message) || !('method' in message))
    return null;
  return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null;
}
