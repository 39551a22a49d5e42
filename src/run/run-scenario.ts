/** One scenario, from set-up to verdict. Whatever happens, it ends with a result and cleans up after itself. */
import { stat } from 'node:fs/promises';
import type { Exchange } from '../conversation.ts';
import { createLedger } from '../llm/ledger.ts';
import { messageOf } from '../message-of.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import type { ScenarioResult } from '../results/store/schema.ts';
import { effectiveTimeout } from '../settings.ts';
import type { RunContext } from './context.ts';
import { exchange, messageFor, takeSlots } from './converse.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import { missingDocuments } from './documents.ts';
import { judgeExchange, judgeInBackground } from './judging.ts';
import { ScenarioStop, stopFor, type Stop } from './outcome.ts';
import { newRecord, resultOf, type RunRecord } from './record.ts';
import { reviewScenario, type Reviewed } from './review.ts';
import {
  agentTypeProblem,
  indexInto,
  modelWarning,
  openSession,
  prepareMemory,
  wantedAgentType,
} from './set-up.ts';
import { staleCopy } from './stale-copy.ts';
import { timedAgent } from './timed-agent.ts';
import { transcriptDifference } from './transcript.ts';
import { withLookUps } from './verify.ts';

/** How long deleting a session may take, in milliseconds: clean-up has its own clock, the scenario's may be over. */
const CLEAN_UP_MS = 30_000;

/** Never rejects: every fault becomes a status (see `outcome.ts`). */
export async function runScenario(plan: ScenarioPlan, context: RunContext): Promise<ScenarioResult> {
  const { scenario } = plan;
  const limit = effectiveTimeout(context.settings, {
    documents: plan.documents.length,
    turns: scenario.turns.length,
  });
  const deadline = startDeadline(limit * 1000, context.signal, () => `not finished within ${limit} s`);
  const record = newRecord(plan, context, createLedger(context.facts.budgetUsd));
  let ending: Reviewed | Stop;
  try {
    await refuseIfHopeless(plan, context);
    ending = await converseAndJudge(plan, context, record, deadline);
  } catch (error) {
    ending = stopFor(error, deadline.signal);
  } finally {
    deadline.stop();
  }
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

async function converseAndJudge(
  plan: ScenarioPlan,
  context: RunContext,
  record: RunRecord,
  deadline: Deadline,
): Promise<Reviewed> {
  const { scenario } = plan;
  const llm = { signal: deadline.signal, ledger: record.ledger };
  const agent = timedAgent(context.agent, deadline);
  const asked = wantedAgentType(scenario, context.settings.agentType);

  // The first message needs nothing of the agent: word it while the documents are indexed.
  const [firstTurn] = scenario.turns;
  const firstMessage = firstTurn ? messageFor(plan, firstTurn, [], context, llm) : Promise.resolve('');
  firstMessage.catch(() => {}); // its failure is met where it is awaited
  const sessionId = await setUp(plan, context, record, agent, asked);

  const judging = judgeInBackground();
  const slots = takeSlots(context, deadline);
  try {
    for (const turn of scenario.turns) {
      record.progress.step('wording', turn.turn);
      const before = [...record.conversation];
      const message = await (turn === firstTurn
        ? firstMessage
        : messageFor(plan, turn, before, context, llm));
      judging.throwIfFailed();
      const timeoutMs = Math.min(context.settings.messageTimeout * 1000, Math.max(1, deadline.remaining()));
      record.progress.step('queued');
      const held: Exchange = await slots.forMessage(async () => {
        const onSent = () => record.progress.step('agent');
        const said = await exchange(agent, sessionId, turn.turn, message, timeoutMs, onSent);
        return withLookUps(agent, turn, said);
      });
      record.conversation.push(held);
      const judgement = judgeExchange(plan, context, before, held, llm);
      record.progress.judging(judgement);
      judging.add(judgement);
      if (turn === firstTurn) await checkAgentType(record, agent, sessionId, asked);
    }
  } finally {
    slots.end();
    record.judged = () => judging.arrived();
  }

  record.progress.step('judging');
  const difference = transcriptDifference(record.conversation, await agent.getMessages(sessionId));
  if (difference !== null)
    throw new ScenarioStop('INFRA_ERROR', `answers don't match the agent's own record: ${difference}`);
  return reviewScenario(plan, context, record.conversation, await judging.all(), llm);
}

/** Session and documents. What exists is recorded at once, so that it is cleaned up whatever follows. */
async function setUp(
  plan: ScenarioPlan,
  context: RunContext,
  record: RunRecord,
  agent: ReturnType<typeof timedAgent>,
  asked: string | undefined,
): Promise<string> {
  const session = await openSession(agent, plan.scenario.id, asked);
  record.session = { ...session, asked: asked ?? null, deleted: false };
  await prepareMemory(agent, plan.scenario.setup);
  const staged = await stage(plan, context);
  for (const [index, document] of plan.documents.entries()) {
    const path = staged[index] ?? document.path;
    const indexed = await indexInto(agent, session.id, document, path, plan.scenario.category);
    record.documents.push({
      corpus_doc: document.corpus_doc,
      path: document.name,
      chunk_count: indexed.chunk_count,
      indexing_status: indexed.indexing_status,
    });
    const stale = staleCopy({
      name: document.name,
      size: (await stat(path)).size,
      chunks: indexed.chunk_count,
      librarySize: indexed.file_size ?? null,
    });
    if (stale !== null) record.warnings.push(stale);
  }
  return session.id;
}

async function stage(plan: ScenarioPlan, context: RunContext): Promise<readonly string[]> {
  const root = context.settings.documentsRoot;
  try {
    return await context.stage([...plan.documents, ...plan.findable]);
  } catch (error) {
    const reason = messageOf(error);
    throw new ScenarioStop(
      'SETUP_ERROR',
      `documents can't be copied to ${root} (AGENT_EVAL_DOCUMENTS_ROOT): ${reason}`,
    );
  }
}

/** Some agents replace an unknown type only when the first message arrives: read the session back after it. */
async function checkAgentType(
  record: RunRecord,
  agent: ReturnType<typeof timedAgent>,
  sessionId: string,
  asked: string | undefined,
): Promise<void> {
  const session = await agent.getSession(sessionId);
  const warning = modelWarning(record.session, session);
  if (warning !== null) record.warnings.push(warning);
  if (record.session) record.session = { ...record.session, ...session };
  const problem = agentTypeProblem(session, asked);
  if (problem !== null) throw new ScenarioStop('INFRA_ERROR', problem);
}

/** Deletes the session this run created; one that can't be deleted does not change the result. */
async function cleanUp(context: RunContext, record: RunRecord): Promise<void> {
  const { session } = record;
  if (!session || context.settings.keepSessions) return;
  try {
    await context.agent.deleteSession(session.id, { timeoutMs: CLEAN_UP_MS });
    record.session = { ...session, deleted: true };
  } catch (error) {
    const reason = messageOf(error);
    record.warnings.push(`session ${session.id} could not be deleted: ${reason}`);
  }
}
