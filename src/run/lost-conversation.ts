/** A conversation that the agent lost: nobody's fault, and it can't be gone on with. */
import { AgentUiError } from '../agents/contract.ts';
import type { Scenario } from '../scenario/schema.ts';

/** A restarted agent does not know our session any more, in the words of its generations. */
const SESSION_GONE = /session\b.*\bnot found|\bnot found\b.*\/sessions\b|no such session|unknown session/i;

/** The connection broke over a message, or the agent does not know the session any more. */
export function isLostConversation(error: unknown): error is AgentUiError {
  if (!(error instanceof AgentUiError)) return false;
  return error.kind === 'unreachable' || (error.kind === 'refused' && SESSION_GONE.test(error.message));
}

/** What is seeded into the agent's memory and not cleared before would be there twice. */
export function mayBeginAgain({ setup }: Pick<Scenario, 'setup'>): boolean {
  return (setup.memory_seed ?? []).length === 0 || setup.memory_clear === true;
}
