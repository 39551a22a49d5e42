/**
 * Calls from worker threads to the main process, over BroadcastChannel.
 * A worker says hello on the common channel and then talks on one of its own: on a single channel every worker
 * would have to decode every other worker's answers.
 */
import { BroadcastChannel, threadId } from 'node:worker_threads';
import type { Wait } from '../../waiting.ts';

/** An error as it travels: a class would lose its fields on the way. */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly kind?: string;
  readonly tool?: string;
}

type FromWorker =
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly input: unknown }
  | { readonly type: 'abort'; readonly id: number };
type FromHost =
  | { readonly type: 'sent'; readonly id: number }
  | { readonly type: 'queued'; readonly id: number; readonly wait?: Wait }
  | { readonly type: 'done'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly error: WireError };

export interface HandlerContext {
  /** Aborts when the worker gives the call up. */
  readonly signal: AbortSignal;
  /** Tells the worker that its call has left the queue. */
  readonly sent: () => void;
  /** Tells the worker that its call waits in the queue, for the first time or again, or for something that is down. */
  readonly queued: (wait?: Wait) => void;
}

export type Handler = (input: unknown, context: HandlerContext) => Promise<unknown>;

/** Answers calls until closed. */
export function serve(
  channelName: string,
  handlers: Readonly<Record<string, Handler>>,
  toWire: (error: unknown) => WireError,
): { close(): void } {
  const lines = new Map<string, BroadcastChannel>();
  const common = new BroadcastChannel(channelName);
  common.addEventListener('message', (event) => answerLine(String(messageData(event))));
  common.unref();

  function answerLine(name: string): void {
    if (lines.has(name)) return;
    const line = new BroadcastChannel(name);
    line.unref();
    lines.set(name, line);
    const running = new Map<number, AbortController>();
    const post = (message: FromHost) => line.postMessage(message);
    line.addEventListener('message', (event) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other end of the line is this file
      const message = messageData(event) as FromWorker;
      if (message.type === 'abort') {
        running.get(message.id)?.abort(new Error('the worker gave the call up'));
        return;
      }
      const controller = new AbortController();
      running.set(message.id, controller);
      const { id } = message;
      void answer(message, {
        signal: controller.signal,
        sent: () => post({ type: 'sent', id }),
        queued: (wait) => post({ type: 'queued', id, ...(wait && { wait }) }),
      })
        .then(post)
        .finally(() => running.delete(id));
    });
    // Id 0 answers the hello.
    line.postMessage({ type: 'sent', id: 0 } satisfies FromHost);
  }

  async function answer(
    message: Extract<FromWorker, { type: 'call' }>,
    context: HandlerContext,
  ): Promise<FromHost> {
    try {
      const handler = handlers[message.method];
      if (!handler) throw new Error(`no handler for ${message.method}`);
      return { type: 'done', id: message.id, value: await handler(message.input, context) };
    } catch (error) {
      return { type: 'failed', id: message.id, error: toWire(error) };
    }
  }

  return {
    close() {
      common.close();
      for (const line of lines.values()) line.close();
    },
  };
}

export interface LineOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onSent?: (() => void) | undefined;
  readonly onQueued?: ((wait?: Wait) => void) | undefined;
}

export interface Line {
  call(method: string, input: unknown, options?: LineOptions): Promise<unknown>;
  close(): void;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onSent: (() => void) | undefined;
  readonly onQueued: ((wait?: Wait) => void) | undefined;
  readonly settled: () => void;
}

let linesOpened = 0;

/** Opens this thread's line to the host of that name. Calls wait until the host answers the hello. */
export function openLine(channelName: string, fromWire: (error: WireError) => Error): Line {
  linesOpened += 1;
  const lineName = `${channelName}/${threadId}.${linesOpened}`;
  const line = new BroadcastChannel(lineName);
  line.unref();
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let greeted: () => void;
  const ready = new Promise<void>((resolve) => {
    greeted = resolve;
  });

  line.addEventListener('message', (event) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other end of the line is this file
    const message = messageData(event) as FromHost;
    if (message.id === 0) {
      greeted();
      return;
    }
    const call = pending.get(message.id);
    if (!call) return;
    if (message.type === 'sent') {
      call.onSent?.();
      return;
    }
    if (message.type === 'queued') {
      call.onQueued?.(message.wait);
      return;
    }
    pending.delete(message.id);
    call.settled();
    if (message.type === 'done') call.resolve(message.value);
    else call.reject(fromWire(message.error));
    if (pending.size === 0) line.unref();
  });
  const hello = new BroadcastChannel(channelName);
  hello.postMessage(lineName);
  hello.close();

  return {
    async call(method, input, options = {}) {
      // A thread that waits for an answer must stay alive for it.
      line.ref();
      await ready;
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const { signal } = options;
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        // The host ends the call and answers; only then does ours reject, so that nothing is under way unseen.
        const abort = () => line.postMessage({ type: 'abort', id } satisfies FromWorker);
        const settled = () => signal?.removeEventListener('abort', abort);
        signal?.addEventListener('abort', abort, { once: true });
        pending.set(id, { resolve, reject, onSent: options.onSent, onQueued: options.onQueued, settled });
        line.postMessage({ type: 'call', id, method, input } satisfies FromWorker);
      });
    },
    close: () => line.close(),
  };
}

/** The types of the worker channel say `Event`, what arrives is a message. */
function messageData(event: Event): unknown {
  return 'data' in event ? event.data : undefined;
}
