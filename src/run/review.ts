/** The end of a conversation: its turns and what the judge says of the whole become a verdict. */
import type { Conversation } from '../conversation.ts';
import { JudgeError, type JudgeContext, type ScenarioInput } from '../judge/judge.ts';
import { BudgetExceededError } from '../models/ledger.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import type { ScenarioJudgement } from '../rubric/judgement.ts';
import { outcomeAskedWith, readOutcome } from '../rubric/outcome.ts';
import type { TurnVerdict, Verdict } from '../rubric/verdict-types.ts';
import { scenarioVerdict } from '../rubric/verdict.ts';
import type { RunContext } from './context.ts';

export interface Reviewed {
  readonly verdict: Verdict;
  /** null: the review failed, and decided nothing. */
  readonly judgement: ScenarioJudgement | null;
}

/** Rejects as the judge does, where its review decides something; else a failed one is a warning. */
export async function reviewScenario(
  { scenario }: ScenarioPlan,
  context: Pick<RunContext, 'judge' | 'constraints'>,
  conversation: Conversation,
  turns: readonly TurnVerdict[],
  judgeContext: JudgeContext,
): Promise<Reviewed> {
  const known = {
    severity: scenario.severity,
    turns,
    expectedTurns: scenario.turns.length,
    ruledOutcome: readOutcome(scenario.outcome_checks, conversation),
  };
  const provisional = scenarioVerdict({ ...known, judgement: null });
  const input: ScenarioInput = {
    scenario,
    conversation,
    provisional,
    outcome: outcomeAskedWith(scenario) === 'review' ? 'asked' : 'told',
    constraints: context.constraints,
  };
  try {
    const judgement = await context.judge.judgeScenario(input, judgeContext);
    return { verdict: scenarioVerdict({ ...known, judgement }), judgement };
  } catch (error) {
    const isOurs = error instanceof JudgeError || error instanceof BudgetExceededError;
    if (!isOurs || judgeContext.signal.aborted || decides(input)) throw error;
    const warning = `The review of the scenario failed, and could have changed nothing: ${error.message}`;
    return {
      verdict: { ...provisional, warnings: [...provisional.warnings, warning] },
      judgement: null,
    };
  }
}

/** A violation or a missed outcome fails a critical scenario, and a known limit makes it blocked: else it explains. */
function decides({ scenario, provisional, constraints }: ScenarioInput): boolean {
  return constraints.length > 0 || (scenario.severity === 'critical' && provisional.status !== 'FAIL');
}
