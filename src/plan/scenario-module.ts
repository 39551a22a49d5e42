/** What a scenario's module carries from the YAML to the worker that runs it. Plain data. */
import type { ScenarioPlan } from './scenario-plan.ts';

/** `turns.0.checks.number` → line and column in the YAML, from 1. */
export type RulePositions = Readonly<Record<string, readonly [line: number, column: number]>>;

export interface ScenarioModule {
  readonly plan: ScenarioPlan;
  /** Absolute path of the YAML. */
  readonly path: string;
  readonly positions: RulePositions;
}
