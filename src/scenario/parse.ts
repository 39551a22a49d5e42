/** A scenario's YAML text → the scenario, or everything that is wrong with it at its line. Pure. */
import { formatPath } from '../yaml/issue-text.ts';
import { isRecord } from '../yaml/known-keys.ts';
import type { Positions } from '../yaml/positions.ts';
import { isError, type Problem } from '../yaml/problem.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { problemAt, validate, type Source } from '../yaml/validate.ts';
import { scenarioFileSchema, toScenario } from './file-schema.ts';
import { findings } from './rules.ts';
import type { Scenario, ScenarioSet } from './schema.ts';

export { formatProblems, type Problem } from '../yaml/problem.ts';
export type { Positions } from '../yaml/positions.ts';

export interface ParsedScenario extends Source {
  /** null when the file has an error. */
  readonly scenario: Scenario | null;
  /** Errors and warnings, in the order of the file. */
  readonly problems: readonly Problem[];
  readonly positions: Positions;
  /** The `id` as written, also when the scenario has errors elsewhere. */
  readonly id: string | null;
  /** As written, also when the scenario has errors elsewhere. */
  readonly set: ScenarioSet;
  /** Keys of the file whose values are ignored, as paths (`setup.colour`). Each also has a warning. */
  readonly unsupported: readonly string[];
}

/** Keys and items of a scenario; one has some dozens. */
const MAX_ENTRIES = 5_000;

/**
 * Never throws for a text, however broken.
 * @param file how problems shall name the file, usually relative to the project.
 */
export function parseScenario(text: string, file: string): ParsedScenario {
  const { value: raw, positions, problems: syntax } = readYaml(text, file, MAX_ENTRIES);
  const source: Source = { text, file, positions };
  const base = { ...source, id: idOf(raw), set: setOf(raw), unsupported: [] };
  if (syntax.length > 0) return { ...base, scenario: null, problems: syntax };
  if (!isRecord(raw)) {
    const message = 'a scenario is a mapping that begins with keys such as `id:` and `turns:`';
    return { ...base, scenario: null, problems: [problemAt(source, [], message)] };
  }
  const validated = validate(scenarioFileSchema, raw, source, ['checks', 'outcome_checks']);
  const problems = [
    ...validated.problems,
    ...findings(validated.pruned).map(({ path, message, severity }) =>
      problemAt(source, path, message, severity),
    ),
  ].toSorted((a, b) => a.line - b.line || a.column - b.column);
  const usable = validated.value !== null && !problems.some(isError);
  return {
    ...base,
    scenario: usable && validated.value !== null ? toScenario(validated.value) : null,
    problems,
    unsupported: validated.ignored.map(formatPath),
  };
}

function idOf(raw: unknown): string | null {
  return isRecord(raw) && typeof raw['id'] === 'string' ? raw['id'] : null;
}

function setOf(raw: unknown): ScenarioSet {
  return isRecord(raw) && raw['set'] === 'extended' ? 'extended' : 'core';
}
