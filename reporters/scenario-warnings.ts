/** What single scenarios warn of, for the scorecard of the run. */
import type { ScenarioResult } from '../src/results/store/schema.ts';

/** More stand in the traces alone. */
const MAX_WARNINGS = 20;

export function scenarioWarnings(
  results: readonly Pick<ScenarioResult, 'scenario_id' | 'warnings'>[],
): readonly string[] {
  const all = results.flatMap(({ scenario_id, warnings }) =>
    warnings.map((warning) => `${scenario_id}: ${warning}`),
  );
  if (all.length <= MAX_WARNINGS) return all;
  return [
    ...all.slice(0, MAX_WARNINGS),
    `… and ${all.length - MAX_WARNINGS} more warnings of scenarios, in their traces`,
  ];
}
