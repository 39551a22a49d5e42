/** Which scenarios belong to a run that names none: the core, what goes beyond it, or all. Pure. */
import type { ParsedScenario } from './parse.ts';
import type { ScenarioSet } from './schema.ts';

/** Those of the set that is asked for. A broken file is in the set that it names. */
export function inSet<T extends Pick<ParsedScenario, 'set'>>(
  scenarios: readonly T[],
  set: ScenarioSet | 'all',
): readonly T[] {
  return set === 'all' ? scenarios : scenarios.filter((each) => each.set === set);
}

/** A filter of files that names YAMLs, with or without a line, and so means them whatever their set. */
export function namesScenarioFile(filter: string): boolean {
  return /\.ya?ml(?::\d+)?$/i.test(filter);
}
