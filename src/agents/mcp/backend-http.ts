/** The agent's backend over HTTP, for the few things that none of its MCP tools does. */
import { AgentUiError, type CallOptions } from '../contract.ts';

export interface BackendHttp {
  /**
   * Sends JSON and returns the JSON that came back. Throws AgentUiError `unreachable`, `timeout`, `aborted`, or
   * `refused` for a status that is not 2xx; its `tool` is method and path.
   */
  send(
    method: 'PUT' | 'POST',
    path: string,
    body: Readonly<Record<string, unknown>>,
    options: CallOptions & { readonly timeoutMs: number },
  ): Promise<unknown>;
}

const QUOTED_AT_MOST = 300;

/** `address` is the backend's, e.g. `http://localhost:4200`. */
export function backendHttp(address: string): BackendHttp {
  return {
    async send(method, path, body, { timeoutMs, signal }) {
      const what = `${method} ${path}`;
      const clock = AbortSignal.timeout(Math.min(timeoutMs, 2 ** 31 - 1));
      const url = `${address.replace(/\/+$/, '')}${path}`;
      try {
        const response = await fetch(url, {
          method,
          // From 0.25 on the backend refuses to change anything without the second one.
          headers: { 'content-type': 'application/json', 'X-Gaia-UI': '1' },
          body: JSON.stringify(body),
          signal: AbortSignal.any([clock, ...(signal ? [signal] : [])]),
        });
        const text = await response.text();
        if (!response.ok) {
          const said = text.slice(0, QUOTED_AT_MOST);
          throw new AgentUiError('refused', what, `${what} was refused (${response.status}): ${said}`);
        }
        return JSON.parse(text);
      } catch (error) {
        throw asAgentUiError(error, what, url, signal, clock);
      }
    },
  };
}

function asAgentUiError(
  error: unknown,
  what: string,
  url: string,
  signal: AbortSignal | undefined,
  clock: AbortSignal,
): AgentUiError {
  if (error instanceof AgentUiError) return error;
  if (signal?.aborted) return new AgentUiError('aborted', what, `${what} was given up.`, { cause: error });
  if (clock.aborted)
    return new AgentUiError('timeout', what, `${url} gave no answer in time.`, { cause: error });
  if (error instanceof SyntaxError)
    return new AgentUiError('malformed', what, `${url} did not answer with JSON.`, { cause: error });
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new AgentUiError('unreachable', what, `${url} can't be reached: ${reason}`, { cause: error });
}
