/** The result as it travels in `task.meta` and in blobs: whole, unless it would be too large to carry about. */
import type { ScenarioResult } from '../results/store/schema.ts';

/** Bytes of JSON; Vitest carries megabytes, but slowly. */
const MAX_META_BYTES = 200_000;
/** Characters an answer keeps when a result has to be trimmed. */
const TRIMMED_LENGTH = 2_000;

export function trimmedForMeta(result: ScenarioResult): ScenarioResult {
  if (Buffer.byteLength(JSON.stringify(result)) <= MAX_META_BYTES) return result;
  return {
    ...result,
    turns: result.turns.map((turn) => ({
      ...turn,
      user_message: cut(turn.user_message),
      agent_response: cut(turn.agent_response),
      reasoning: cut(turn.reasoning),
      tool_calls: turn.tool_calls.slice(0, 50).map((call) => ({
        ...call,
        arguments: call.arguments === null ? null : cut(call.arguments),
        summary: cut(call.summary),
      })),
      agent_tools: turn.agent_tools.slice(0, 50),
    })),
  };
}

function cut(text: string): string {
  return text.length <= TRIMMED_LENGTH ? text : `${text.slice(0, TRIMMED_LENGTH)}… (whole text in the trace)`;
}
