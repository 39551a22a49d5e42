/** Looks at the agent's own state after a turn, where its scenario asks for that. */
import { AgentUiError, type AgentUi } from '../agents/contract.ts';
import type { Exchange, ToolCall } from '../conversation.ts';
import { shorten } from '../models/untrusted.ts';
import type { Turn } from '../scenario/schema.ts';
import { lookUpText, wantedLookUps, type LookUp } from '../scenario/verification.ts';

/** Characters of a result that are kept. */
const RESULT = 8_000;

/**
 * The exchange with what was looked up. A look that fails is kept as a failed call: it says nothing of the agent's
 * answer, and leaves the turn undecided.
 */
export async function withLookUps(
  agent: Pick<AgentUi, 'look'>,
  turn: Pick<Turn, 'success_criteria' | 'checks'>,
  held: Exchange,
): Promise<Exchange> {
  const { calls } = wantedLookUps(turn);
  const verified: ToolCall[] = [];
  for (const call of calls) verified.push(await lookUp(agent, call));
  return verified.length === 0 ? held : { ...held, verified };
}

async function lookUp(agent: Pick<AgentUi, 'look'>, call: LookUp): Promise<ToolCall> {
  const made = { tool: call.tool, arguments: lookUpText(call) };
  try {
    const result = await agent.look(call);
    return { ...made, success: true, summary: shorten(JSON.stringify(result) ?? '', RESULT) };
  } catch (error) {
    const isOurs = error instanceof AgentUiError && error.kind !== 'aborted' && error.kind !== 'down';
    if (!isOurs) throw error;
    return { ...made, success: false, summary: shorten(error.message, RESULT) };
  }
}

/** Why what the scenario wants verified was not, without a full stop; null when it was, or nothing is wanted. */
export function unverified(
  turn: Pick<Turn, 'success_criteria' | 'checks'>,
  { verified = [] }: Exchange,
): string | null {
  const { calls, problem } = wantedLookUps(turn);
  if (problem !== null) return problem;
  const failed = verified.find(({ success }) => !success);
  if (failed !== undefined) return `${failed.tool} could not be looked up: ${failed.summary}`;
  return verified.length < calls.length ? 'what the turn wants verified was not looked up' : null;
}
