/** Starts replay-0.25.mjs for a test and hears what it says. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { connectAgentUi, type ConnectOptions } from '../../src/agents/mcp/connect.ts';
import type { AgentReply, ConnectedAgentUi } from '../../src/agents/contract.ts';
import { Lines } from './fake-agent-ui.ts';

const SERVER = fileURLToPath(new URL('replay-0.25.mjs', import.meta.url));

export interface ReplayOptions {
  readonly port?: number;
  /** MCP address of the Agent UI that answers; left out, messages are echoed. */
  readonly brain?: string;
  readonly gpu?: boolean;
  /** Milliseconds a session stays busy after a turn that crashed. */
  readonly busyMs?: number;
  readonly modelRunning?: boolean;
}

export interface Replay {
  readonly mcpUrl: string;
  readonly backendUrl: string;
  /** `call TOOL`, `prompt DECISION`, `question VALUE`, `device NAME`, `busy`, `turn OUTCOME`. */
  readonly lines: Lines;
  kill(): Promise<void>;
}

export async function startReplay(options: ReplayOptions = {}): Promise<Replay> {
  const child = spawn(process.execPath, [SERVER, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = new Lines();
  createInterface({ input: child.stderr }).on('line', lines.push);
  const backendUrl = (await lines.wait('listening')).slice('listening '.length);
  return {
    mcpUrl: `${backendUrl}/mcp`,
    backendUrl,
    lines,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The real client on a replay. */
export function connectToReplay(
  { mcpUrl, backendUrl }: Replay,
  options: Partial<ConnectOptions> = {},
): Promise<ConnectedAgentUi> {
  return connectAgentUi({ mcp: { kind: 'http', url: mcpUrl }, backend: backendUrl, pollMs: 5, ...options });
}

/** A replay and a client of one test, ended with it. */
export async function ownReplay(options: ReplayOptions, connectOptions: Partial<ConnectOptions> = {}) {
  const server = await startReplay(options);
  const agent = await connectToReplay(server, connectOptions);
  onTestFinished(async () => {
    await agent.close();
    await server.kill();
  });
  return { server, agent };
}

export async function newSession(agent: ConnectedAgentUi): Promise<string> {
  return (await agent.createSession({ title: 'Eval: a' })).id;
}

/** One message in a session of its own. `timeoutMs` is the turn's. */
export async function send(
  agent: ConnectedAgentUi,
  message: string,
  timeoutMs = 10_000,
): Promise<AgentReply> {
  return agent.sendMessage({ sessionId: await newSession(agent), message }, { timeoutMs });
}
