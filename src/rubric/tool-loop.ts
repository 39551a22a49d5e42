/** Tool loops: the same call over and over. Source: the benchmark's rubric, docs/rubric.md. */
import type { Conversation, Exchange, ToolCall } from '../conversation.ts';

/** Loading of the session's documents by the backend, which is no choice of the agent. */
const BACKEND_CALLS: ReadonlySet<string> = new Set(['index_documents']);

/** The calls the agent chose to make. */
export function chosenCalls(exchange: Exchange): readonly ToolCall[] {
  return exchange.tool_calls.filter((call) => !BACKEND_CALLS.has(call.tool));
}

/** Two calls are the same when tool, arguments and, where the log shows no arguments, the results agree. */
function signature(call: ToolCall): string {
  return JSON.stringify([call.tool, call.arguments ?? call.summary]);
}

const SAME_CALL_LIMIT = 3;
const ALTERNATING_LIMIT = 5;
const CALLS_PER_TURN = 3;

function longestRun(signatures: readonly string[]): { length: number; end: number } {
  let best = { length: 0, end: 0 };
  let length = 0;
  for (const [index, current] of signatures.entries()) {
    length = index > 0 && signatures[index - 1] === current ? length + 1 : 1;
    if (length > best.length) best = { length, end: index };
  }
  return best;
}

function longestAlternation(signatures: readonly string[]): { length: number; end: number } {
  let best = { length: 0, end: 0 };
  let length = 0;
  for (const [index, current] of signatures.entries()) {
    const alternates = signatures[index - 1] !== current && (length < 2 || signatures[index - 2] === current);
    length = alternates ? length + 1 : signatures[index - 1] === current ? 1 : 2;
    if (index === 0) length = 1;
    if (length > best.length) best = { length, end: index };
  }
  return best;
}

/**
 * What makes the turn's calls a loop, in words, or null.
 * The number of calls is compared with 3 × the turns of the scenario, over the conversation up to this turn.
 */
export function toolLoop(exchange: Exchange, before: Conversation, turns: number): string | null {
  const calls = chosenCalls(exchange);
  const signatures = calls.map(signature);
  const run = longestRun(signatures);
  if (run.length >= SAME_CALL_LIMIT) {
    return `${calls[run.end]?.tool ?? 'a tool'} was called ${run.length} times running with the same arguments`;
  }
  const alternation = longestAlternation(signatures);
  if (alternation.length >= ALTERNATING_LIMIT) {
    const [one, other] = [calls[alternation.end - 1]?.tool, calls[alternation.end]?.tool];
    return `${one ?? 'one tool'} and ${other ?? 'another'} alternated over ${alternation.length} calls`;
  }
  const total = calls.length + before.reduce((sum, earlier) => sum + chosenCalls(earlier).length, 0);
  if (calls.length > 0 && total > CALLS_PER_TURN * turns) {
    return `${total} tool calls by now are more than ${CALLS_PER_TURN} for each of the ${turns} turns`;
  }
  return null;
}
