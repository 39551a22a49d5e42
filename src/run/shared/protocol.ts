/** What workers may ask of the main process, and how errors travel between them. */
import type { Capability } from '../capabilities.ts';
import { AgentUiError, type AgentUi, type AgentUiErrorKind } from '../../agents/contract.ts';
import { BudgetExceededError, type Spend } from '../../models/ledger.ts';
import type { Status } from '../../rubric/verdict-types.ts';
import type { Outage } from '../breaker.ts';
import type { WireError } from './rpc.ts';

/** Is the agent there? Asked once a run, shared by all scenarios. */
export type Readiness =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: 'INFRA_ERROR' | 'BUDGET_EXCEEDED'; readonly message: string };

/** What a scenario learns before it begins. */
export interface RunFacts {
  readonly runId: string;
  /** Absolute path of `results/<run_id>`; null when it can't be made, which `readiness` says. */
  readonly directory: string | null;
  /** A run that was left unfinished is gone on with: a scenario's result of then may stand. */
  readonly resumed: boolean;
  readonly readiness: Readiness;
  /** What the scenario has cost in this run before: earlier attempts, and processes that died over it. */
  readonly spentBefore: Spend;
  /** The agent's model and version as it says them itself; null when it does not. */
  readonly agentModel: string | null;
  readonly build: string | null;
  /** What scenarios may need and the target has not. */
  readonly lacks: readonly Capability[];
}

/** What the host learns of a scenario's end, once its trace was written. */
export interface ScenarioEnd {
  readonly id: string;
  readonly status: Status;
  /** Why the trace is not on disk; null when it is. */
  readonly unstored: string | null;
  readonly outage: Outage | null;
  readonly message: string;
}

/** The methods of {@link AgentUi}, as one message. */
export type AgentMethod = keyof AgentUi;
export interface AgentCall {
  readonly method: AgentMethod;
  readonly argument: unknown;
  readonly timeoutMs: number | undefined;
}

const KINDS: readonly AgentUiErrorKind[] = [
  'unreachable',
  'timeout',
  'refused',
  'crashed',
  'failed_turn',
  'malformed',
  'aborted',
  'down',
];

export function errorToWire(error: unknown): WireError {
  if (error instanceof AgentUiError) {
    return { name: error.name, message: error.message, kind: error.kind, tool: error.tool };
  }
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) };
}

export function errorFromWire(wire: WireError): Error {
  const kind = KINDS.find((candidate) => candidate === wire.kind);
  if (kind) return new AgentUiError(kind, wire.tool ?? '', wire.message);
  if (wire.name === 'BudgetExceededError') return new BudgetExceededError(wire.message);
  const error = new Error(wire.message);
  error.name = wire.name;
  return error;
}
