/** The one interface the rest of the house knows of a user simulator. It never sees ground truth. */
import type { Conversation } from '../conversation.ts';
import type { Ledger } from '../models/ledger.ts';
import type { Wait } from '../waiting.ts';

export interface SimulatorContext {
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  /** Hears what is waited for, and null when it is no more. */
  readonly onWait?: (wait: Wait | null) => void;
  /** Hears what a reader of the result should know of the model that was asked, once. */
  readonly onNote?: (note: string) => void;
}

export interface SimulatorInput {
  /** A known persona's name, or any other text that describes one. */
  readonly persona: string;
  readonly objective: string;
  readonly conversation: Conversation;
}

/** Throws {@link SimulatorError} when no message could be had, or `BudgetExceededError`. */
export interface Simulator {
  readonly name: 'llm' | 'plain';
  readonly fingerprint: string;
  /** Why it has no message for an objective, known before anything is sent; null when it has one, or must try. */
  wordingProblem(objective: string): string | null;
  nextMessage(input: SimulatorInput, context: SimulatorContext): Promise<string>;
}

export class SimulatorError extends Error {
  override readonly name = 'SimulatorError';
  /** The model is down for everybody: refused, overloaded, not reachable. */
  readonly outage: boolean;

  constructor(message: string, outage = false) {
    super(message);
    this.outage = outage;
  }
}
