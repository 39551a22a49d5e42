/** The thread that a user's agent runs in: started when it is needed, and again when it ended or hangs (I/O). */
import { Worker } from 'node:worker_threads';
import { nodeStripsTypes, workerEntry } from '../../worker-entry.ts';
import { AgentUiError } from '../contract.ts';
import {
  fromWorkerSchema,
  type AgentRequest,
  type FromWorker,
  type Thrown,
  type ToWorker,
} from './protocol.ts';

/** What serves the user's modules: a Vite server's environment. */
export interface ModuleSource {
  /** Path of `vite/module-runner`. */
  readonly runner: string;
  /** Answers a call of the module runner. */
  invoke(payload: unknown): Promise<unknown>;
  /** Variables that the user's configuration sets. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ModuleThreadOptions {
  readonly source: ModuleSource;
  /** The user's file, absolute. */
  readonly file: string;
  /** Milliseconds that a hung event loop is waited for before the thread is ended. Default 2,000. */
  readonly graceMs?: number;
}

export interface ThreadCall {
  /** Stands in errors. */
  readonly tool: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ModuleThread {
  /** Throws {@link ThrownError} for what the user's code threw, AgentUiError `timeout`, `aborted` or `unreachable` otherwise. */
  ask(request: AgentRequest, call: ThreadCall): Promise<unknown>;
  /** How often it was started: what it held before is gone. */
  generation(): number;
  close(): Promise<void>;
}

/** Thrown by the user's code, at a place of theirs. */
export class ThrownError extends Error {
  override readonly name = 'ThrownError';
  readonly thrown: Thrown;
  constructor(thrown: Thrown) {
    super(thrown.message);
    this.thrown = thrown;
  }
}

const GRACE_MS = 2_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly tool: string;
}

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  readonly pings: Map<number, () => void>;
}

export function createModuleThread({ source, file, graceMs = GRACE_MS }: ModuleThreadOptions): ModuleThread {
  let running: Running | null = null;
  let generations = 0;
  let ids = 0;
  let closed = false;
  /** Whether the thread hangs is being found out. */
  let checking: Promise<void> = Promise.resolve();

  function start(): Running {
    const entry = workerEntry(import.meta.url, ['agents', 'documents'], nodeStripsTypes());
    if (entry === null) throw new Error('The package is not built: run npm run build.');
    const worker = new Worker(entry, {
      workerData: { runner: source.runner, file },
      // Flags of the host (a test runner's loaders) must not reach the worker; its own mapped stack traces do.
      execArgv: ['--enable-source-maps'],
      env: { ...process.env, ...source.env },
    });
    const next: Running = { worker, waiting: new Map(), pings: new Map() };
    generations += 1;
    const end = (why: string) => {
      if (running === next) running = null;
      for (const each of next.waiting.values()) each.reject(new AgentUiError('unreachable', each.tool, why));
      next.waiting.clear();
    };
    worker.on('message', (value: unknown) => {
      const parsed = fromWorkerSchema.safeParse(value);
      if (parsed.success) hear(next, parsed.data);
    });
    worker.on('error', (error: unknown) => {
      end(
        `the agent's thread broke: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
      );
    });
    worker.on('exit', (code) => end(`the agent ended its thread (process.exit, code ${code})`));
    worker.unref();
    return next;
  }

  function hear({ worker, waiting, pings }: Running, message: FromWorker): void {
    if (message.kind === 'pong') return pings.get(message.id)?.();
    if (message.kind === 'invoke') {
      const answer = (outcome: unknown) => post(worker, { kind: 'invoked', id: message.id, outcome });
      source.invoke(message.payload).then(answer, (error: unknown) => answer({ error: asPlain(error) }));
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'done') asked?.resolve(message.value);
    else asked?.reject(new ThrownError(message.thrown));
  }

  /** The event loop has `graceMs` to answer; who does not, hangs, and is ended. */
  async function endIfHung(thread: Running): Promise<void> {
    const id = (ids += 1);
    const alive = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), graceMs);
      thread.pings.set(id, () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
    post(thread.worker, { kind: 'ping', id });
    if (!(await alive)) await thread.worker.terminate();
    thread.pings.delete(id);
  }

  return {
    generation: () => generations,
    async ask(request, { tool, timeoutMs, signal }) {
      if (closed) throw new AgentUiError('aborted', tool, 'the run was ended');
      if (signal?.aborted) throw new AgentUiError('aborted', tool, 'given up before it was asked');
      // A thread that hangs would take the question and be ended over it.
      await checking;
      const thread = (running ??= start());
      const id = (ids += 1);
      const answered = new Promise<unknown>((resolve, reject) => {
        thread.waiting.set(id, { resolve, reject, tool });
        post(thread.worker, { kind: 'ask', id, request });
      });
      const giveUp = new AbortController();
      const late = new Promise<never>((_, reject) => {
        const end = (kind: 'timeout' | 'aborted', words: string) => {
          if (!thread.waiting.delete(id)) return;
          post(thread.worker, { kind: 'abort', id });
          checking = endIfHung(thread);
          reject(new AgentUiError(kind, tool, words));
        };
        const timer = setTimeout(
          () => end('timeout', `the agent gave no answer within ${timeoutMs / 1000} s`),
          Math.min(timeoutMs, 2 ** 31 - 1),
        );
        const onAbort = () => end('aborted', 'given up');
        signal?.addEventListener('abort', onAbort, { once: true });
        giveUp.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
        });
      });
      try {
        return await Promise.race([answered, late]);
      } finally {
        giveUp.abort();
      }
    },
    async close() {
      closed = true;
      await running?.worker.terminate();
    },
  };
}

function post(worker: Worker, message: ToWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
  worker.postMessage(message);
}

function asPlain(error: unknown): { name: string; message: string; stack: string } {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack };
}
