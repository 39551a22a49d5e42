/** Turns are judged while the conversation goes on: judging never steers it, and the agent never waits for it. */
import type { Conversation, Exchange } from '../conversation.ts';
import { JudgeError, type Judge, type JudgeContext, type TurnInput } from '../judge/judge.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import { ceilingsOf } from '../rubric/ceilings.ts';
import { withClaims } from '../rubric/claims.ts';
import { DIMENSIONS } from '../rubric/dimensions.ts';
import type { TurnJudgement } from '../rubric/judgement.ts';
import { outcomeAskedWith } from '../rubric/outcome.ts';
import { readTurn } from '../rubric/read-turn.ts';
import { MIN_CORRECTNESS } from '../rubric/turn-verdict.ts';
import type { Ceiling, TurnVerdict } from '../rubric/verdict-types.ts';
import { turnVerdict } from '../rubric/verdict.ts';
import type { RunContext } from './context.ts';
import { unverified } from './verify.ts';

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
  const turns = plan.scenario.turns.length;
  const reading = readTurn({ ...facts, turns });
  const isLast = exchange.turn === turns;
  const asksOutcome = isLast && outcomeAskedWith(plan.scenario) === 'last_turn';
  const input: TurnInput = {
    scenario: plan.scenario,
    ...facts,
    expectedOutcome: asksOutcome ? plan.scenario.expected_outcome : null,
    reading,
  };
  const certain = ceilingsOf(reading);
  const judgement = await judgementOf(input, context.judge, certain, judgeContext);
  const ceilings = withClaims(certain, { claims: judgement.claims, turn, truth });
  return turnVerdict({ turn: exchange.turn, judgement, ceilings });
}

/** Of a turn that nobody can judge there is none; of one that a certain rule has failed, a judge's fault costs nothing. */
async function judgementOf(
  input: TurnInput,
  judge: Judge,
  ceilings: readonly Ceiling[],
  context: JudgeContext,
): Promise<TurnJudgement> {
  const open = unverified(input.turn, input.exchange);
  if (open !== null) return { ...UNJUDGED, undecided: open };
  try {
    return await judge.judgeTurn(input, context);
  } catch (error) {
    const isFailed = ceilings.some(
      ({ dimension, max }) => dimension === 'correctness' && max < MIN_CORRECTNESS,
    );
    if (!(error instanceof JudgeError) || context.signal.aborted || !isFailed) throw error;
    return { ...UNJUDGED, warnings: [error.message.replace(/\.$/, '')] };
  }
}

const UNJUDGED: TurnJudgement = {
  scores: {},
  declared: DIMENSIONS,
  reasoning: '',
  failure_category: null,
  hallucination: false,
  undecided: null,
  claimed_overall: null,
  claimed_pass: null,
  claims: [],
  unsupported: [],
  outcome: null,
  warnings: [],
};

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
