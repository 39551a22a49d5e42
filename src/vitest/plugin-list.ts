/** The plugins of a configuration as they are written: nested, promised, or left out by a condition. */
import type { ViteUserConfig } from 'vitest/config';

export const PLUGIN_NAME = 'vitest-agent-eval';

export interface ListedPlugin {
  readonly name: string;
  readonly api?: unknown;
}

export async function flatPlugins(
  option: NonNullable<ViteUserConfig['plugins']>[number],
): Promise<readonly ListedPlugin[]> {
  const given = await option;
  if (!given) return [];
  if (!Array.isArray(given)) return 'name' in given ? [given] : [];
  return (await Promise.all(given.map(flatPlugins))).flat();
}
