/** The agent's memory, which all its sessions share: touched only when a scenario asks for it. */
import { AgentUiError, type CallOptions, type MemoryWish } from '../../contract.ts';
import type { ToolCaller } from '../tool-caller.ts';

/** Empties first, then seeds. Offered by servers that run with GAIA_MEMORY_ADMIN=1; others refuse. */
export async function prepareMemory(
  call: ToolCaller,
  { clear, seed }: MemoryWish,
  options: CallOptions & { readonly timeoutMs: number },
): Promise<void> {
  try {
    if (clear) await call('memory_clear', { scope: 'all' }, options);
    if (seed.length > 0) await call('memory_seed', { items: seed }, options);
  } catch (error) {
    const refuses = error instanceof AgentUiError && (error.kind === 'refused' || error.kind === 'crashed');
    if (!refuses) throw error;
    const hint = "AMD GAIA's Agent UI lets one with GAIA_MEMORY_ADMIN=1 in the backend and its MCP server";
    throw new AgentUiError(error.kind, error.tool, `${error.message}. ${hint}`, { cause: error });
  }
}
