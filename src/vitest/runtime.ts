/** What a scenario's module calls in the worker: the scenario as a Vitest test. */
import { expect, inject, test, type TestContext } from 'vitest';
import { dryRunNote } from '../../reporters/dry-run.ts';
import { ResultsError } from '../results/results-error.ts';
import { writeTrace } from '../results/trace-store.ts';
import type { ScenarioResult } from '../results/schema.ts';
import { identityOf } from '../run/identity.ts';
import { CancelledError } from '../run/outcome.ts';
import { runScenario } from '../run/run-scenario.ts';
import { todoNote } from '../scenario/todo.ts';
import type { RanWith, Settings } from '../settings.ts';
import './augment.ts';
import { brokenRules } from './broken-rules.ts';
import './matcher.ts';
import { trimmedForMeta } from './meta.ts';
import type { ScenarioModule } from './scenario-module.ts';
import { workerRun } from './worker.ts';

export interface TestScenarioOptions {
  readonly tags: readonly string[];
}

/**
 * Registers the scenario as a test of the name `id`. No time-out of Vitest's applies: a scenario has its own,
 * whose clock stands still while it waits for the agent to be free. One that is not finished is a `todo`, whose name
 * says what is missing.
 */
export function testScenario(id: string, options: TestScenarioOptions, module: ScenarioModule): void {
  const missing = todoNote(module.plan.scenario);
  if (missing !== null) {
    test.todo(`${id} (${missing})`, { tags: [...options.tags] });
    return;
  }
  test(id, { timeout: 0, tags: [...options.tags] }, (context) =>
    inject('agentEval').settings.dryRun
      ? estimateAsTest(module, context)
      : toItsEnd(runAsTest(module, context), context),
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
  const estimate = await estimateScenario(plan, inject('agentEval').settings);
  context.task.meta.agentEvalEstimate = estimate;
  return context.skip(dryRunNote(estimate));
}

async function runAsTest(module: ScenarioModule, context: TestContext): Promise<void> {
  const { settings, run, voices, progress } = await workerRun();
  const { plan } = module;
  const { id } = plan.scenario;
  const facts = await run.begin(
    id,
    [...plan.documents, ...plan.findable].flatMap(({ corpus_doc }) => corpus_doc ?? []),
  );
  const { constraints } = inject('agentEval');
  const identity = await identityOf(plan, { ...voices, settings, facts, constraints });
  const before = facts.resumed ? await run.claim(id, identity) : null;
  const result = before ?? {
    ...(await runScenario(plan, {
      agent: run.agent,
      stage: run.stage,
      slots: run.slots,
      ...voices,
      settings,
      facts,
      signal: cancellation(context.signal),
      attempt: (context.task.result?.retryCount ?? 0) + 1,
      progress,
      constraints,
    })),
    identity,
  };
  const problem = before === null ? await store(facts.directory, result) : null;
  // What could not be stored is run again by whoever resumes: to the scorecard it is not finished either.
  const told = problem === null ? result : unstored(result, problem);
  context.task.meta.agentEval = {
    result: trimmedForMeta(told),
    ranWith: ranWith(settings),
    shard: inject('agentEval').shard,
  };
  await run.ended({
    id,
    status: told.status,
    unstored: problem,
    budgetUsd: facts.budgetUsd,
    spentUsd: before === null ? result.spend.usd : 0,
    outage: result.outage ?? null,
    message: result.error ?? '',
  });
  assertPass(told, module, context);
}

function unstored(result: ScenarioResult, problem: string): ScenarioResult {
  return { ...result, status: 'INFRA_ERROR', overall_score: null, error: problem, reasons: [problem] };
}

/** Why the trace is not on disk, in words; null when it is, or when there is no disk to speak of. */
async function store(directory: string | null, result: ScenarioResult): Promise<string | null> {
  if (directory === null) return null;
  try {
    await writeTrace(directory, result);
    return null;
  } catch (error) {
    if (error instanceof ResultsError) return error.message;
    throw error;
  }
}

function ranWith({ target, budget, isolation, judge, simulator, model }: Settings): RanWith {
  return { target, budget, isolation, judge, simulator, model };
}

/** Vitest's abort, with a reason that says what happened. */
function cancellation(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const cancel = () =>
    controller.abort(new CancelledError('the run was cancelled before this scenario ended'));
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return controller.signal;
}

function assertPass(result: ScenarioResult, module: ScenarioModule, context: TestContext): void {
  if (result.status === 'SKIPPED_NO_DOCUMENT') {
    context.skip(`${result.error ?? 'a document is missing'}; put the file into the corpus folder to run it`);
  }
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
