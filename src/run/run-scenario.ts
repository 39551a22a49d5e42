/** One scenario, from set-up to verdict. Whatever happens, it ends with a result and cleans up after itself. */
import { unmetNeed } from './capabilities.ts';
import { createLedger } from '../models/ledger.ts';
import { messageOf } from '../message-of.ts';
import { filesOf, type ScenarioPlan } from '../plan/scenario-plan.ts';
import { withoutSecrets } from '../results/store/redact-result.ts';
import type { ScenarioResult } from '../results/store/schema.ts';
import { effectiveTimeout } from './effective-timeout.ts';
import type { RunContext } from './context.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import { lackOf, missingDocuments } from './documents.ts';
import { isLostConversation, mayBeginAgain } from './lost-conversation.ts';
import { ScenarioStop, stopFor, type Stop } from './outcome.ts';
import { newRecord, resultOf, type RunRecord } from './record.ts';
import type { Reviewed } from './review.ts';
import { tryScenario } from './try-scenario.ts';

/**
 * How long a result waits for its session to be deleted, in milliseconds, our queue included: clean-up has its own clock,
 * the scenario's may be over. An agent that is busy is rid of it later, or by the next run.
 */
const CLEAN_UP_MS = 3_000;

/** A conversation that the agent lost begins again so often: an agent that a scenario brings down is no outage. */
const BEGIN_AGAIN = 1;

/** Never rejects: every fault becomes a status (see `outcome.ts`). */
export async function runScenario(plan: ScenarioPlan, context: RunContext): Promise<ScenarioResult> {
  const { settings, facts, funds } = context;
  const ledger = createLedger(settings.budget, {
    before: facts.spentBefore,
    name: "The scenario's budget",
    ...(funds && { also: funds }),
  });
  const record = newRecord(plan, context, ledger);
  const deadlines: Deadline[] = [];
  const ending = await endingOf(plan, context, record, deadlines);
  // What was asked of judge and simulator is paid for: its price belongs to the result.
  await record.settled();
  for (const deadline of deadlines) deadline.stop();
  record.endedMs = performance.now();
  record.progress.step('cleaning_up');
  await cleanUp(context, record);
  return withoutSecrets(resultOf(record, ending));
}

/** Each try has a clock of its own: what the agent lost is none of its time. */
async function endingOf(
  plan: ScenarioPlan,
  context: RunContext,
  record: RunRecord,
  deadlines: Deadline[],
): Promise<Reviewed | Stop> {
  const { scenario } = plan;
  const size = { documents: plan.documents.length, turns: scenario.turns.length };
  const limit = effectiveTimeout(context.settings, size);
  for (;;) {
    const deadline = startDeadline(limit * 1000, context.signal, () => `not finished within ${limit} s`);
    deadlines.push(deadline);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other is the point
      await refuseIfHopeless(plan, context, record);
      // oxlint-disable-next-line no-await-in-loop
      return await tryScenario(plan, context, record, deadline);
    } catch (error) {
      const again = record.lost.length < BEGIN_AGAIN && !deadline.signal.aborted && mayBeginAgain(scenario);
      if (!again || !isLostConversation(error)) return stopFor(error, deadline.signal);
      record.beginAgain(error.message);
    }
  }
}

/** No agent, or no document: nothing is started. */
async function refuseIfHopeless(plan: ScenarioPlan, context: RunContext, record: RunRecord): Promise<void> {
  const lack = lackOf(await missingDocuments(filesOf(plan)));
  if (lack !== null) {
    record.lacksOptional = lack.isOptional;
    throw new ScenarioStop(lack.status, lack.message);
  }
  const { readiness } = context.facts;
  if (!readiness.ok) throw new ScenarioStop(readiness.status, readiness.message);
  const unmet = unmetNeed(plan, context.facts.lacks);
  if (unmet === null) return;
  // Nobody has to do anything about it: the target is of another kind.
  record.lacksOptional = unmet.status === 'SKIPPED_NO_DOCUMENT';
  throw new ScenarioStop(unmet.status, unmet.message);
}

/** Deletes the sessions this run created; one that can't be deleted does not change the result. */
async function cleanUp(context: RunContext, record: RunRecord): Promise<void> {
  if (context.settings.keepSessions) return;
  const { session } = record;
  const signal = AbortSignal.timeout(CLEAN_UP_MS);
  const remove = (id: string) => context.agent.deleteSession(id, { timeoutMs: CLEAN_UP_MS, signal });
  const earlier = [...record.lost.flatMap((each) => each.session ?? []), ...record.earlierSessions];
  await Promise.all([
    // Mostly a lost one is gone with the agent that lost it; one that is left is deleted at the end of the run.
    ...earlier.map((id) => remove(id).catch(() => {})),
    (async () => {
      if (session === null) return;
      try {
        await remove(session.id);
        record.session = { ...session, deleted: true };
      } catch (error) {
        // Its turn has not come yet: whoever shares the agent deletes it, or the next run does.
        if (signal.aborted) return;
        record.warnings.push(`session ${session.id} could not be deleted: ${messageOf(error)}`);
      }
    })(),
  ]);
}
