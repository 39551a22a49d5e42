/**
 * A fetch that waits: a turn may leave the answer's stream silent for ten minutes, while Node's own fetch ends
 * a silent body (and a missing header) after 300 s. The caller's deadline and signal are the only limits.
 */
import { Agent, fetch as undiciFetch } from 'undici';

export interface PatientFetchOptions {
  /** Milliseconds to open the socket. */
  readonly connectMs: number;
  /** Milliseconds a body or the headers may stay silent; 0, the default, is without limit. */
  readonly silenceMs?: number;
  /** The stream of a POST has ended or broken. `body` is the request's body. */
  readonly onPostEnd?: (body: string, seen: { readonly resumable: boolean }) => void;
}

export interface PatientFetch {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export function createPatientFetch(options: PatientFetchOptions): PatientFetch {
  const silence = options.silenceMs ?? 0;
  const agent = new Agent({
    bodyTimeout: silence,
    headersTimeout: silence,
    connect: { timeout: options.connectMs },
    // A socket is used once: none can turn out to be dead (its server restarted) when a message is sent on it.
    pipelining: 0,
  });
  return {
    async fetch(url, init = {}) {
      const sent = typeof init.body === 'string' ? init.body : null;
      const response = await undiciFetch(url, {
        dispatcher: agent,
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        body: sent,
        signal: init.signal ?? null,
        redirect: init.redirect ?? 'follow',
      });
      const body =
        response.body !== null && sent !== null && options.onPostEnd !== undefined
          ? watched(response.body, (seen) => options.onPostEnd?.(sent, seen))
          : response.body;
      return new Response(body, {
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers],
      });
    },
    close: () => agent.destroy(),
  };
}

/** The same bytes, with word of their end, good or bad. */
function watched(
  body: ReadableStream<Uint8Array>,
  onEnd: (seen: { readonly resumable: boolean }) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let resumable = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          onEnd({ resumable });
          return;
        }
        // An event with an id can be asked for again; whether it is, is the transport's business.
        resumable ||= /^id:/m.test(decoder.decode(value, { stream: true }));
        controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        onEnd({ resumable });
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
