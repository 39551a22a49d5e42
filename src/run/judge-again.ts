/** A stored conversation, judged again by another judge or by the scenario as it reads today. The agent is not asked. */
import type { Conversation, Exchange } from '../conversation.ts';
import type { Judge } from '../judge/judge.ts';
import { createLedger, NOTHING_SPENT, type Funds, type Ledger } from '../models/ledger.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import { buildResult, scenarioFingerprint } from '../results/store/scenario-result.ts';
import type { ScenarioResult, TurnResult } from '../results/store/schema.ts';
import type { Status } from '../rubric/verdict-types.ts';
import { judgeExchange } from './judging.ts';
import { stopFor } from './outcome.ts';
import { reviewScenario } from './review.ts';

/** A judge's work, or the want of it, made these: another judge can change them. */
const BY_A_JUDGE: ReadonlySet<Status> = new Set(['PASS', 'FAIL', 'ERRORED', 'BUDGET_EXCEEDED']);

/**
 * Why a result stays as it is, in words without a full stop; null when it can be judged again.
 * @param plan of today's scenario of that id; null when there is none.
 * @param takesChanged judges by today's text, too, where that is another than the conversation was held for.
 */
export function whyKept(
  result: ScenarioResult,
  plan: ScenarioPlan | null,
  takesChanged: boolean,
): string | null {
  const { status, turns } = result;
  if (!BY_A_JUDGE.has(status)) return `it is ${status}, which no judge decides again`;
  if (plan === null) return 'no scenario has its id';
  if (turns.length !== plan.scenario.turns.length || turns.some(({ turn }, index) => turn !== index + 1))
    return `its conversation is not whole: ${turns.length} of ${plan.scenario.turns.length} turns`;
  const other = turns.find(({ turn, user_message }) => {
    const asked = plan.scenario.turns[turn - 1]?.user_message;
    return asked !== undefined && asked.trim() !== user_message.trim();
  });
  if (other !== undefined) return `turn ${other.turn} asks something else today`;
  if (!takesChanged && scenarioFingerprint(plan.scenario) !== result.scenario_fingerprint)
    return "its scenario reads otherwise today; --changed judges it by today's text";
  return null;
}

/** A result that stays as it is, as a result of the new run: nothing was paid for it there. */
export function takenOver(result: ScenarioResult, runId: string): ScenarioResult {
  return {
    ...result,
    run_id: runId,
    judged_from: result.run_id,
    spend: { ...NOTHING_SPENT },
    cost_estimate: { ...result.cost_estimate, estimated_usd: 0 },
  };
}

export interface JudgedBy {
  readonly judge: Judge;
  /** null for the rules. */
  readonly model: string | null;
  /** Known limits of the agent's architecture. */
  readonly constraints: readonly string[];
}

export interface JudgeAgainOptions {
  readonly signal: AbortSignal;
  /** US dollars for this scenario. */
  readonly budget: number;
  /** What all of them are paid from. */
  readonly funds: Funds;
  readonly runId: string;
}

/** Never rejects: a fault of the judge is a status, as in a run. */
export async function judgeAgain(
  result: ScenarioResult,
  plan: ScenarioPlan,
  by: JudgedBy,
  { signal, budget, funds, runId }: JudgeAgainOptions,
): Promise<ScenarioResult> {
  const conversation = conversationOf(result);
  const ledger = createLedger(budget, { also: funds });
  const reviewed = await review(plan, conversation, by, { signal, ledger }).catch((error: unknown) => ({
    failure: stopFor(error, signal),
  }));
  const failure =
    'failure' in reviewed ? { status: reviewed.failure.status, error: reviewed.failure.message } : null;
  const built = buildResult({
    runId,
    scenario: plan.scenario,
    file: plan.file,
    conversation,
    verdict: 'failure' in reviewed ? null : reviewed.verdict,
    judgement: 'failure' in reviewed ? null : reviewed.judgement,
    failure,
    session: result.session,
    documents: result.documents,
    judge: { name: by.judge.name, fingerprint: by.judge.fingerprint, model: by.model },
    simulator: result.simulator,
    spend: ledger.spent,
    startedAt: new Date(result.started_at),
    elapsedS: result.elapsed_s,
    attempt: result.attempt,
  });
  // What the agent took stands in the trace only, and a judge does not change it.
  const performanceOf = new Map(result.turns.map(({ turn, performance }) => [turn, performance]));
  return {
    ...built,
    turns: built.turns.map((turn) => ({ ...turn, performance: performanceOf.get(turn.turn) ?? null })),
    performance_summary: result.performance_summary,
    judged_from: result.run_id,
  };
}

async function review(
  plan: ScenarioPlan,
  conversation: Conversation,
  by: JudgedBy,
  context: { readonly signal: AbortSignal; readonly ledger: Ledger },
) {
  const turns = await Promise.all(
    conversation.map((held, index) => judgeExchange(plan, by, conversation.slice(0, index), held, context)),
  );
  return await reviewScenario(plan, by, conversation, turns, context);
}

/** As it was held. What the agent measured of itself is kept apart: see {@link judgeAgain}. */
export function conversationOf({ turns }: ScenarioResult): Conversation {
  return turns.map(exchangeOf);
}

function exchangeOf(stored: TurnResult): Exchange {
  const { turn, user_message, agent_response, tool_calls, prompts, verified, before, elapsed_s } = stored;
  return {
    turn,
    user_message,
    agent_response,
    tool_calls,
    ...(prompts && { prompts }),
    ...(verified && { verified }),
    ...(before && { before }),
    stats: null,
    elapsed_s,
  };
}
