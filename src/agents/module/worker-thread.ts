/** One thread with the user's agent in it, from its start to its end (I/O). */
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

/** Thrown by the user's code, at a place of theirs. */
export class ThrownError extends Error {
  override readonly name = 'ThrownError';
  readonly thrown: Thrown;
  constructor(thrown: Thrown) {
    super(thrown.message);
    this.thrown = thrown;
  }
}

export interface Question {
  /** Rejects with {@link ThrownError}, or AgentUiError `unreachable` when the thread ends. */
  readonly answer: Promise<unknown>;
  /** The answer is not waited for any more; false when it is there already. */
  giveUp(): boolean;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly tool: string;
}

export class WorkerThread {
  readonly #worker: Worker;
  readonly #source: ModuleSource;
  readonly #waiting = new Map<number, Waiting>();
  readonly #pings = new Map<number, () => void>();
  #ids = 0;

  /** `onEnd` is called once, however it ends. Throws when the package is not built. */
  constructor(source: ModuleSource, file: string, onEnd: () => void) {
    const entry = workerEntry(import.meta.url, ['agents', 'documents'], nodeStripsTypes());
    if (entry === null) throw new Error('The package is not built: run npm run build.');
    this.#source = source;
    this.#worker = new Worker(entry, {
      workerData: { runner: source.runner, file },
      // Flags of the host (a test runner's loaders) must not reach the worker; mapped stack traces do.
      execArgv: ['--enable-source-maps'],
      env: { ...process.env, ...source.env },
    });
    const end = (why: string) => {
      onEnd();
      for (const each of this.#waiting.values()) each.reject(new AgentUiError('unreachable', each.tool, why));
      this.#waiting.clear();
    };
    this.#worker.on('message', (value: unknown) => {
      const parsed = fromWorkerSchema.safeParse(value);
      if (parsed.success) this.#hear(parsed.data);
    });
    this.#worker.on('error', (error: unknown) => {
      end(
        `the agent's thread broke: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
      );
    });
    this.#worker.on('exit', (code) => end(`the agent ended its thread (process.exit, code ${code})`));
    this.#worker.unref();
  }

  /** `tool` stands in errors. */
  ask(request: AgentRequest, tool: string): Question {
    const id = (this.#ids += 1);
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, tool });
      this.#post({ kind: 'ask', id, request });
    });
    return {
      answer,
      giveUp: () => {
        const isOpen = this.#waiting.delete(id);
        if (isOpen) this.#post({ kind: 'abort', id });
        return isOpen;
      },
    };
  }

  /** The event loop has `graceMs` to answer; a thread that does not hangs, and is ended. */
  async endIfHung(graceMs: number): Promise<void> {
    const id = (this.#ids += 1);
    const isAlive = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), graceMs);
      this.#pings.set(id, () => {
        clearTimeout(timer);
        resolve(true);
      });
      this.#post({ kind: 'ping', id });
    });
    this.#pings.delete(id);
    if (!isAlive) await this.end();
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'pong') return this.#pings.get(message.id)?.();
    if (message.kind === 'invoke') {
      const answer = (outcome: unknown) => this.#post({ kind: 'invoked', id: message.id, outcome });
      this.#source
        .invoke(message.payload)
        .then(answer, (error: unknown) => answer({ error: asPlain(error) }));
      return;
    }
    const asked = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'done') asked?.resolve(message.value);
    else asked?.reject(new ThrownError(message.thrown));
  }

  #post(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    this.#worker.postMessage(message);
  }
}

function asPlain(error: unknown): { name: string; message: string; stack: string } {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack };
}
