/** Waiting between two looks, until the caller gives up. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentUiError } from '../../contract.ts';

/** `ms` milliseconds. Throws AgentUiError `aborted` of `tool` when the signal aborts. */
export async function pause(ms: number, tool: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    throw new AgentUiError('aborted', tool, `${tool} was given up.`, { cause: error });
  }
}
