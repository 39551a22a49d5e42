/** Starts fake-agent-ui.mjs for a test, over either transport, and hears what it says. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { McpServer } from '../../src/agents/mcp/stdio-command.ts';

const SERVER = fileURLToPath(new URL('fake-agent-ui.mjs', import.meta.url));

export interface FakeOptions {
  readonly dialect?: '0.18' | '0.21';
  readonly noise?: boolean;
  readonly without?: readonly string[];
  readonly modelRunning?: boolean;
  readonly backendDown?: boolean;
  readonly stubborn?: boolean;
  readonly child?: boolean | 'daemon';
  readonly port?: number;
}

/** The lines a server has said, and a way to wait for one. */
export class Lines {
  readonly all: string[] = [];
  #waiting: { match: string; resolve: (line: string) => void }[] = [];

  readonly push = (line: string): void => {
    this.all.push(line);
    this.#waiting = this.#waiting.filter((wait) => {
      if (!line.startsWith(wait.match)) return true;
      wait.resolve(line);
      return false;
    });
  };

  /** The next line that starts with `match`, or one already said when `past` is true. */
  async wait(match: string, { past = true } = {}): Promise<string> {
    const said = past ? this.all.find((line) => line.startsWith(match)) : undefined;
    if (said !== undefined) return said;
    return await new Promise((resolve) => this.#waiting.push({ match, resolve }));
  }

  count(match: string): number {
    return this.all.filter((line) => line.startsWith(match)).length;
  }
}

/** The setting by which a client starts the fake over stdio. */
export function stdioFake(options: FakeOptions = {}): McpServer {
  return {
    kind: 'stdio',
    command: process.execPath,
    args: [SERVER, JSON.stringify({ ...options, transport: 'stdio' })],
  };
}

export interface HttpFake {
  readonly mcp: McpServer;
  readonly url: string;
  readonly port: number;
  readonly lines: Lines;
  /** Lets go of the messages that say [[hold]]; later ones are not held. */
  release(): Promise<void>;
  /** Holds the next ones again, as at first. */
  hold(): Promise<void>;
  /** Kills the process, as a crash would. */
  kill(): Promise<void>;
}

export async function startHttpFake(options: FakeOptions = {}): Promise<HttpFake> {
  const args = [SERVER, JSON.stringify({ ...options, transport: 'http' })];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  const lines = new Lines();
  if (child.stderr) createInterface({ input: child.stderr }).on('line', lines.push);
  const url = (await lines.wait('listening')).slice('listening '.length);
  const tell = async (word: string) => {
    const heard = lines.wait(`heard ${word}`, { past: false });
    child.stdin?.write(`${word}\n`);
    await heard;
  };
  return {
    mcp: { kind: 'http', url },
    url,
    port: Number(new URL(url).port),
    lines,
    release: () => tell('release'),
    hold: () => tell('hold'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
