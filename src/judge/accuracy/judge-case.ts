/** One labelled answer through a judge and the rubric, as a run would judge it. */
import type { Conversation, Exchange } from '../../conversation.ts';
import { ceilingsOf } from '../../rubric/ceilings.ts';
import { withClaims } from '../../rubric/claims.ts';
import { readTurn } from '../../rubric/read-turn.ts';
import type { TurnVerdict } from '../../rubric/verdict-types.ts';
import { turnVerdict } from '../../rubric/verdict.ts';
import type { ResolvedTruth } from '../../scenario/ground-truth.ts';
import type { Turn } from '../../scenario/schema.ts';
import type { Judge, JudgeContext } from '../judge.ts';
import type { LabelledCase } from './cases.ts';

/** The scenario's own turn, where the case's scenario is at hand. */
export interface KnownTurn {
  readonly turn: Turn;
  readonly truth: ResolvedTruth;
  readonly turns: number;
}

function conversation(item: LabelledCase): Conversation {
  return (item.prior ?? []).map((earlier, index) => ({
    turn: index + 1,
    user_message: earlier.user,
    agent_response: earlier.agent,
    tool_calls: [],
    stats: null,
    elapsed_s: 0,
  }));
}

/** The case's own ground truth, for a scenario that is not at hand. */
export function truthOfCase(item: LabelledCase): ResolvedTruth {
  return {
    doc_id: null,
    facts: (item.facts ?? []).map((fact) => ({ doc_id: '', ...fact })),
    expected_answer: item.expected_answer,
    expected_behavior: item.expected_behavior ?? null,
    expected_phrases: [],
    note: null,
  };
}

/** The verdict of the case's turn. Rejects as the judge does. */
export async function judgeCase(
  item: LabelledCase,
  known: KnownTurn | null,
  judge: Pick<Judge, 'judgeTurn'>,
  context: JudgeContext,
): Promise<TurnVerdict> {
  const turn: Turn = known?.turn ?? { turn: item.turn };
  const truth = known?.truth ?? truthOfCase(item);
  const before = conversation(item);
  const exchange: Exchange = {
    turn: item.turn,
    user_message: item.user_message,
    agent_response: item.agent_response,
    tool_calls: item.agent_tools.map((call) => ({ ...call, arguments: null })),
    stats: null,
    elapsed_s: 0,
  };
  const reading = readTurn({ turn, truth, before, exchange, turns: known?.turns ?? item.turn });
  const { scenario_id: id, category, severity } = item;
  const scenario = { id, category, severity, persona: '' };
  const judgement = await judge.judgeTurn(
    { scenario, turn, truth, before, exchange, expectedOutcome: null, reading },
    context,
  );
  const { claims } = judgement;
  const ceilings = withClaims(ceilingsOf(reading), { claims, turn, truth });
  return turnVerdict({ turn: item.turn, judgement, ceilings });
}
