/** Which generation drives a server is read from its list of tools; version numbers are empty or a library's. */
import { AgentUiError } from '../../contract.ts';
import type { Generation } from './generation.ts';
import { sendMessageGeneration } from './send-message.ts';
import { startMessageGeneration } from './start-message.ts';

/** The most capable first: a newer server also offers the older tools. */
export const generations: readonly Generation[] = [startMessageGeneration, sendMessageGeneration];

/** The first generation whose tools are all there. Throws AgentUiError `unreachable` that names the missing ones. */
export function chooseGeneration(
  tools: readonly string[],
  known: readonly Generation[] = generations,
): Generation {
  const offered = new Set(tools);
  const missing = known.map(({ name, needs }) => ({
    name,
    tools: needs.filter((tool) => !offered.has(tool)),
  }));
  const match = known.find((_, index) => missing[index]?.tools.length === 0);
  if (match) return match;
  const wanted = missing.map(({ name, tools: lacking }) => `${name} needs ${lacking.join(', ')}`).join('; ');
  const has = tools.length > 0 ? tools.join(', ') : 'none';
  throw new AgentUiError(
    'unreachable',
    'connect',
    `This MCP server is no Agent UI we can drive: missing tools (${wanted}). It offers: ${has}. ` +
      "Point AGENT_EVAL_MCP at the agent's own MCP server, or update vitest-agent-eval.",
  );
}
