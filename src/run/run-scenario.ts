/** One scenario, from set-up to verdict. Whatever happens, it ends with a result and cleans up after itself. */
import { createLedger } from '../llm/ledger.ts';
import { messageOf } from '../message-of.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import type { ScenarioResult } from '../results/store/schema.ts';
import { effectiveTimeout } from '../settings.ts';
import type { RunContext } from './context.ts';
import { startDeadline } from './deadline.ts';
import { missingDocuments } from './documents.ts';
import { ScenarioStop, stopFor, type Stop } from './outcome.ts';
import { newRecord, resultOf, type RunRecord } from './record.ts';
import { tryScenario, type Judged } from './try-scenario.ts';

/**
 * How long a result waits for its session to be deleted, in milliseconds, our queue included: clean-up has its own clock,
 * the scenario's may be over. An agent that is busy is rid of it later, or by the next run.
 */
const CLEAN_UP_MS = 3_000;

/** Never rejects: every fault becomes a status (see `outcome.ts`). */
export async function runScenario(plan: ScenarioPlan, context: RunContext): Promise<ScenarioResult> {
  const { scenario } = plan;
  const limit = effectiveTimeout(context.settings, {
    documents: plan.documents.length,
    turns: scenario.turns.length,
  });
  const deadline = startDeadline(limit * 1000, context.signal, () => `not finished within ${limit} s`);
  const record = newRecord(plan, context, createLedger(context.facts.budgetUsd));
  let ending: Judged | Stop;
  try {
    await refuseIfHopeless(plan, context);
    ending = await tryScenario(plan, context, record, deadline);
  } catch (error) {
    ending = stopFor(error, deadline.signal);
  } finally {
    // What was asked of judge and simulator is paid for: its price belongs to the result.
    await record.settled();
    deadline.stop();
  }
  record.endedMs = performance.now();
  record.progress.step('cleaning_up');
  await cleanUp(context, record);
  return resultOf(record, ending);
}

/** No agent, or no document: nothing is started. */
async function refuseIfHopeless(plan: ScenarioPlan, context: RunContext): Promise<void> {
  const missing = await missingDocuments([...plan.documents, ...plan.findable]);
  if (missing.length > 0) {
    const names = missing.map((document) => document.name).join(', ');
    throw new ScenarioStop('SKIPPED_NO_DOCUMENT', `not on disk: ${names}`);
  }
  const { readiness } = context.facts;
  if (!readiness.ok) throw new ScenarioStop(readiness.status, readiness.message);
}

/** Deletes the session this run created; one that can't be deleted does not change the result. */
async function cleanUp(context: RunContext, record: RunRecord): Promise<void> {
  const { session } = record;
  if (!session || context.settings.keepSessions) return;
  const signal = AbortSignal.timeout(CLEAN_UP_MS);
  try {
    await context.agent.deleteSession(session.id, { timeoutMs: CLEAN_UP_MS, signal });
    record.session = { ...session, deleted: true };
  } catch (error) {
    // Its turn has not come yet: whoever shares the agent deletes it, or the next run does.
    if (signal.aborted) return;
    record.warnings.push(`session ${session.id} could not be deleted: ${messageOf(error)}`);
  }
}
