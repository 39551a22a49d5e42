/**
 * An MCP server as a child process. Unlike the SDK's own, it leads a process group of its own: a launcher such
 * as `uv run` and the server below it end together, and a Ctrl-C in the terminal leaves it alive until the run
 * has cleaned up behind it. What it started in a session of its own bears our mark, and ends with it as well.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { killMarked, MARK_NAME, newMark } from '../../../process-mark.ts';
import { watchOver } from './watchdog.ts';

export interface StdioTransportOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Each line of the server's stderr. */
  readonly onStderr: (line: string) => void;
  /** Milliseconds the server gets after the end of its stdin, and again after SIGTERM. */
  readonly graceMs?: number;
}

const STRAY_LINE_SHOWN_CHARS = 300;
/** For what an ended server has said and nobody has read yet. */
const LAST_WORDS_MS = 500;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: StdioTransportOptions;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: StdioTransportOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { command, args, env, onStderr } = this.#options;
    const mark = newMark();
    const child = spawn(command, args, {
      env: { ...env, [MARK_NAME]: mark },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    const killAll = (): void => {
      killGroup(child, 'SIGKILL');
      killMarked(mark);
    };
    process.once('exit', killAll);
    const letGo = child.pid === undefined ? () => {} : watchOver(child.pid, mark);
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => {
        process.off('exit', killAll);
        letGo();
        killAll(); // what the server itself had started
        // What it started out of our reach may hold its pipes for ever, and with them our process.
        const linger = setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        }, LAST_WORDS_MS);
        child.once('close', () => clearTimeout(linger));
      });
      child.once('error', () => {
        process.off('exit', killAll);
        resolve();
      });
      child.once('close', () => resolve()); // its last words are read
    });
    child.once('close', () => this.onclose?.());
    child.stdin.on('error', (error) => this.onerror?.(error));
    forEachLine(child.stdout, (line) => this.#read(line));
    forEachLine(child.stderr, onStderr);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.on('error', (error) => this.onerror?.(error));
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) return Promise.reject(new Error('Not connected'));
    return new Promise((resolve, reject) => {
      stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const grace = this.#options.graceMs ?? 1500;
    child.stdin?.end();
    if (await within(this.#ended, grace)) return;
    killGroup(child, 'SIGTERM');
    if (await within(this.#ended, grace)) return;
    killGroup(child, 'SIGKILL');
    await within(this.#ended, grace);
  }

  #read(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch {
      // Older servers write log lines between their messages; the next line is read all the same.
      this.onerror?.(new Error(`not a message: ${line.slice(0, STRAY_LINE_SHOWN_CHARS)}`));
    }
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform !== 'win32') process.kill(-child.pid, signal);
    else if (child.exitCode === null)
      spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
  } catch {
    // The group is gone already.
  }
}

/** Pieces are joined only at the end of a line: a large answer comes in thousands of them. */
function forEachLine(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let pieces: string[] = [];
  const end = (): void => {
    const line = pieces.join('').replace(/\r$/, '');
    pieces = [];
    if (line !== '') onLine(line);
  };
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const [first = '', ...more] = chunk.split('\n');
    pieces.push(first);
    for (const piece of more) {
      end();
      pieces.push(piece);
    }
  });
  stream.on('end', end);
}

async function within(event: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([event.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
