/** What one scenario's run needs and is given. */
import type { AgentUi } from '../agents/contract.ts';
import type { Funds } from '../models/ledger.ts';
import type { Judge } from '../judge/judge.ts';
import type { Settings } from '../settings.ts';
import type { Simulator } from '../simulator/simulator.ts';
import type { OwnChecks } from './own-checks.ts';
import type { ScenarioProgress } from './progress.ts';
import type { RunFacts } from './shared/protocol.ts';
import type { Staged, Staging } from './shared/staging.ts';
import type { Slots } from './slots.ts';

export interface RunContext {
  readonly agent: AgentUi;
  readonly slots: Slots;
  readonly judge: Judge;
  /** The judge's model; null for the rules. */
  readonly judgeModel: string | null;
  readonly simulator: Simulator;
  readonly settings: Settings;
  readonly facts: RunFacts;
  /** The run's budget, which the scenario's calls are paid from as well; left out: there is none. */
  readonly funds?: Funds;
  /** Puts documents where the agent may read them; one path per document. Rejects when they can't be copied. */
  readonly stage: Staging['stage'];
  /** Puts a copy of a document where the scenario alone may change it; its path. Rejects when there is no such place. */
  readonly place: (scenarioId: string, document: Staged) => Promise<string>;
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal;
  /** From 1; Vitest's retries count up. */
  readonly attempt: number;
  /** Told where the scenario is; left out: nobody watches. */
  readonly progress?: (progress: ScenarioProgress) => void;
  /** Known limits of the agent's architecture, from an audit. */
  readonly constraints: readonly string[];
  /** Checks of the user's own, by their names in the scenario; left out: it calls none. */
  readonly ownChecks?: OwnChecks;
  /** The project's folder, absolute; left out where no check of the user's own is run. */
  readonly root?: string;
}
