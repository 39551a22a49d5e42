/** A run in which no scenario took part, because a filter left all of them out or none is finished. */
import type { TestModule } from 'vitest/node';
import { isTodo } from '../src/scenario/todo.ts';
import type { Scenario } from '../src/scenario/schema.ts';

/** Did no scenario begin, and is no file broken? */
export function noneTookPart(ours: readonly TestModule[]): boolean {
  return ours.every(
    (module) =>
      module.errors().length === 0 &&
      [...module.children.allTests()].every(
        (test) =>
          test.result().state === 'skipped' &&
          test.meta().agentEval === undefined &&
          test.meta().agentEvalEstimate === undefined,
      ),
  );
}

/** Did a test of any project run? */
export function someTestRan(modules: readonly TestModule[]): boolean {
  return modules.some((module) =>
    [...module.children.allTests()].some((test) => ['passed', 'failed'].includes(test.result().state)),
  );
}

/** Why, in one line. */
export function nothingRunLine(
  scenarios: readonly { readonly scenario: Pick<Scenario, 'turns'> | null }[],
): string {
  const isUnfinished = scenarios.every(({ scenario }) => scenario !== null && isTodo(scenario));
  return isUnfinished
    ? 'nothing was run: no scenario says yet what a right answer is (docs/capture.md)'
    : 'nothing was run: no scenario is left by these filters';
}
