/** `--scenario`, `--category`, `--tag` → the files to run. Pure. */
import path from 'node:path';
import { tagName, testTags } from '../plan/tags.ts';
import type { ScenarioOnDisk } from '../scenario/discover.ts';
import { nearestKey } from '../nearest-key.ts';
import { CommandError } from './io.ts';

export interface Selection {
  /** Ids; several are alternatives, as are several categories or tags. */
  readonly scenario: readonly string[];
  readonly category: readonly string[];
  readonly tag: readonly string[];
}

/** All kinds given must fit. Throws {@link CommandError} when a word, or all of them together, match nothing. */
export function selectScenarios(
  scenarios: readonly ScenarioOnDisk[],
  selection: Selection,
): readonly ScenarioOnDisk[] {
  if (scenarios.length === 0)
    throw new CommandError('There are no scenarios: no YAML in the scenario folders.');
  const kinds = [
    ['scenario', selection.scenario, (each: ScenarioOnDisk) => [each.id ?? fileName(each)]],
    ['category', selection.category, (each: ScenarioOnDisk) => [categoryOf(each)]],
    ['tag', selection.tag.map(tagName), (each: ScenarioOnDisk) => tagsOf(each)],
  ] as const;
  for (const [kind, words, namesOf] of kinds) {
    const names = [...new Set(scenarios.flatMap(namesOf))].toSorted();
    const unknown = words.find((word) => !names.includes(word));
    if (unknown !== undefined) throw new CommandError(noSuch(kind, unknown, names));
  }
  const selected = scenarios.filter((each) =>
    kinds.every(
      ([, words, namesOf]) => words.length === 0 || words.some((word) => namesOf(each).includes(word)),
    ),
  );
  if (selected.length === 0) throw new CommandError('No scenario fits all of these filters together.');
  return selected;
}

function noSuch(kind: string, word: string, names: readonly string[]): string {
  const near = nearestKey(word, names);
  const hint =
    near !== null
      ? ` Did you mean ${near}?`
      : names.length <= 20
        ? ` There are: ${names.join(', ')}.`
        : ' See them with: agent-eval run --dry-run';
  return `--${kind} ${word} matches no scenario.${hint}`;
}

/** A broken file is found by its name and its folder, so that running it shows what is wrong. */
function fileName(each: ScenarioOnDisk): string {
  return path.basename(each.path).replace(/\.ya?ml$/i, '');
}

function categoryOf(each: ScenarioOnDisk): string {
  return each.scenario?.category ?? path.basename(path.dirname(each.path));
}

function tagsOf(each: ScenarioOnDisk): readonly string[] {
  return each.scenario === null ? [] : testTags(each.scenario);
}
