/** Test support: an embedded Agent UI over loopback, in this process or in its worker, talked to by a real MCP client. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createEmbeddedServer } from '../../src/embedded/server.ts';
import { startEmbeddedAgentUi, type EmbeddedOptions } from '../../src/embedded/start.ts';

export interface Reply {
  content: string;
  agent_steps: { tool: string; success: boolean; summary: string }[];
  event_log: string[];
  stats?: Record<string, number>;
}

export interface Rig {
  readonly folder: string;
  readonly backendUrl: string;
  readonly client: Client;
  call(tool: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>;
  raw(tool: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** A new session with these of the written files indexed. */
  session(...files: string[]): Promise<Conversation>;
  close(): Promise<void>;
}
export interface Conversation {
  readonly id: string;
  say(message: string): Promise<Reply>;
}

type Start = (options: EmbeddedOptions & { dataDir: string }) => Promise<{
  readonly backendUrl: string;
  close(): Promise<void>;
}>;

/** As users start it: in a worker thread. */
export const inWorker: Start = startEmbeddedAgentUi;

/** A server costs half a second in a thread of its own and next to nothing here. */
const inProcess: Start = async ({ dataDir, searchRoots, hiddenFiles = [], misbehave = [] }) => {
  const options = {
    dataDir,
    searchRoots: [...searchRoots],
    hiddenFiles: [...hiddenFiles],
    port: 0,
    misbehave: [...misbehave],
  };
  const server = await createEmbeddedServer(options);
  return { backendUrl: `http://127.0.0.1:${server.port}`, close: () => server.close() };
};

/** Writes the files into a fresh folder, which is the only one that the agent may read, and starts an agent there. */
export async function startRig(
  files: Record<string, string | Uint8Array>,
  options: Partial<EmbeddedOptions> = {},
  start: Start = inProcess,
): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-test-'));
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-data-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const ui = await start({ dataDir, searchRoots: [folder], ...options });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${ui.backendUrl}/mcp`)));
  const raw = async (tool: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> =>
    client.callTool({ name: tool, arguments: args });
  const call = async (tool: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const result = await raw(tool, args);
    return (result['structuredContent'] as { result: Record<string, unknown> }).result;
  };
  return {
    folder,
    backendUrl: ui.backendUrl,
    client,
    raw,
    call,
    session: async (...names) => {
      const { id } = (await call('create_session', { title: 'Eval: test' })) as { id: string };
      for (const name of names)
        await call('index_document', { filepath: join(folder, name), session_id: id });
      return {
        id,
        say: async (message) => (await call('send_message', { session_id: id, message })) as unknown as Reply,
      };
    },
    close: async () => {
      await client.close();
      await ui.close();
      for (const made of [folder, dataDir]) await rm(made, { recursive: true, force: true });
    },
  };
}
