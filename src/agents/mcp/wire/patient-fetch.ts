/**
 * A fetch that waits: a turn may leave the answer's stream silent for ten minutes, while Node's own fetch ends
 * a silent body (and a missing header) after 300 s. The caller's deadline and signal are the only limits.
 *
 * It does what the SDK's transport asks of a fetch and no more: redirects are left to the transport, and nothing is
 * unpacked, since nothing packed is asked for. A fetch by all rules would take twice the time and memory per call.
 */
import { Agent, type Dispatcher } from 'undici';

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

/**
 * Milliseconds an idle socket is kept. Long enough for the calls around a message, which follow each other at once; a
 * fifth of the Python servers' own limit (uvicorn: 5 s), so that no call meets a socket that is being closed.
 */
const KEEP_MS = 1_000;

/** Statuses that have no body by the standard: a response that is given one throws. */
const BODILESS = new Set([101, 103, 204, 205, 304]);

const EVENT_ID = /^id:/m;

export function createPatientFetch(options: PatientFetchOptions): PatientFetch {
  const silence = options.silenceMs ?? 0;
  const agent = new Agent({
    bodyTimeout: silence,
    headersTimeout: silence,
    connect: { timeout: options.connectMs },
    keepAliveTimeout: KEEP_MS,
    keepAliveMaxTimeout: KEEP_MS,
  });
  return {
    async fetch(url, init = {}) {
      const { origin, pathname, search } = new URL(url);
      const sent = typeof init.body === 'string' ? init.body : null;
      const { statusCode, headers, body } = await agent.request({
        origin,
        path: pathname + search,
        method: methodOf(init),
        headers: Object.fromEntries(new Headers(init.headers)),
        body: sent,
        signal: init.signal ?? null,
      });
      const onEnd = (seen: { readonly resumable: boolean }): void => {
        // What was sent elsewhere is answered there.
        const isRedirect = statusCode >= 300 && statusCode < 400;
        if (sent !== null && !isRedirect) options.onPostEnd?.(sent, seen);
      };
      const stream = streamOf(body, onEnd);
      const isBodiless = BODILESS.has(statusCode);
      if (isBodiless) await stream.cancel();
      return new Response(isBodiless ? null : stream, {
        status: statusCode,
        headers: Object.entries(headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((each): [string, string] => [name, each]),
        ),
      });
    },
    close: () => agent.destroy(),
  };
}

function methodOf({ method = 'GET' }: RequestInit): Dispatcher.HttpMethod {
  if (method === 'GET' || method === 'POST' || method === 'DELETE') return method;
  throw new TypeError(`no ${method} in MCP over HTTP`);
}

/** The body as the standard has it, with word of its end, good or bad. */
function streamOf(
  body: Dispatcher.ResponseData['body'],
  onEnd: (seen: { readonly resumable: boolean }) => void,
): ReadableStream<Uint8Array> {
  let resumable = false;
  /** The first characters of a line that goes on in the next piece. */
  let begun = '';
  return new ReadableStream<Uint8Array>({
    start(controller) {
      body.on('data', (chunk: Buffer) => {
        if (!resumable) {
          const text = begun + chunk.toString('latin1');
          // An event with an id can be asked for again; whether it is, is the transport's business.
          resumable = EVENT_ID.test(text);
          const lastLine = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
          begun = text.slice(lastLine, lastLine + 3);
        }
        controller.enqueue(chunk);
      });
      body.once('end', () => {
        controller.close();
        onEnd({ resumable });
      });
      body.once('error', (error) => {
        controller.error(error);
        onEnd({ resumable });
      });
    },
    cancel() {
      body
        .removeAllListeners('data')
        .removeAllListeners('end')
        .once('error', () => undefined);
      body.destroy();
      onEnd({ resumable });
    },
  });
}
