/** What a scenario's module calls in the worker: the scenario as a Vitest test. */
import { expect, inject, test, type TestContext } from 'vitest';
import { dryRunNote } from '../../reporters/dry-run.ts';
import type { ScenarioModule } from '../plan/scenario-module.ts';
import type { ScenarioResult } from '../results/store/schema.ts';
import type { OwnChecks } from '../run/own-checks.ts';
import { isExcused } from '../results/store/scorecard.ts';
import { todoNote } from '../scenario/todo.ts';
import './augment.ts';
import { brokenRules } from './broken-rules.ts';
import './matcher.ts';
import { runInRun } from './scenario-run.ts';

export interface TestScenarioOptions {
  readonly tags: readonly string[];
}

/**
 * Registers the scenario as a test of the name `id`. No time-out of Vitest's applies: a scenario has its own,
 * whose clock stands still while it waits for the agent to be free. One that is not finished is a `todo`, whose name
 * says what is missing.
 */
export function testScenario(
  id: string,
  options: TestScenarioOptions,
  module: ScenarioModule,
  ownChecks: OwnChecks = {},
): void {
  const missing = todoNote(module.plan.scenario);
  if (missing !== null) {
    test.todo(`${id} (${missing})`, { tags: [...options.tags] });
    return;
  }
  test(id, { timeout: 0, tags: [...options.tags] }, (context) =>
    inject('agentEval').settings.dryRun
      ? estimateAsTest(module, context)
      : toItsEnd(runAsTest(module, context, ownChecks), context),
  );
}

/** How long a scenario of a cancelled run may take to clean up and to write its trace, in milliseconds. */
const LAST_STEPS_MS = 10_000;

/** Vitest does not wait for a test that it cancels, but for its hooks: what it began is ended there. */
function toItsEnd(work: Promise<void>, context: TestContext): Promise<void> {
  const ended = work.catch(() => {});
  context.onTestFinished(() => ended, LAST_STEPS_MS);
  return work;
}

/** Shown as skipped, with what it would take. Reaches nobody. */
async function estimateAsTest({ plan }: ScenarioModule, context: TestContext): Promise<never> {
  const { estimateScenario } = await import('../run/estimate.ts');
  const { settings, prompts } = inject('agentEval');
  const estimate = await estimateScenario(plan, settings, prompts);
  context.task.meta.agentEvalEstimate = estimate;
  return context.skip(dryRunNote(estimate));
}

async function runAsTest(module: ScenarioModule, context: TestContext, ownChecks: OwnChecks): Promise<void> {
  assertPass(await runInRun(module, context, ownChecks), module, context);
}

function assertPass(result: ScenarioResult, module: ScenarioModule, context: TestContext): void {
  if (isExcused(result)) context.skip(result.error);
  // Soft, so that every broken rule shows its own place in the YAML.
  for (const error of brokenRules(result, module)) expect.soft(error).toBeNoBrokenRule();
}

declare module 'vitest' {
  interface Matchers<T> {
    /** Internal: fails with the error it is given, whose stack points into the YAML. */
    toBeNoBrokenRule(): T;
  }
}

expect.extend({
  toBeNoBrokenRule(error: Error): never {
    throw error;
  },
});
