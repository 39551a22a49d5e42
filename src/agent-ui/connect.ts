/** The one way to the system under test. */
import type { ConnectedAgentUi } from './contract.ts';
import { chooseGeneration } from './generations/registry.ts';
import { openConnection } from './mcp/connection.ts';
import type { McpServer } from './stdio-command.ts';
import { type AgentUiTimeouts, DEFAULT_TIMEOUTS } from './tool-caller.ts';

export interface ConnectOptions {
  readonly mcp: McpServer;
  /** The backend's address, e.g. `http://localhost:4200`; it is only named in messages. */
  readonly backend: string;
  /** Calls under way at a time, 1 or more. Default 1: older servers handle one call at a time. */
  readonly concurrency?: number;
  /** Milliseconds; what is left out keeps its default. */
  readonly timeouts?: Partial<AgentUiTimeouts>;
  /** Milliseconds between two looks at a document that is still being indexed. Default 500. */
  readonly pollMs?: number;
  /** Hears the server's stderr and what was odd on the wire, secrets masked. Default: nobody. */
  readonly log?: (line: string) => void;
}

/**
 * Connects to the agent's MCP server, starting it when `mcp` is a command.
 * Throws AgentUiError `unreachable`, with what was tried and what to set.
 */
export async function connectAgentUi(options: ConnectOptions): Promise<ConnectedAgentUi> {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const connection = await openConnection({
    mcp: options.mcp,
    connectMs: timeouts.connect,
    concurrency: options.concurrency ?? 1,
    log: options.log ?? (() => undefined),
  });
  try {
    const generation = chooseGeneration(connection.tools);
    const agentUi = generation.create({ call: connection.call, timeouts, pollMs: options.pollMs ?? 500 });
    return {
      ...agentUi,
      tools: connection.tools,
      generation: generation.name,
      backend: options.backend,
      ask: (tool, args = {}) => connection.call(tool, args, { timeoutMs: timeouts.call }),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
