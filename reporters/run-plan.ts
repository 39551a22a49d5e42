/** What Vitest was asked to run, so that an unfinished run of the same is found again. */
import path from 'node:path';
import type { TestSpecification, Vitest } from 'vitest/node';
import type { RunPlan } from '../src/results/store/run-plan.ts';
import type { Scenario } from '../src/scenario/schema.ts';
import { isTodo } from '../src/scenario/todo.ts';

/** null for what nobody resumes: watch mode starts a run with every change, merging runs nothing. */
export function planOf(
  specifications: readonly Pick<TestSpecification, 'moduleId'>[],
  scenarios: readonly { readonly path: string; readonly scenario?: Pick<Scenario, 'turns'> | null }[],
  { config, root, target }: { config: Vitest['config']; root: string; target: string },
): RunPlan | null {
  if (config.watch || config.mergeReports) return null;
  const files = [...new Set(specifications.map(({ moduleId }) => moduleId.split('?', 1)[0] ?? moduleId))];
  const filters = [config.testNamePattern?.source ?? null, config.tagsFilter ?? null];
  const filter = filters.every((given) => given === null) ? null : JSON.stringify(filters);
  const chosen = new Set(files);
  const unfinished = scenarios.filter(
    ({ path: file, scenario }) => chosen.has(file) && scenario && isTodo(scenario),
  );
  return {
    target,
    scenarios: scenarios.every((scenario) => chosen.has(scenario.path))
      ? 'all'
      : files.map((file) => path.relative(root, file).split(path.sep).join('/')).toSorted(),
    filter,
    count: filter === null ? files.length - unfinished.length : null,
  };
}

/** The command that was typed, to be typed again with the setting before it. */
export function resumeCommand(argv: readonly string[] = process.argv): string {
  const words = argv.slice(2).map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)));
  return ['AGENT_EVAL_RESUME=1 npx vitest', ...words].join(' ');
}
