/** The rig these tests run in, as `test/real/run` has started it. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { connectAgentUi, type ConnectOptions } from '../../src/agents/mcp/connect.ts';
import type { ConnectedAgentUi } from '../../src/agents/contract.ts';
import { parseMcpSetting } from '../../src/agents/mcp/stdio-command.ts';

const env = z
  .object({
    AGENT_UI_URL: z.url(),
    AGENT_UI_MCP_URL: z.url(),
    AGENT_UI_STDIO: z.string(),
    STUB_URL: z.url(),
    DOCS: z.string(),
    RIG: z.string(),
    GAIA_VERSION: z.string(),
  })
  .safeParse(process.env);
if (!env.success) throw new Error('These tests need the rig: start them with test/real/run');

const { AGENT_UI_URL, AGENT_UI_MCP_URL, AGENT_UI_STDIO, STUB_URL, DOCS } = env.data;

/** Settings by which a run reaches this rig's agent. */
export function settingsFor(how: TransportName): Record<string, string> {
  return {
    AGENT_EVAL_TARGET: AGENT_UI_URL,
    AGENT_EVAL_MCP: how === 'http' ? AGENT_UI_MCP_URL : AGENT_UI_STDIO,
    AGENT_EVAL_DOCUMENTS_ROOT: DOCS,
  };
}

export const version = env.data.GAIA_VERSION;
export const isOld = version.startsWith('0.18.');
/** From 0.25 on there is another set of tools, and its agents are packages that PyPI does not have: no turn succeeds. */
export const hasAgents = !version.startsWith('0.25.');

export type TransportName = 'http' | 'stdio';

export function connect(
  how: TransportName,
  options: Partial<ConnectOptions> = {},
): Promise<ConnectedAgentUi> {
  const mcp = parseMcpSetting(how === 'http' ? AGENT_UI_MCP_URL : AGENT_UI_STDIO);
  return connectAgentUi({ mcp, backend: AGENT_UI_URL, ...options });
}

/** Puts a document where the agent may read it; returns its absolute path. */
export function document(name: string, content: string): string {
  mkdirSync(DOCS, { recursive: true });
  const path = join(DOCS, name);
  writeFileSync(path, content);
  return path;
}

/** Stops or starts one part: `ui` is the backend, `mcp` its HTTP MCP server, `stub` the model server. */
export async function rig(action: 'stop' | 'start', part: 'ui' | 'mcp' | 'stub'): Promise<void> {
  const script = fileURLToPath(new URL('real-agent-ui', import.meta.url));
  await promisify(execFile)(script, [`${action}-${part}`], { env: process.env });
}

/** Changes how the stand-in for the model behaves; `{ reset: true }` for as it was. */
export async function model(behaviour: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${STUB_URL}/__control`, { method: 'POST', body: JSON.stringify(behaviour) });
  if (!answer.ok) throw new Error(`the stub answered ${answer.status}`);
}

/** Chat requests the stand-in for the model has seen since it was reset. */
export async function modelRequests(): Promise<number> {
  return z.array(z.unknown()).parse(await (await fetch(`${STUB_URL}/__requests`)).json()).length;
}
