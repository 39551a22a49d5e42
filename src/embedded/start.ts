/** Starts the embedded Agent UI: a real MCP server on a free loopback port, in a worker thread where one can be had. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { serverOptionsSchema, type Misbehaviour, type ServerOptions } from './options.ts';
import { nodeStripsTypes, workerEntry } from '../worker-entry.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

export type { Misbehaviour } from './options.ts';

export interface EmbeddedOptions {
  /** Where the database lives. Left out: a temporary folder, removed on close. */
  readonly dataDir?: string;
  /** Absolute paths of the folders that the agent may search, browse and index. At least one. */
  readonly searchRoots: readonly string[];
  /** Absolute paths inside them that the agent never sees, such as files with the answers to what it is asked. */
  readonly hiddenFiles?: readonly string[];
  /** 0 or left out: a free one. */
  readonly port?: number;
  /** Faults for tests; see {@link Misbehaviour}. */
  readonly misbehave?: readonly Misbehaviour[];
  /** Lines that a server would write to its log. */
  readonly onLog?: (line: string) => void;
}

export interface EmbeddedAgentUi {
  readonly mcpUrl: string;
  readonly backendUrl: string;
  /** `in-process` when no worker thread could be started from the files at hand; see worker-entry.ts. */
  readonly thread: 'worker' | 'in-process';
  close(): Promise<void>;
}

const fromWorker = z.union([z.object({ port: z.number() }), z.object({ error: z.string() })]);

/** @throws {Error} when the options are wrong or the port is taken; the message says which. */
export async function startEmbeddedAgentUi(options: EmbeddedOptions): Promise<EmbeddedAgentUi> {
  const temporary = options.dataDir === undefined ? await makeTemporaryFolder('agent-eval-embedded-') : null;
  const cleanUp = async (): Promise<void> => {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
  };
  try {
    const server: ServerOptions = serverOptionsSchema.parse({
      dataDir: options.dataDir ?? temporary,
      searchRoots: options.searchRoots,
      hiddenFiles: options.hiddenFiles ?? [],
      port: options.port ?? 0,
      misbehave: options.misbehave ?? [],
    });
    const entry = workerEntry(import.meta.url, ['embedded', 'documents'], nodeStripsTypes());
    const running = entry === null ? await inProcess(server) : await inWorker(entry, server, options.onLog);
    const backendUrl = `http://127.0.0.1:${running.port}`;
    const thread = entry === null ? 'in-process' : 'worker';
    options.onLog?.(`Embedded Agent UI at ${backendUrl} (${thread})`);
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      closing ??= running.close().finally(cleanUp);
      return closing;
    };
    return { mcpUrl: `${backendUrl}/mcp`, backendUrl, thread, close };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

interface Running {
  readonly port: number;
  close(): Promise<void>;
}

async function inProcess(options: ServerOptions): Promise<Running> {
  const { createEmbeddedServer } = await import('./server.ts');
  return createEmbeddedServer(options);
}

async function inWorker(
  entry: string,
  options: ServerOptions,
  onLog?: (line: string) => void,
): Promise<Running> {
  // Flags of the host (a test runner's loaders) must not reach the worker.
  const worker = new Worker(entry, { workerData: options, execArgv: [], stdout: true, stderr: true });
  for (const stream of [worker.stdout, worker.stderr])
    stream.on('data', (chunk: Buffer) => onLog?.(chunk.toString().trimEnd()));
  const exited = once(worker, 'exit');
  const [message]: unknown[] = await Promise.race([
    once(worker, 'message'),
    exited.then(([code]: unknown[]) => [{ error: `its worker thread ended with code ${String(code)}` }]),
  ]);
  const answer = fromWorker.parse(message);
  if ('error' in answer) {
    await worker.terminate();
    throw new Error(`The embedded Agent UI did not start: ${answer.error}`);
  }
  worker.on('error', (error) => onLog?.(`The embedded Agent UI broke: ${error.message}`));
  worker.unref();
  return {
    port: answer.port,
    close: async () => {
      // Unreferenced, it would let the process end before it has closed and its folder is removed.
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage('close');
      await exited;
    },
  };
}
