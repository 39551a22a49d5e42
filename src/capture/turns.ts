/** Stored messages → the turns of a scenario; or why there are none. */
import { failedTurn } from '../agents/mcp/failed-turn.ts';
import { CaptureError, type RecordedMessage, type RecordedSession } from './recorded-session.ts';

/** Where the Agent UI's MCP server cuts messages. */
const MCP_CUT = 2000;

export interface CapturedTurn {
  readonly user_message: string;
  readonly tools: readonly string[];
  /** What the agent said then: shown to the author, no ground truth. */
  readonly answer: string;
  /** The message may be only the beginning of what the user sent. */
  readonly cut: boolean;
}

export interface CapturedTurns {
  readonly turns: readonly CapturedTurn[];
  readonly warnings: readonly string[];
}

/**
 * @param finishedOnly take the finished turns of a session whose last message has no answer.
 * @throws CaptureError for a session that is empty, still running, or in which every turn failed.
 */
export function turnsOf(session: RecordedSession, finishedOnly = false): CapturedTurns {
  const warnings: string[] = [];
  const turns: CapturedTurn[] = [];
  const failures: string[] = [];
  const { asked, unanswered, ignored } = pairsOf(session);
  if (ignored > 0) warnings.push(`${String(ignored)} messages of neither user nor agent are left out`);
  if (asked.length === 0 && unanswered === 0) {
    throw new CaptureError(
      `The session ${session.id} is empty: there is nothing to capture. Talk to the agent first.`,
    );
  }
  refuseRunning(session, asked.length, finishedOnly, warnings);
  for (const [index, { message, answer, lost }] of asked.entries()) {
    const number = String(index + 1);
    if (lost > 0) warnings.push(`before message ${number}: ${messages(lost)} without an answer left out`);
    const failure = failureOf(session, answer, index === asked.length - 1);
    if (failure !== null) failures.push(failure);
    if (failure !== null || message.trim() === '') {
      warnings.push(
        `message ${number} is left out: ${failure === null ? 'it is empty' : `the agent failed (${failure.slice(0, 120)})`}`,
      );
      continue;
    }
    const cut = session.source === 'mcp' && message.length >= MCP_CUT;
    if (cut) warnings.push(`message ${number} is cut at ${String(MCP_CUT)} characters: complete it by hand`);
    turns.push({ user_message: message, tools: answer.tools, answer: answer.content, cut });
  }
  if (turns.length === 0) {
    const reason = failures[0];
    throw new CaptureError(
      reason === undefined
        ? `The session ${session.id} has no message with an answer: there is nothing to capture.`
        : `Every turn of the session ${session.id} failed, so it shows nothing of the agent: ${reason}`,
    );
  }
  return { turns, warnings };
}

function refuseRunning(
  session: RecordedSession,
  finished: number,
  finishedOnly: boolean,
  warnings: string[],
): void {
  const last = session.messages.findLast(({ role }) => role === 'user' || role === 'assistant');
  if (!session.running && last?.role !== 'user') return;
  if (finishedOnly && finished > 0) {
    warnings.push('the last message has no answer yet and is left out');
    return;
  }
  const state = session.running ? 'the agent is working on it' : 'the agent is working on it, or was stopped';
  const choice =
    finished === 0
      ? 'Wait for its answer.'
      : `Wait, or capture the ${String(finished)} turns before it (finished turns only).`;
  throw new CaptureError(
    `The last message of the session ${session.id} has no answer yet: ${state}. ${choice}`,
  );
}

interface Asked {
  readonly message: string;
  readonly answer: RecordedMessage;
  /** Messages before it that got no answer. */
  readonly lost: number;
}

function pairsOf(session: RecordedSession): { asked: Asked[]; unanswered: number; ignored: number } {
  const asked: Asked[] = [];
  let pending: string[] = [];
  let ignored = 0;
  for (const each of session.messages) {
    if (each.role === 'user') pending.push(each.content);
    else if (each.role === 'assistant' && pending.length > 0) {
      const message = session.joinsFollowUps ? pending.join('\n\n') : (pending.at(-1) ?? '');
      asked.push({ message, answer: each, lost: session.joinsFollowUps ? 0 : pending.length - 1 });
      pending = [];
    } else ignored += 1;
  }
  return { asked, unanswered: pending.length, ignored };
}

function failureOf(session: RecordedSession, answer: RecordedMessage, isLast: boolean): string | null {
  const { content, calls, outputTokens } = answer;
  if (isLast && session.lastTurnFailed) return content.trim() === '' ? 'it gave no answer' : content.trim();
  const failure = failedTurn({
    content,
    steps: calls,
    eventLog: [],
    // Over MCP nothing is known of tokens; that is no sign of a failure.
    stats: {
      tokens_per_second: null,
      time_to_first_token: null,
      input_tokens: null,
      output_tokens: outputTokens ?? (session.source === 'mcp' ? 1 : 0),
    },
  });
  return failure ?? (content.trim() === '' && calls === 0 ? 'an empty answer' : null);
}

function messages(count: number): string {
  return count === 1 ? 'one message' : `${String(count)} messages`;
}
