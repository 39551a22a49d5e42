/** What single scenarios warn of: in their results, for the scorecard of the run; in their files, in one line. */
import { isSameModel } from '../src/models/model-name.ts';
import type { ScenarioResult } from '../src/results/store/schema.ts';
import type { FileWarning } from './reporter-options.ts';

/** More stand in the traces alone. */
const MAX_WARNINGS = 20;

/** A model that judges itself is kinder than another one. */
export function selfJudgedWarning(
  results: readonly Pick<ScenarioResult, 'judge' | 'session'>[],
): readonly string[] {
  const models = results.flatMap(({ judge, session }) => {
    const agent = session?.effective_model ?? session?.model ?? null;
    return judge.model !== null && agent !== null && isSameModel(judge.model, agent) ? [agent] : [];
  });
  if (models.length === 0) return [];
  return [
    `Agent and judge are the same model (${[...new Set(models)].join(', ')}): a model is kind to its own answers. ` +
      'Let another one judge (AGENT_EVAL_MODEL).',
  ];
}

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

/** The whole of one, or how many there are with the first; null for none. */
export function fileWarningsLine(warnings: readonly FileWarning[]): string | null {
  const [first] = warnings;
  if (first === undefined) return null;
  const shown = `${first.file}:${first.line}:${first.column} ${first.message}`;
  return warnings.length === 1
    ? `warning: ${shown}`
    : `${warnings.length} warnings in scenario files (agent-eval corpus check lists them), the first: ${shown}`;
}
