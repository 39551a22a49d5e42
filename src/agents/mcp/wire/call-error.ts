/** What the SDK throws, told apart: did the call arrive, may it be sent again, whose fault was it. */
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { codeOf } from '../../../error-code.ts';
import { AgentUiError } from '../../contract.ts';

const TIMED_OUT: number = ErrorCode.RequestTimeout;
const CLOSED: number = ErrorCode.ConnectionClosed;

/** Failures of opening a socket: nothing was sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Is the connection of no more use and the call certainly not carried out? Then it may be sent again on a new one.
 * After a restart a Streamable HTTP server answers 404 to the sessions of its former life.
 */
export function wasNeverCarriedOut(error: unknown): boolean {
  if (error instanceof StreamableHTTPError) return error.code === 404;
  if (error instanceof Error && error.message === 'Not connected') return true;
  return NEVER_SENT.has(systemCode(error) ?? '');
}

/** Has the connection broken (rather than the one call)? */
export function isBrokenConnection(error: unknown): boolean {
  if (error instanceof McpError) return error.code === CLOSED;
  return !(error instanceof AgentUiError);
}

/** The error of a call in the contract's words. */
export function asAgentUiError(
  tool: string,
  error: unknown,
  circumstances: { readonly aborted: boolean; readonly timeoutMs: number; readonly address: string },
): AgentUiError {
  if (error instanceof AgentUiError) return error;
  if (circumstances.aborted)
    return new AgentUiError('aborted', tool, `${tool} was given up.`, { cause: error });
  if (error instanceof McpError) {
    if (error.code === TIMED_OUT) {
      const seconds = circumstances.timeoutMs / 1000;
      const message = `${tool} gave no answer within ${seconds} s. The agent may still be busy with it.`;
      return new AgentUiError('timeout', tool, message, { cause: error });
    }
    if (error.code !== CLOSED) {
      return new AgentUiError('crashed', tool, `${tool} crashed: ${error.message}`, { cause: error });
    }
  }
  const message = `${tool}: the connection to the agent's MCP server (${circumstances.address}) broke: ${reasonOf(error)}`;
  return new AgentUiError('unreachable', tool, message, { cause: error });
}

/** The innermost reason, e.g. `connect ECONNREFUSED 127.0.0.1:8765` instead of `fetch failed`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A name with several addresses, none of which answers.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return codeOf(error) || systemCode(error.cause);
}
