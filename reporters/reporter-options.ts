/** What the reporter is given: the run as its host knows it, and whom to tell. */
import type { Vitest } from 'vitest/node';
import type { RunPlan } from '../src/results/store/run-plan.ts';
import type { ScenarioResult } from '../src/results/store/schema.ts';
import type { Scorecard } from '../src/results/store/scorecard.ts';
import type { Scenario, ScenarioSet } from '../src/scenario/schema.ts';
import type { Settings } from '../src/settings.ts';
import type { Ending } from './ending.ts';

/** A scenario file of the project, as far as it can be read. */
interface KnownScenario {
  readonly path: string;
  readonly file: string;
  readonly id: string | null;
  readonly set: ScenarioSet;
  readonly scenario: Pick<Scenario, 'turns' | 'setup'> | null;
}

/** A place in a scenario file, and what is doubtful there. */
export interface FileWarning {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What was left of the same plan: gone on with when the settings say so. */
export type EarlierRun =
  | {
      readonly kind: 'unfinished';
      readonly runId: string;
      readonly finished: number;
      readonly settled: number;
    }
  | { readonly kind: 'held'; readonly message: string }
  | { readonly kind: 'none'; readonly reason: string | null };

export interface ReporterOptions {
  readonly projectName: string;
  readonly settings: Settings;
  /** Absolute. */
  readonly root: string;
  /** The run as its host knows it. */
  readonly host: {
    startRun(plan: RunPlan | null, say: (line: string) => void): Promise<EarlierRun>;
    run(): Promise<{ readonly runId: string; readonly directory: string }>;
    runSoFar(): { readonly runId: string; readonly directory: string } | null;
    begun(): readonly string[];
    underWay(): readonly string[];
    settled(): Promise<void>;
    spentOn(id: string): Readonly<ScenarioResult['spend']>;
    readiness(): { readonly ok: true } | { readonly ok: false; readonly message: string } | null;
    finish(scorecard: Scorecard, summary: string): Promise<void>;
    endRun(): Promise<void>;
  };
  /** Ctrl-C and its kin while scenarios run. */
  readonly interruption: { listen(): void; end(): void; exitCode(): number | null };
  /** All scenarios of the project, run or not: fewer results make a run partial. */
  readonly index: {
    all(): Promise<readonly KnownScenario[]>;
  };
  /** What is doubtful in the scenario files that were loaded. */
  readonly fileWarnings: () => readonly FileWarning[];
  readonly vitest: Pick<Vitest, 'config' | 'logger'>;
  /** Told how the run ended. */
  readonly ended: (ending: Ending & { directory: string; interrupted: boolean; line: string }) => void;
}
