/** One scenario as a part of the run that all workers share: begun, run or taken from before, stored, ended. */
import { inject, type TestContext } from 'vitest';
import { ResultsError } from '../disk/results-error.ts';
import type { ScenarioModule } from '../plan/scenario-module.ts';
import { filesOf } from '../plan/scenario-plan.ts';
import { notJudged } from '../results/store/scenario-result.ts';
import type { ScenarioResult } from '../results/store/schema.ts';
import { writeTrace } from '../results/store/trace-store.ts';
import { identityOf } from '../run/identity.ts';
import { CancelledError } from '../run/outcome.ts';
import type { OwnChecks } from '../run/own-checks.ts';
import { runScenario } from '../run/run-scenario.ts';
import type { RunFacts, ScenarioEnd } from '../run/shared/protocol.ts';
import { maskSecrets } from '../redact.ts';
import type { RanWith, Settings } from '../settings.ts';
import './augment.ts';
import { trimmedForMeta } from './meta.ts';
import { workerRun } from './worker.ts';

/** The result, which is on disk and in the test's meta by then. Rejects only for a fault of our own. */
export async function runInRun(
  module: ScenarioModule,
  context: TestContext,
  ownChecks: OwnChecks,
): Promise<ScenarioResult> {
  const { run } = await workerRun();
  const { plan } = module;
  const { id } = plan.scenario;
  const facts = await run.begin(
    id,
    filesOf(plan).flatMap(({ corpus_doc }) => corpus_doc ?? []),
  );
  // A fault of our own ends the scenario as well: others wait for what it may spend, and the run for its end.
  let end: ScenarioEnd = {
    id,
    status: 'ERRORED',
    unstored: null,
    outage: null,
    message: '',
  };
  try {
    const { result, isNew } = await resultFor(module, facts, context, ownChecks);
    end = {
      ...end,
      outage: result.outage ?? null,
      message: result.error ?? '',
    };
    const unstored = isNew ? await store(facts.directory, result) : null;
    // What could not be stored is run again by whoever resumes: to the scorecard it is not finished either.
    const told = unstored === null ? result : withoutTrace(result, unstored);
    const { settings, shard } = inject('agentEval');
    context.task.meta.agentEval = { result: trimmedForMeta(told), ranWith: ranWith(settings), shard };
    end = { ...end, status: told.status, unstored };
    return told;
  } finally {
    await run.ended(end);
  }
}

/** From the run that is gone on with, or a new one. */
async function resultFor(
  { plan, path }: ScenarioModule,
  facts: RunFacts,
  context: TestContext,
  ownChecks: OwnChecks,
): Promise<{ readonly result: ScenarioResult; readonly isNew: boolean }> {
  const { settings, run, judgeAndSimulator, progress } = await workerRun();
  const { constraints } = inject('agentEval');
  const identity = await identityOf(plan, { ...judgeAndSimulator, settings, facts, constraints });
  const before = facts.resumed ? await run.claim(plan.scenario.id, identity) : null;
  if (before !== null) return { result: before, isNew: false };
  const result = await runScenario(plan, {
    agent: run.agent,
    stage: run.stage,
    place: run.place,
    slots: run.slots,
    ...judgeAndSimulator,
    settings,
    facts,
    funds: run.funds(plan.scenario.id),
    signal: cancellation(context.signal),
    attempt: (context.task.result?.retryCount ?? 0) + 1,
    progress,
    constraints,
    ownChecks,
    root: path.slice(0, -plan.file.length),
  });
  return { result: { ...result, identity }, isNew: true };
}

function withoutTrace(result: ScenarioResult, problem: string): ScenarioResult {
  return {
    ...result,
    status: 'INFRA_ERROR',
    overall_score: null,
    declared: [],
    judged_weight: null,
    error: problem,
    reasons: [notJudged(problem)],
  };
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
  return { target, budget, isolation, judge, simulator, model: maskSecrets(model, process.env) };
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
