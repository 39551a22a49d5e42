/** Turns are judged while the conversation goes on: judging never steers it, and the agent never waits for it. */
import type { Conversation, Exchange } from '../conversation.ts';
import type { JudgeContext } from '../judge/judge.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import { ceilingsOf } from '../rubric/ceilings.ts';
import { withClaims } from '../rubric/claims.ts';
import { readTurn } from '../rubric/read-turn.ts';
import type { TurnVerdict } from '../rubric/verdict-types.ts';
import { turnVerdict } from '../rubric/verdict.ts';
import type { RunContext } from './context.ts';

/** The judge's view of one exchange, with the rubric applied. */
export async function judgeExchange(
  plan: ScenarioPlan,
  context: Pick<RunContext, 'judge'>,
  before: Conversation,
  exchange: Exchange,
  judgeContext: JudgeContext,
): Promise<TurnVerdict> {
  const index = exchange.turn - 1;
  const turn = plan.scenario.turns[index];
  const truth = plan.truths[index];
  if (!turn || !truth) throw new Error(`the plan has no turn ${exchange.turn}`);
  const facts = { turn, truth, before, exchange };
  const reading = readTurn({ ...facts, turns: plan.scenario.turns.length });
  const judgement = await context.judge.judgeTurn(
    { scenario: plan.scenario, ...facts, reading },
    judgeContext,
  );
  const { claims } = judgement;
  const ceilings = withClaims(ceilingsOf(reading), { claims, turn, truth });
  return turnVerdict({ turn: exchange.turn, judgement, ceilings });
}

export interface BackgroundJudging {
  add(judgement: Promise<TurnVerdict>): void;
  /** Rejects as soon as one judgement has failed; look at it before the next message is sent. */
  throwIfFailed(): void;
  /** All verdicts, in order of turns; rejects with the first failure. */
  all(): Promise<readonly TurnVerdict[]>;
  /** Those that have arrived, for the trace of a scenario that ended early. */
  arrived(): readonly TurnVerdict[];
}

export function judgeInBackground(): BackgroundJudging {
  const judgements: Promise<TurnVerdict>[] = [];
  const arrived: TurnVerdict[] = [];
  let failure: { readonly error: unknown } | null = null;
  return {
    add(judgement) {
      judgements.push(judgement);
      judgement.then(
        (verdict) => arrived.push(verdict),
        (error: unknown) => {
          failure ??= { error };
        },
      );
    },
    throwIfFailed() {
      if (failure) throw failure.error;
    },
    all: () => Promise.all(judgements),
    arrived: () => arrived.toSorted((a, b) => a.turn - b.turn),
  };
}
