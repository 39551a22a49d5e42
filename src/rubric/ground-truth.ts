/** A turn's answer against its ground truth, by rules alone. Read by the ceilings and by the rules judge. */
import type { Conversation, Exchange } from '../conversation.ts';
import type { ResolvedTruth } from '../scenario/ground-truth.ts';
import { compareAnswer, type Comparison } from '../text/compare.ts';
import { readUnknown, type UnknownReading } from '../text/invention.ts';

export type TruthReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reading: UnknownReading }
  | { readonly kind: 'expected'; readonly comparison: Comparison };

export interface TruthInput {
  readonly truth: ResolvedTruth;
  readonly before: Conversation;
  readonly exchange: Exchange;
}

/** What the rules read in the answer; `none` when no answer is fixed. */
export function readTruth({ truth, before, exchange }: TruthInput): TruthReading {
  const told = before.flatMap((earlier) => [earlier.user_message, earlier.agent_response]);
  const question = exchange.user_message;
  if (truth.expected_answer === undefined) return { kind: 'none' };
  if (truth.expected_answer === null) {
    return { kind: 'unknown', reading: readUnknown({ answer: exchange.agent_response, question, told }) };
  }
  const facts = truth.facts.flatMap((fact) => (fact.answer === null ? [] : [fact.answer]));
  const input = {
    answer: exchange.agent_response,
    question,
    earlier: before.map((turn) => turn.user_message),
    told: [...told, question, ...facts, ...(truth.note === null ? [] : [truth.note])],
  };
  const first = compareAnswer({ ...input, expected: truth.expected_answer });
  if (first.outcome === 'right') return { kind: 'expected', comparison: first };
  for (const phrase of truth.expected_phrases) {
    const other = compareAnswer({ ...input, expected: phrase });
    if (other.outcome === 'right') return { kind: 'expected', comparison: other };
  }
  return { kind: 'expected', comparison: first };
}
