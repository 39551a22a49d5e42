/** The one way to the system under test. */
import { backendHttp } from './backend-http.ts';
import {
  AgentUiError,
  type CallOptions,
  type ConnectedAgentUi,
  DEFAULT_POLICY,
  type PromptPolicy,
} from '../contract.ts';
import { onlyOnBackend } from './driven-backend.ts';
import { chooseGeneration } from './generations/registry.ts';
import { openConnection } from './wire/connection.ts';
import type { McpServer } from './stdio-command.ts';
import { type AgentUiTimeouts, DEFAULT_TIMEOUTS } from './tool-caller.ts';

export interface ConnectOptions {
  readonly mcp: McpServer;
  /** The backend's address, e.g. `http://localhost:4200`: named in messages, and asked for what no tool does. */
  readonly backend: string;
  /**
   * Refuse to work when the server's sessions are not there: `named` also when nothing listens at the address, which
   * somebody chose. Default: nobody looks.
   */
  readonly checkBackend?: 'default' | 'named' | undefined;
  /** Turns under way at a time, 1 or more; of a server that handles one call at a time, all calls. Default 1. */
  readonly concurrency?: number;
  /** Milliseconds; what is left out keeps its default. */
  readonly timeouts?: Partial<AgentUiTimeouts>;
  /** Milliseconds between two looks at something that is not done yet. Default 500. */
  readonly pollMs?: number;
  /** Answers to what the agent asks in the middle of a turn. Default: deny and decline. */
  readonly policy?: Partial<PromptPolicy>;
  /** `cpu`, `gpu` or `npu`: what new sessions shall run on. Left out, the agent decides. */
  readonly device?: string;
  /** Hears the server's stderr and what was odd on the wire, secrets masked. Default: nobody. */
  readonly log?: (line: string) => void;
}

/** No Agent UI has it: it is there for evaluations, and the embedded one offers it. */
const FAIL_TOOLS = 'fail_tools';

/** Calls under way at a time on a server that answers meanwhile; its turns have a line of their own. */
const CALLS_MEANWHILE = 16;

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
    const turns = options.concurrency ?? 1;
    if (generation.answersMeanwhile) connection.limit(Math.max(CALLS_MEANWHILE, 2 * turns));
    const agentUi = generation.create({
      call: connection.call,
      http: backendHttp(options.backend),
      timeouts,
      pollMs: options.pollMs ?? 500,
      turns,
      policy: { ...DEFAULT_POLICY, ...options.policy },
      device: options.device,
    });
    const { checkBackend, backend: address } = options;
    const createSession =
      checkBackend === undefined
        ? agentUi.createSession
        : onlyOnBackend({ address, isNamed: checkBackend === 'named' }, agentUi.createSession, (id) =>
            agentUi.deleteSession(id),
          );
    const callOffered = async (
      tool: string,
      args: Readonly<Record<string, unknown>>,
      given: CallOptions = {},
    ): Promise<unknown> => {
      if (connection.tools.includes(tool))
        return connection.call(tool, args, { timeoutMs: timeouts.call, ...given });
      throw new AgentUiError('refused', tool, `the agent's MCP server offers no tool ${tool}`);
    };
    return {
      ...agentUi,
      createSession,
      tools: connection.tools,
      generation: generation.name,
      backend: options.backend,
      look: ({ tool, arguments: args }, given) => callOffered(tool, args, given),
      async failTools({ sessionId, tools, error }, given) {
        await callOffered(FAIL_TOOLS, { session_id: sessionId, tools, error }, given);
      },
      ask: (tool, args = {}) => connection.call(tool, args, { timeoutMs: timeouts.call }),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
