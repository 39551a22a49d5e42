/** One who answers: the same for embedded models, models of a server, and answers brought by hand. */
import type { ChatStop, ChatUsage } from '../../models/chat.ts';
import type { Funds } from '../../models/ledger.ts';
import type { Wait } from '../../waiting.ts';
import type { GivenDocument } from '../document.ts';
import type { PlannedCase } from '../plan.ts';

export interface Answer {
  readonly parts: Readonly<Record<string, string>>;
  readonly thinkingChars: number;
  /** Of several calls the worst. */
  readonly stop: ChatStop;
  /** null: not told of every call. */
  readonly usage: ChatUsage | null;
  /** null: not known. */
  readonly usd: number | null;
  readonly answeredBy: string | null;
  /** Milliseconds; `firstToken` of the first call, null when nobody measured it. */
  readonly ms: { readonly firstToken: number | null; readonly total: number };
  readonly tokensPerSecond: number | null;
  readonly notes: readonly string[];
}

export interface AnswerContext {
  readonly sample: number;
  readonly signal: AbortSignal;
  readonly ledger: Funds;
  readonly onWait?: ((wait: Wait | null) => void) | undefined;
}

export interface Server {
  readonly name: string;
  readonly version: string | null;
  readonly context: number | null;
  readonly checkpoint: string | null;
}

export interface Answering {
  /** As it is asked. */
  readonly model: string;
  /** Host, `embedded` or `external`. */
  readonly endpoint: string;
  readonly isLocal: boolean;
  /** What the answer depends on besides case, prompt and settings. */
  readonly identity: string;
  /** What the server says of itself, asked once; null when it says nothing. */
  server(): Promise<Server | null>;
  /**
   * null: there is no answer and nobody to ask for one.
   * @throws LlmError, BudgetExceededError, {@link TooLongError}.
   */
  answer(planned: PlannedCase, document: GivenDocument, context: AnswerContext): Promise<Answer | null>;
}

/** The case does not fit the model's context: known before anything is sent. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}
