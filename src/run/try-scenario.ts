/** One try at a scenario: session and documents, the conversation, its judgement. */
import type { AgentUi } from '../agents/contract.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import type { Turn } from '../scenario/schema.ts';
import type { Wait } from '../waiting.ts';
import type { RunContext } from './context.ts';
import { exchange, messageFor, takeSlots } from './converse.ts';
import type { Deadline } from './deadline.ts';
import { judgeExchange, judgeInBackground, type BackgroundJudging } from './judging.ts';
import { ScenarioStop } from './outcome.ts';
import type { RunRecord } from './record.ts';
import { reviewScenario, type Reviewed } from './review.ts';
import { agentTypeProblem, modelWarning, setUp, wantedAgentType } from './set-up.ts';
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
  const sessionId = await setUp(plan, context, record, agent, asked);
  try {
    await converse(all, sessionId, first, async () => {
      await checkAgentType(record, agent, sessionId, asked);
    });
  } finally {
    record.judged = () => judging.arrived();
  }

  record.progress.step('judging');
  const difference = transcriptDifference(record.conversation, await agent.getMessages(sessionId));
  if (difference !== null)
    throw new ScenarioStop('INFRA_ERROR', `answers don't match the agent's own record: ${difference}`);
  return reviewScenario(plan, context, record.conversation, await judging.all(), llmOf(all));
}

function llmOf({ deadline, record }: Pick<Try, 'deadline' | 'record'>) {
  return {
    signal: deadline.signal,
    ledger: record.ledger,
    onWait: (wait: Wait | null) => record.progress.waits('judge', wait),
  };
}

/** One message after the other; each answer is judged while the next one is worded and sent. */
async function converse(
  { plan, context, record, deadline, agent, judging }: Try,
  sessionId: string,
  firstMessage: Promise<string>,
  afterFirst: () => Promise<void>,
): Promise<void> {
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
      judging.throwIfFailed();
      const timeoutMs = Math.min(context.settings.messageTimeout * 1000, Math.max(1, deadline.remaining()));
      record.progress.step('queued');
      const held = await slots.forMessage(async () => {
        const onSent = () => record.progress.step('agent');
        const said = await exchange(agent, sessionId, turn.turn, message, timeoutMs, onSent);
        return withLookUps(agent, turn, said);
      });
      record.conversation.push(held);
      const judgement = judgeExchange(plan, context, before, held, llm);
      record.underWay(judgement);
      record.progress.judging(judgement);
      judging.add(judgement);
      if (index === 0) await afterFirst();
    }
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
