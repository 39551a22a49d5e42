/** What of an experiment a run takes. Pure; the file is checked against all of it before. */
import { nearestKey } from '../nearest-key.ts';
import type { StoredPlan } from '../results/cells/run-folder.ts';
import type { Settings } from '../settings.ts';
import { globMatcher } from './glob.ts';
import type { ExperimentPlan } from './plan.ts';

export type Selection = Pick<Settings, 'variant' | 'case' | 'limit' | 'repeats' | 'experimentBudget'>;

/** More need a word of the user's. */
export const MAX_CELLS = 10_000;

export function selectPlan(plan: ExperimentPlan, selection: Selection): StoredPlan<ExperimentPlan> {
  const { limit, repeats, experimentBudget } = selection;
  const variants = plan.variants.filter(({ name, model }) => isNamed(selection.variant, [name, model]));
  const named = plan.cases.filter(({ id, document }) => isNamed(selection.case, [id, document.path]));
  const cases = limit === undefined ? named : named.slice(0, limit);
  const selected: ExperimentPlan = {
    ...plan,
    variants,
    cases,
    repeats: repeats ?? plan.repeats,
    budget: experimentBudget ?? plan.budget,
  };
  const whole = plan.variants.length * plan.cases.length;
  const isPartial = variants.length * cases.length < whole || selected.repeats !== plan.repeats;
  return { plan: selected, whole, isPartial };
}

/** A pattern that matches no name is matched as the beginning of one: a model's name means all of its prompts. */
function isNamed(patterns: readonly string[], names: readonly string[]): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((pattern) =>
    names.some(
      (name) =>
        globMatcher(pattern)(name) || name.startsWith(`${pattern}/`) || name.startsWith(`${pattern}#`),
    ),
  );
}

/** Words of the selection that none of the experiments has; empty when each has something. */
export function unmatched(plans: readonly ExperimentPlan[], selection: Selection): readonly string[] {
  const check = (
    what: string,
    patterns: readonly string[],
    names: readonly (readonly string[])[],
  ): string[] =>
    patterns
      .filter((pattern) => !names.some((each) => isNamed([pattern], each)))
      .map((pattern) => {
        const all = [...new Set(names.flatMap(([first = '']) => first))];
        const near = nearestKey(pattern, all);
        const there =
          all.length > 8 ? `${all.slice(0, 8).join(', ')} and ${all.length - 8} more` : all.join(', ');
        return `no ${what} matches ${pattern}: ${near === null ? `there are ${there}` : `did you mean ${near}?`}`;
      });
  return [
    ...check(
      'variant',
      selection.variant,
      plans.flatMap(({ variants }) => variants.map(({ name, model }) => [name, model])),
    ),
    ...check(
      'case',
      selection.case,
      plans.flatMap(({ cases }) => cases.map(({ id, document }) => [id, document.path])),
    ),
  ];
}

/** Why so many cells are not run; null when they are. */
export function tooManyCells({ variants, cases }: ExperimentPlan, yes: boolean): string | null {
  const cells = variants.length * cases.length;
  if (cells <= MAX_CELLS || yes) return null;
  return (
    `${variants.length} variants × ${cases.length} cases are ${cells.toLocaleString('en')} cells, more than ` +
    `${MAX_CELLS.toLocaleString('en')}: add --yes (AGENT_EVAL_YES=1), or take fewer with --limit, --variant or --case`
  );
}
