/** From an error to a status: whose fault it was decides, and only the agent's own answers are ever judged. */
import { AgentUiError } from '../agents/contract.ts';
import { JudgeError } from '../judge/judge.ts';
import { BudgetExceededError } from '../models/ledger.ts';
import type { UnjudgedStatus } from '../rubric/verdict-types.ts';
import { SimulatorError } from '../simulator/simulator.ts';
import type { Outage } from './breaker.ts';
import { DeadlineError } from './deadline.ts';

/** Ends a scenario with a status that is no judgement, and says why. */
export class ScenarioStop extends Error {
  override readonly name = 'ScenarioStop';
  readonly status: UnjudgedStatus;

  constructor(status: UnjudgedStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** The run was cancelled: by the user, by `--bail`, by the editor. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

export interface Stop {
  readonly status: UnjudgedStatus;
  readonly message: string;
  /** Who can't work for anybody, where the error tells of more than this scenario. */
  readonly outage: Outage | null;
}

/**
 * What an error means for the scenario. `signal` is the scenario's deadline: when it has aborted, its reason is
 * the cause, whatever the call that it interrupted threw.
 */
export function stopFor(error: unknown, signal: AbortSignal): Stop {
  const cause: unknown = signal.aborted ? signal.reason : error;
  return { ...statusOf(cause), outage: outageOf(cause) };
}

function outageOf(cause: unknown): Outage | null {
  if (cause instanceof JudgeError || cause instanceof SimulatorError) return cause.outage ? 'judge' : null;
  if (cause instanceof AgentUiError && cause.kind === 'down') return 'agent';
  return null;
}

function statusOf(cause: unknown): Omit<Stop, 'outage'> {
  if (cause instanceof ScenarioStop) return { status: cause.status, message: cause.message };
  if (cause instanceof DeadlineError) return { status: 'TIMEOUT', message: cause.message };
  if (cause instanceof CancelledError) return { status: 'ERRORED', message: cause.message };
  if (cause instanceof BudgetExceededError) return { status: 'BUDGET_EXCEEDED', message: cause.message };
  if (cause instanceof JudgeError) return { status: 'ERRORED', message: `judge error: ${cause.message}` };
  if (cause instanceof SimulatorError) {
    return { status: 'ERRORED', message: `simulator error: ${cause.message}` };
  }
  if (cause instanceof AgentUiError) {
    return cause.kind === 'timeout' && cause.tool === 'send_message'
      ? { status: 'TIMEOUT', message: cause.message }
      : { status: 'INFRA_ERROR', message: cause.message };
  }
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return { status: 'ERRORED', message: `a fault of the evaluation itself: ${message}` };
}
