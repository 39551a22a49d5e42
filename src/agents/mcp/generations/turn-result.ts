/** A finished turn as the agent shows it, read: its answer and tool calls, or why it was none. */
import { AgentUiError, type AgentReply } from '../../contract.ts';
import type { Prompt, ResponseStats, ToolCall } from '../../../conversation.ts';
import { failedTurn } from '../failed-turn.ts';
import { meaningOf } from '../failure-words.ts';
import { type AgentStep, toolCalls } from '../tool-calls.ts';
import { promptText } from './prompt-text.ts';
import type { TurnStep, TurnView } from './turn-schemas.ts';

/**
 * `runStatus` is the session's `last_run_status`, the strongest sign of a turn that failed: a model that gave up ends
 * `completed`, with prose for an answer. Throws AgentUiError `failed_turn`, or `unreachable` when the turn was lost.
 */
export function readTurn(view: TurnView, runStatus: string | null, prompts: readonly Prompt[]): AgentReply {
  const response = responseOf(view);
  const calls = callsOf(view.steps);
  const stats = statsOf(view);
  const excuse = failedTurn({ content: response, steps: calls.length, eventLog: [], stats });
  const said = response.trim();
  // The status of a turn that the model spoiled says `failed` as well: it is its own, and judged.
  const isSpoiled = meaningOf(said) === 'own_failure';
  const isFailure =
    (excuse !== null && (said !== '' || view.outcome !== 'disconnected')) ||
    (!isSpoiled && (runStatus === 'failed' || view.outcome === 'error')) ||
    runStatus === 'stopped' ||
    view.outcome === 'cancelled';
  if (isFailure) throw failure(said || view.error || excuse || '(nothing)');
  if (view.outcome === 'disconnected') {
    const reason = view.error ?? 'no reason given';
    throw new AgentUiError('unreachable', 'send_message', `The agent's MCP server lost the turn: ${reason}`);
  }
  const asked = [...prompts, ...view.denials.map(denial)];
  return {
    agent_response: response,
    tool_calls: calls,
    ...(asked.length > 0 && { prompts: asked }),
    stats,
  };
}

/** A turn that the model spoiled has its words where errors stand; the session keeps them as its answer. */
function responseOf({ content, error }: TurnView): string {
  const isSpoiled = content.trim() === '' && error !== null && meaningOf(error) === 'own_failure';
  return isSpoiled ? error : content;
}

/** The agent's words for a device that its host does not have. */
const NO_SUCH_DEVICE = /Requested device '([^']*)' is not available on this host/;

const WORDS_KEPT = 500;

function failure(words: string): AgentUiError {
  const device = NO_SUCH_DEVICE.exec(words)?.[1];
  const said = words.length > WORDS_KEPT ? `${words.slice(0, WORDS_KEPT)}…` : words;
  const hint =
    device === undefined
      ? ''
      : ` Its sessions ask for device "${device}"; on a host without one set AGENT_EVAL_DEVICE=cpu.`;
  return new AgentUiError(
    'failed_turn',
    'send_message',
    `The agent could not take its turn and said: ${said}${hint}`,
  );
}

/** Arguments stand in the step itself, so no event log is read. */
function callsOf(steps: readonly TurnStep[]): ToolCall[] {
  return steps.flatMap((step) => {
    if (step.type !== 'tool' || step.tool === null) return [];
    return toolCalls([agentStep(step.tool, step)], []).map((call) => ({
      ...call,
      arguments: step.detail || call.arguments,
    }));
  });
}

function agentStep(tool: string, { success, result, command }: TurnStep): AgentStep {
  return {
    tool,
    // Of calls made at once, the server notes only the last one's end.
    success: success ?? true,
    summary: result ?? '',
    command: command?.command ?? null,
    stdout: command?.stdout ?? null,
    stderr: command?.stderr ?? null,
    exit_code: command?.return_code ?? null,
  };
}

/** Rates of a turn without output are those of an earlier one. */
function statsOf({ footer }: TurnView): ResponseStats | null {
  if (!footer) return null;
  const { input_tokens, output_tokens } = footer;
  if (input_tokens === null && output_tokens === null) return null;
  const isMeasured = output_tokens !== null && output_tokens > 0;
  return {
    tokens_per_second: isMeasured ? footer.tokens_per_second : null,
    time_to_first_token: isMeasured ? footer.time_to_first_token_s : null,
    input_tokens,
    output_tokens,
  };
}

/** What the backend refused by itself, without asking. */
function denial({ tool, message }: TurnView['denials'][number]): Prompt {
  return {
    kind: 'permission',
    text: promptText(tool ?? 'a tool', message),
    decision: 'denied',
    answer: null,
  };
}
