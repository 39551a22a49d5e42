/* oxlint-disable unicorn/prefer-add-event-listener -- the SDK's client has callbacks and no events. */
/** One live connection: transport, SDK client and the server's list of tools. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { z } from 'zod';
import { AgentUiError } from '../../contract.ts';
import { maskSecrets, withoutSecrets } from '../secrets.ts';
import { describeStartFailure, type McpServer } from '../stdio-command.ts';
import { reasonOf } from './call-error.ts';
import { PatientHttpTransport } from './http-transport.ts';
import { StdioTransport } from './stdio-transport.ts';

export interface LinkOptions {
  readonly mcp: McpServer;
  /** Milliseconds for start, handshake and list of tools together. */
  readonly connectMs: number;
  readonly log: (line: string) => void;
  /** Ends an attempt to connect. */
  readonly signal: AbortSignal;
  /** The connection has ended, for whatever reason. */
  readonly onClose: () => void;
}

export interface Link {
  readonly tools: readonly string[];
  /** The result as it came, unread. Throws what the SDK throws. */
  request(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly timeout: number; readonly signal?: AbortSignal },
  ): Promise<unknown>;
  close(): Promise<void>;
}

const STDERR_LINES_KEPT = 20;

const anyResult = z.looseObject({});

/** setTimeout's own limit: a longer wait would end at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Opens a connection, or throws AgentUiError `unreachable` that says what was tried. */
export async function openLink(options: LinkOptions): Promise<Link> {
  const { mcp, connectMs, log, signal } = options;
  const stderr: string[] = [];
  const transport = createTransport(mcp, connectMs, (line) => {
    const safe = maskSecrets(line, process.env);
    stderr.push(safe);
    if (stderr.length > STDERR_LINES_KEPT) stderr.shift();
    log(safe);
  });
  const client = new Client({ name: 'vitest-agent-eval', version: '0' });
  client.onerror = (error) => log(`MCP: ${maskSecrets(reasonOf(error), process.env)}`);
  const deadline = Date.now() + connectMs;
  const left = () => ({ signal, timeout: Math.max(1, Math.min(deadline - Date.now(), LONGEST_TIMEOUT_MS)) });
  try {
    await client.connect(transport, left());
    const tools: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor }, left());
      tools.push(...page.tools.map((tool) => tool.name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    client.onclose = options.onClose;
    return {
      tools,
      request: (tool, args, { timeout, ...rest }) =>
        // Not client.callTool: it refuses a result that differs from the schema the server declared.
        client.request({ method: 'tools/call', params: { name: tool, arguments: args } }, anyResult, {
          timeout: Math.min(timeout, LONGEST_TIMEOUT_MS),
          ...rest,
        }),
      close: () => closeClient(client, transport),
    };
  } catch (error) {
    await closeClient(client, transport);
    const message = maskSecrets(describeStartFailure({ mcp, reason: reasonOf(error), stderr }), process.env);
    throw new AgentUiError('unreachable', 'connect', message, { cause: error });
  }
}

function createTransport(mcp: McpServer, connectMs: number, onStderr: (line: string) => void): Transport {
  if (mcp.kind === 'http') return new PatientHttpTransport(new URL(mcp.url), { connectMs });
  const env = { ...withoutSecrets(process.env, mcp.passed), ...mcp.env };
  return new StdioTransport({ command: mcp.command, args: mcp.args, env, onStderr });
}

async function closeClient(client: Client, transport: Transport): Promise<void> {
  await client.close().catch(() => undefined);
  await transport.close().catch(() => undefined);
}
