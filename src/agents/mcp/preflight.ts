/** Is there an agent that can answer? Asked once, before the first scenario. */
import { AgentUiError, type AgentUi, type CallOptions, type SystemStatus } from '../contract.ts';

export type Preflight =
  | { readonly ok: true; readonly status: SystemStatus }
  | { readonly ok: false; readonly message: string };

const DETAIL_KEPT_CHARS = 400;

/**
 * Never throws for a fault of the agent: `message` is one line that says what is wrong. `start`: how such an agent is
 * started, in a sentence; empty when nobody knows.
 */
export async function checkAgentUi(
  ui: Pick<AgentUi, 'status'> & { readonly backend?: string },
  start = '',
  options?: CallOptions,
): Promise<Preflight> {
  const at = ui.backend === undefined ? '' : ` at ${ui.backend}`;
  let status: SystemStatus;
  try {
    status = await ui.status(options);
  } catch (error) {
    if (!(error instanceof AgentUiError)) throw error;
    return { ok: false, message: `${failure(error, at)} ${start}`.trimEnd() };
  }
  if (status.model_server_running === false) {
    return {
      ok: false,
      message: `The agent${at} is up, but its model server is not running. ${start}`.trimEnd(),
    };
  }
  return { ok: true, status };
}

function failure(error: AgentUiError, at: string): string {
  const detail = error.message.replaceAll(/\s+/g, ' ').trim().slice(0, DETAIL_KEPT_CHARS);
  if (error.kind === 'unreachable') return `The agent is not reachable${at} (${detail}).`;
  if (error.kind === 'timeout') return `The agent${at} does not answer (${detail}).`;
  return `The agent${at} cannot say how it is (${detail}).`;
}
