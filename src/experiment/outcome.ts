/** Whose fault it is when a sample has no answer or no judgement, as a status and a sentence. Pure. */
import { LlmError } from '../models/errors.ts';
import { BudgetExceededError } from '../models/ledger.ts';
import { messageOf } from '../message-of.ts';
import type { UnjudgedStatus } from '../rubric/verdict-types.ts';
import { TooLongError } from './answering/answering.ts';

export interface SampleFault {
  readonly status: UnjudgedStatus;
  readonly error: string;
}

/** The server has been waited for as long as the settings allow. */
export class OutOfPatienceError extends Error {
  override readonly name = 'OutOfPatienceError';
}

/** What kept a model from answering. A fault of ours is none of these, and is thrown on. */
export function answerFault(error: unknown): SampleFault {
  const message = messageOf(error);
  if (error instanceof BudgetExceededError) return { status: 'BUDGET_EXCEEDED', error: message };
  if (error instanceof TooLongError) return { status: 'SETUP_ERROR', error: message };
  if (error instanceof OutOfPatienceError) return { status: 'INFRA_ERROR', error: message };
  if (!(error instanceof LlmError)) throw error;
  if (error.kind === 'timeout') return { status: 'TIMEOUT', error: message };
  return { status: error.kind === 'too_long' ? 'SETUP_ERROR' : 'INFRA_ERROR', error: message };
}

/** What kept the judge from judging: never the model's failure. */
export function judgeFault(error: unknown): SampleFault {
  const message = messageOf(error);
  if (error instanceof BudgetExceededError) return { status: 'BUDGET_EXCEEDED', error: message };
  if (error instanceof LlmError || error instanceof OutOfPatienceError) {
    return { status: 'ERRORED', error: `the judge gave no judgement: ${message}` };
  }
  throw error;
}
