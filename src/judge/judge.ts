/** The one interface the rest of the house knows of a judge. */
import type { Conversation, Exchange } from '../conversation.ts';
import type { Ledger } from '../models/ledger.ts';
import type { ScenarioJudgement, TurnJudgement } from '../rubric/judgement.ts';
import type { TurnReading } from '../rubric/read-turn.ts';
import type { Verdict } from '../rubric/verdict-types.ts';
import type { ResolvedTruth } from '../scenario/ground-truth.ts';
import type { Scenario, Turn } from '../scenario/schema.ts';
import type { Wait } from '../waiting.ts';

export interface JudgeContext {
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  /** Hears what is waited for, and null when it is no more. */
  readonly onWait?: (wait: Wait | null) => void;
  /** Hears what a reader of the result should know of the model that was asked, once. */
  readonly onNote?: (note: string) => void;
}

/** All a judge sees of a turn: this turn's ground truth, the conversation before it, the exchange. Nothing else. */
export interface TurnInput {
  readonly scenario: Pick<Scenario, 'id' | 'category' | 'severity' | 'persona' | 'tags'>;
  readonly turn: Turn;
  readonly truth: ResolvedTruth;
  readonly before: Conversation;
  readonly exchange: Exchange;
  /** The outcome of the whole conversation, to be judged along with its last turn; null: not in this call. */
  readonly expectedOutcome: string | null;
  /** What rules can tell of it. */
  readonly reading: TurnReading;
}

export interface ScenarioInput {
  readonly scenario: Pick<
    Scenario,
    'id' | 'name' | 'category' | 'severity' | 'description' | 'persona' | 'expected_outcome'
  >;
  readonly conversation: Conversation;
  /** The verdict by the turns alone: the judge explains it, and may add a critical violation or a block. */
  readonly provisional: Verdict;
  /** Is the expected outcome to be judged by this review? `told`: it was already, or there is none. */
  readonly outcome: 'asked' | 'told';
  /** Known limits of the agent's architecture, from an audit; a blocked verdict must cite one. */
  readonly constraints: readonly string[];
}

/**
 * Both methods throw {@link JudgeError} when no judgement could be had, `BudgetExceededError` when the budget
 * does not allow the call, and nothing else.
 */
export interface Judge {
  readonly name: 'llm' | 'rules';
  /** Model, prompts and the rules' version, or the rules' alone: two runs compare only when it is the same. */
  readonly fingerprint: string;
  judgeTurn(input: TurnInput, context: JudgeContext): Promise<TurnJudgement>;
  judgeScenario(input: ScenarioInput, context: JudgeContext): Promise<ScenarioJudgement>;
}

/** The judge's fault, never the agent's. */
export class JudgeError extends Error {
  override readonly name = 'JudgeError';
  /** The judge is down for everybody: refused, overloaded, not reachable. Asking again for another turn is no use. */
  readonly outage: boolean;

  constructor(message: string, outage = false) {
    super(message);
    this.outage = outage;
  }
}
