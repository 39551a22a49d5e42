/** What one scenario's run needs and is given. */
import type { AgentUi } from '../agent-ui/contract.ts';
import type { Judge } from '../judge/judge.ts';
import type { ResolvedTruth } from '../scenario/ground-truth.ts';
import type { Scenario } from '../scenario/schema.ts';
import type { Settings } from '../settings.ts';
import type { Simulator } from '../simulator/simulator.ts';
import type { PlannedDocument } from './documents.ts';
import type { ScenarioProgress } from './progress.ts';
import type { Staging } from './shared/staging.ts';
import type { RunFacts } from './shared/protocol.ts';
import type { Slots } from './slots.ts';

/** A scenario with its references resolved: everything that is known before it runs. */
export interface ScenarioPlan {
  readonly scenario: Scenario;
  /** One per turn. */
  readonly truths: readonly ResolvedTruth[];
  /** To be indexed into the session. */
  readonly documents: readonly PlannedDocument[];
  /** What its turns ask about and the agent shall find by itself: within its reach, but not indexed. */
  readonly findable: readonly PlannedDocument[];
  /** The YAML's path relative to the project's root, forward slashes. */
  readonly file: string;
}

export interface RunContext {
  readonly agent: AgentUi;
  readonly slots: Slots;
  readonly judge: Judge;
  /** The judge's model; null for the rules. */
  readonly judgeModel: string | null;
  readonly simulator: Simulator;
  readonly settings: Settings;
  readonly facts: RunFacts;
  /** Puts documents where the agent may read them; one path per document. Rejects when they can't be copied. */
  readonly stage: Staging['stage'];
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal;
  /** From 1; Vitest's retries count up. */
  readonly attempt: number;
  /** Told where the scenario is; left out: nobody watches. */
  readonly progress?: (progress: ScenarioProgress) => void;
  /** Known limits of the agent's architecture, from an audit. */
  readonly constraints: readonly string[];
}
