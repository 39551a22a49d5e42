/** What is known of a scenario while it runs: kept outside its steps, so that a trace says how far it came. */
import type { AgentSession } from '../agents/contract.ts';
import type { Exchange } from '../conversation.ts';
import type { Ledger } from '../models/ledger.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import { buildResult } from '../results/store/scenario-result.ts';
import type { ScenarioResult } from '../results/store/schema.ts';
import type { TurnVerdict, Verdict } from '../rubric/verdict-types.ts';
import { scenarioVerdict } from '../rubric/verdict.ts';
import type { RunContext } from './context.ts';
import type { Stop } from './outcome.ts';
import type { Reviewed } from './review.ts';
import { trackProgress, type ProgressTracker } from './progress.ts';

export interface RunRecord {
  readonly plan: ScenarioPlan;
  readonly context: RunContext;
  readonly ledger: Ledger;
  readonly progress: ProgressTracker;
  readonly startedAt: Date;
  readonly startedMs: number;
  /** null while the verdict is not there. */
  endedMs: number | null;
  readonly conversation: Exchange[];
  readonly documents: ScenarioResult['documents'];
  readonly warnings: string[];
  /** Skipped, and every document that is missing may be. */
  lacksOptional: boolean;
  session: (AgentSession & { readonly asked: string | null; readonly deleted: boolean }) | null;
  /** Ids of the sessions that the conversation began in, where it went on in a new one. */
  readonly earlierSessions: string[];
  /** The turns judged so far. */
  judged: () => readonly TurnVerdict[];
  /** How often the conversation began again because the agent had lost it, and the sessions of before. */
  readonly lost: { readonly session: string | null }[];
  /** Forgets the conversation. What it cost stays. */
  beginAgain(why: string): void;
  /** Something that judge or simulator was asked for. Its failure is met elsewhere. */
  underWay(asked: Promise<unknown>): void;
  /** Resolves when nothing of it is under way any more. */
  settled(): Promise<void>;
}

export function newRecord(plan: ScenarioPlan, context: RunContext, ledger: Ledger): RunRecord {
  const asked: Promise<unknown>[] = [];
  const record: RunRecord = {
    plan,
    context,
    ledger,
    progress: trackProgress(plan.scenario, ledger, context.progress ?? (() => {})),
    startedAt: new Date(),
    startedMs: performance.now(),
    endedMs: null,
    conversation: [],
    documents: [],
    warnings: [],
    lacksOptional: false,
    session: null,
    earlierSessions: [],
    judged: () => [],
    lost: [],
    beginAgain(why) {
      const place = record.conversation.length + 1;
      record.warnings.push(`the agent lost the conversation in turn ${place}, and it began again: ${why}`);
      record.lost.push({ session: record.session?.id ?? null });
      record.session = null;
      record.conversation.length = 0;
      record.documents.length = 0;
      record.judged = () => [];
    },
    underWay(promise) {
      promise.catch(() => {});
      asked.push(promise);
    },
    async settled() {
      await Promise.allSettled(asked);
    },
  };
  return record;
}

/** The trace. A scenario that was stopped keeps the turns it held and the judgements that arrived. */
export function resultOf(record: RunRecord, ending: Reviewed | Stop): ScenarioResult {
  const { plan, context, session } = record;
  const stopped = 'status' in ending;
  const result = buildResult({
    runId: context.facts.runId,
    scenario: plan.scenario,
    file: plan.file,
    conversation: record.conversation,
    verdict: stopped ? verdictSoFar(record) : ending.verdict,
    judgement: stopped ? null : ending.judgement,
    failure: stopped ? { status: ending.status, error: ending.message } : null,
    session: session && {
      id: session.id,
      agent_type_asked: session.asked,
      agent_type: session.agent_type,
      model: session.model,
      effective_model: session.effective_model,
      device: session.device,
      deleted: session.deleted,
    },
    documents: record.documents,
    judge: {
      name: context.judge.name,
      fingerprint: context.judge.fingerprint,
      model: context.judgeModel,
    },
    simulator: { name: context.simulator.name, fingerprint: context.simulator.fingerprint },
    spend: { ...record.ledger.spent },
    startedAt: record.startedAt,
    elapsedS: ((record.endedMs ?? performance.now()) - record.startedMs) / 1000,
    attempt: context.attempt,
  });
  return {
    ...result,
    warnings: [...result.warnings, ...record.warnings],
    ...(result.status === 'SKIPPED_NO_DOCUMENT' ? { skipped_optional: record.lacksOptional } : {}),
    ...(record.lost.length > 0 ? { begun_again: record.lost.length } : {}),
    ...(stopped && ending.outage !== null ? { outage: ending.outage } : {}),
  };
}

function verdictSoFar(record: RunRecord): Verdict | null {
  const turns = record.judged();
  if (turns.length === 0) return null;
  const { scenario } = record.plan;
  return scenarioVerdict({
    severity: scenario.severity,
    turns,
    expectedTurns: scenario.turns.length,
    judgement: null,
  });
}
