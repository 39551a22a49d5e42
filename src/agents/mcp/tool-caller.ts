/** The seam between a generation of tools (what to ask) and the connection (how it travels). */
import type { CallOptions } from '../contract.ts';

/**
 * Calls one tool and returns the JSON object it answered with, failures already taken out.
 * Throws AgentUiError (any kind but `failed_turn`).
 */
export type ToolCaller = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions & { readonly timeoutMs: number },
) => Promise<unknown>;

/** How long a call may take, in milliseconds from the moment it is sent. */
export interface AgentUiTimeouts {
  readonly connect: number;
  /** Quick calls: status, sessions, transcript. */
  readonly call: number;
  /** Indexing of one document, polling included. */
  readonly index: number;
  /** One message. A turn may honestly take ten minutes, the backend's own limit. */
  readonly message: number;
  /** One look at a turn that is watched: a call that gets lost on the way costs no more. At most ten minutes. */
  readonly wait: number;
}

export const DEFAULT_TIMEOUTS: AgentUiTimeouts = {
  connect: 30_000,
  call: 120_000,
  index: 600_000,
  message: 660_000,
  wait: 60_000,
};
