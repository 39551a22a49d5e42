/** The answers that are judged must be the ones the session holds. */
import type { StoredMessage } from '../agents/contract.ts';
import type { Conversation } from '../conversation.ts';

/** Some generations of the agent cut stored messages at this length. */
const STORED_LENGTH = 2_000;

/**
 * The first difference between what was judged and what the agent stored, or null. The session must hold its own
 * messages, each before its answer: an agent that answers for another session stores another conversation.
 */
export function transcriptDifference(
  conversation: Conversation,
  stored: readonly StoredMessage[],
): string | null {
  const answers = stored.filter((message) => message.role === 'assistant');
  if (answers.length !== conversation.length) {
    return `the session holds ${answers.length} answers, ${conversation.length} were given`;
  }
  for (const [index, exchange] of conversation.entries()) {
    const kept = normal(answers[index]?.content ?? '');
    const given = normal(exchange.agent_response);
    const same = kept === given || (kept.length >= STORED_LENGTH - 100 && sameBeginning(kept, given));
    if (!same) return `the session holds another answer for turn ${exchange.turn}`;
  }
  return messagesDifference(conversation, stored);
}

function messagesDifference(conversation: Conversation, stored: readonly StoredMessage[]): string | null {
  const said = stored.filter(({ role }) => role === 'user' || role === 'assistant');
  for (const [index, exchange] of conversation.entries()) {
    const message = said[2 * index];
    const kept = normal(message?.content ?? '');
    const sent = normal(exchange.user_message);
    // An agent may store more than what was said, such as the names of documents.
    const same = kept.includes(sent) || (kept.length >= STORED_LENGTH - 100 && sameBeginning(kept, sent));
    if (message?.role !== 'user' || !same) {
      return `the session does not hold the message of turn ${exchange.turn} in its place`;
    }
  }
  return null;
}

function sameBeginning(kept: string, given: string): boolean {
  // A cut text may end in an ellipsis or a remark that it was cut: leave its last words out of the comparison.
  const length = Math.max(0, Math.min(kept.length, STORED_LENGTH) - 100);
  return given.startsWith(kept.slice(0, length));
}

/** Spacing is the storage's business. */
function normal(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
