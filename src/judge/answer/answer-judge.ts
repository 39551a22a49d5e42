/** The one interface the rest of the house knows of a judge of answers: what a model makes of a document. */
import type { CaseTruth } from '../../corpus/case-truth.ts';
import type { AnswerJudgement } from '../../grade/judgement.ts';
import type { Mode, Part, Task } from '../../grade/task.ts';
import type { Ledger } from '../../models/ledger.ts';
import type { Wait } from '../../waiting.ts';

/** All a judge sees. Neither the model nor its prompt or settings: a judge is blind to the variant. */
export interface AnswerToJudge {
  readonly task: Task;
  readonly mode: Mode;
  /** The source, as text. */
  readonly document: { readonly name: string; readonly text: string };
  /** Of a task that asks questions; else null. */
  readonly question: string | null;
  /** The parts that were asked for; left out: those of the task. */
  readonly asked?: readonly Part[];
  /** What the model gave: part → text. One that was asked for and is missing or blank is poor. */
  readonly parts: Readonly<Record<string, string>>;
  /** The reference; null in the mode `standalone`. */
  readonly truth: CaseTruth | null;
}

export interface AnswerJudgeContext {
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  /** Hears what is waited for, and null when it is no more. */
  readonly onWait?: (wait: Wait | null) => void;
}

export interface AnswerJudge {
  readonly name: string;
  /** The model that judges; null: none. */
  readonly model: string | null;
  /** Changes with all that a judgement depends on besides the answer: model, prompt, form of the reply, rules. */
  readonly fingerprint: string;
  /**
   * @throws LlmError when no judgement could be had, which is the judge's fault and never the answer's;
   *   `BudgetExceededError` when the budget does not allow the call.
   */
  judge(answer: AnswerToJudge, context: AnswerJudgeContext): Promise<AnswerJudgement>;
}
