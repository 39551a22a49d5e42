/** One try at a scenario: session and documents, the conversation, its judgement. */
import type { AgentUi } from '../agents/contract.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import type { Turn } from '../scenario/schema.ts';
import type { Wait } from '../waiting.ts';
import type { Exchange } from '../conversation.ts';
import { beforeTurn } from './before-turn.ts';
import type { RunContext } from './context.ts';
import { exchange, messageFor, takeSlots } from './converse.ts';
import type { Deadline } from './deadline.ts';
import { judgeExchange, judgeInBackground, type BackgroundJudging } from './judging.ts';
import { ScenarioStop } from './outcome.ts';
import type { RunRecord } from './record.ts';
import { withOwnChecks } from './own-checks.ts';
import { reviewScenario, type Reviewed } from './review.ts';
import { agentTypeProblem, modelWarning, setUp, wantedAgentType, type HeldSession } from './set-up.ts';
import { timedAgent } from './timed-agent.ts';
import { transcriptDifference } from './transcript.ts';
import { withLookUps } from './verify.ts';

/** What the steps of a try share. */
interface Try {
  readonly plan: ScenarioPlan;
  readonly context: RunContext;
  readonly record: RunRecord;
  readonly deadline: Deadline;
  readonly agent: AgentUi;
  readonly judging: BackgroundJudging;
}

/** Rejects with what kept the scenario from being judged. What it came to stands in the record by then. */
export async function tryScenario(
  plan: ScenarioPlan,
  context: RunContext,
  record: RunRecord,
  deadline: Deadline,
): Promise<Reviewed> {
  const agent = timedAgent(context.agent, deadline, (wait) => record.progress.waits('agent', wait));
  const judging = judgeInBackground();
  const asked = wantedAgentType(plan.scenario, context.settings.agentType);
  const all: Try = { plan, context, record, deadline, agent, judging };

  // The first message needs nothing of the agent: word it while the documents are indexed.
  const [firstTurn] = plan.scenario.turns;
  const first = firstTurn ? messageFor(plan, firstTurn, [], context, llmOf(all)) : Promise.resolve('');
  record.underWay(first); // its failure is met where it is awaited
  const session = await setUp({ plan, context, record, agent, asked });
  let sessions: readonly string[];
  try {
    sessions = await converse(all, session, first, asked);
  } finally {
    record.judged = () => judging.arrived();
  }

  record.progress.step('judging');
  await compareTranscripts(record.conversation, sessions, agent);
  return reviewScenario(plan, context, record.conversation, await judging.all(), llmOf(all));
}

function llmOf({ deadline, record }: Pick<Try, 'deadline' | 'record'>) {
  return {
    signal: deadline.signal,
    ledger: record.ledger,
    onWait: (wait: Wait | null) => record.progress.waits('judge', wait),
    onNote: (note: string) => void record.warnings.push(note),
  };
}

/** Each session holds its own turns, and no others. */
async function compareTranscripts(
  conversation: readonly Exchange[],
  sessions: readonly string[],
  agent: AgentUi,
): Promise<void> {
  for (const id of new Set(sessions)) {
    const held = conversation.filter((_, index) => sessions[index] === id);
    // oxlint-disable-next-line no-await-in-loop -- rarely more than one
    const difference = transcriptDifference(held, await agent.getMessages(id));
    if (difference !== null)
      throw new ScenarioStop('INFRA_ERROR', `answers don't match the agent's own record: ${difference}`);
  }
}

/**
 * One message after the other; each answer is judged while the next one is worded and sent. Returns each turn's session.
 */
async function converse(
  { plan, context, record, deadline, agent, judging }: Try,
  begun: HeldSession,
  firstMessage: Promise<string>,
  asked: string | undefined,
): Promise<readonly string[]> {
  const sessions: string[] = [];
  let session = begun;
  const llm = llmOf({ deadline, record });
  const slots = takeSlots(context, deadline);
  const messageOf = (turn: Turn, index: number) => {
    if (index === 0) return firstMessage;
    const message = messageFor(plan, turn, [...record.conversation], context, llm);
    record.underWay(message);
    return message;
  };
  try {
    for (const [index, turn] of plan.scenario.turns.entries()) {
      record.progress.step('wording', turn.turn);
      const before = [...record.conversation];
      const message = await messageOf(turn, index);
      const ground = await beforeTurn(turn, session, { plan, context, record, agent, asked });
      const isNewSession = index === 0 || ground.session.id !== session.id;
      session = ground.session;
      judging.throwIfFailed();
      const timeoutMs = Math.min(context.settings.messageTimeout * 1000, Math.max(1, deadline.remaining()));
      record.progress.step('queued');
      const looked = await slots.forMessage(async () => {
        const onSent = () => record.progress.step('agent');
        const said = await exchange(agent, session.id, turn.turn, message, timeoutMs, onSent);
        const told = ground.start === null ? said : { ...said, before: ground.start };
        return withLookUps(agent, turn, told);
      });
      const held = await withOwnChecks(
        { turn, truth: plan.truths[index], before, context, signal: deadline.signal },
        looked,
      );
      record.conversation.push(held);
      sessions.push(session.id);
      const judgement = judgeExchange(plan, context, before, held, llm);
      record.underWay(judgement);
      record.progress.judging(judgement);
      judging.add(judgement);
      if (isNewSession) await checkAgentType(record, agent, session.id, asked);
    }
    return sessions;
  } finally {
    slots.end();
  }
}

/** Some agents replace an unknown type only when the first message arrives: read the session back after it. */
async function checkAgentType(
  record: RunRecord,
  agent: AgentUi,
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
