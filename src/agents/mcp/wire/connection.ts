/**
 * One connection and one queue for all calls of a run: older servers handle one call at a time, so a second
 * one would only wait there, with its deadline running. A broken connection is opened anew by the next call.
 */
import type { ToolCaller } from '../tool-caller.ts';
import { maskSecrets } from '../secrets.ts';
import { readToolResult } from '../tool-result.ts';
import { asAgentUiError, isBrokenConnection, wasNeverCarriedOut } from './call-error.ts';
import { type Link, type LinkOptions, openLink } from './link.ts';
import { createQueue } from '../queue.ts';
import { followSignals } from './follow-signals.ts';

export interface Connection {
  readonly tools: readonly string[];
  readonly call: ToolCaller;
  /** So many calls under way at a time, 1 or more. */
  limit(concurrency: number): void;
  close(): Promise<void>;
}

export interface ConnectionOptions extends Omit<LinkOptions, 'onClose' | 'signal'> {
  /** Calls under way at a time. */
  readonly concurrency: number;
}

export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const queue = createQueue(options.concurrency);
  const { mcp } = options;
  const address = maskSecrets(mcp.kind === 'http' ? mcp.url : mcp.command, process.env);
  const closing = new AbortController();
  const links = shareLink({ ...options, signal: closing.signal });

  const send = async (...[tool, args, { timeoutMs, signal }]: Parameters<ToolCaller>): Promise<unknown> => {
    const request = { timeout: timeoutMs, ...(signal && { signal }) };
    const before = links.opening();
    const used = links.current();
    const link = await used;
    try {
      return await link.request(tool, args, request);
    } catch (error) {
      if (signal?.aborted || !isBrokenConnection(error)) throw error;
      links.forget(used);
      link.close().catch(() => undefined); // not awaited: a dead server must not hold up the next call
      const wasOpenedForThisCall = used !== before;
      if (wasOpenedForThisCall || !wasNeverCarriedOut(error)) throw error;
      return await (await links.current()).request(tool, args, request);
    }
  };

  const first = await links.current();
  return {
    tools: first.tools,
    limit: (concurrency) => queue.resize(concurrency),
    async call(tool, args, callOptions) {
      const own = followSignals([closing.signal, callOptions.signal]);
      const { signal } = own;
      try {
        const result = await queue.run(
          () => {
            callOptions.onSent?.();
            return send(tool, args, { ...callOptions, signal });
          },
          signal,
          callOptions.onQueued,
        );
        return readToolResult(tool, result);
      } catch (error) {
        const { timeoutMs } = callOptions;
        throw asAgentUiError(tool, error, { aborted: signal.aborted, timeoutMs, address });
      } finally {
        own.release();
      }
    },
    async close() {
      closing.abort();
      const link = await links.opening()?.catch(() => undefined);
      await link?.close();
    },
  };
}

interface SharedLink {
  /** The link there is, or a new one; calls that find it broken at the same time share the attempt. */
  current(): Promise<Link>;
  /** The link there is, or that is being opened. */
  opening(): Promise<Link> | undefined;
  /** The next call opens a new one, if this is still the link there is. */
  forget(attempt: Promise<Link>): void;
}

function shareLink(options: Omit<LinkOptions, 'onClose'>): SharedLink {
  let opening: Promise<Link> | undefined;
  const forget = (attempt: Promise<Link>): void => {
    if (opening === attempt) opening = undefined;
  };
  return {
    opening: () => opening,
    forget,
    current() {
      if (opening !== undefined) return opening;
      const attempt: Promise<Link> = openLink({ ...options, onClose: () => forget(attempt) });
      opening = attempt;
      attempt.catch(() => forget(attempt));
      return attempt;
    },
  };
}
