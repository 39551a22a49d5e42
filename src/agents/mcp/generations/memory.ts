/** The agent's memory, which all its sessions share: touched only when a scenario asks for it. */
import type { CallOptions, MemoryWish } from '../../contract.ts';
import type { ToolCaller } from '../tool-caller.ts';

/** Empties first, then seeds. Offered by servers that run with GAIA_MEMORY_ADMIN=1; others refuse. */
export async function prepareMemory(
  call: ToolCaller,
  { clear, seed }: MemoryWish,
  options: CallOptions & { readonly timeoutMs: number },
): Promise<void> {
  if (clear) await call('memory_clear', { scope: 'all' }, options);
  if (seed.length > 0) await call('memory_seed', { items: seed }, options);
}
