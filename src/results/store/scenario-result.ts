/** Puts one scenario's result together: what was said, what was judged, what it took. */
import { createHash } from 'node:crypto';
import type { Conversation, Exchange, TurnStart } from '../../conversation.ts';
import type { ScenarioJudgement } from '../../rubric/judgement.ts';
import { judgedShare } from '../../rubric/judged-dimensions.ts';
import { reasonText } from '../../rubric/reason.ts';
import {
  isJudgedStatus,
  type TurnVerdict,
  type UnjudgedStatus,
  type Verdict,
} from '../../rubric/verdict-types.ts';
import type { Scenario } from '../../scenario/schema.ts';
import { performanceSummary, turnPerformance } from './performance.ts';
import { FORMAT, type ScenarioResult, type TurnResult } from './schema.ts';

export interface ResultInput {
  readonly runId: string;
  readonly scenario: Scenario;
  /** Path of the YAML relative to the project's root, forward slashes. */
  readonly file: string;
  readonly conversation: Conversation;
  /** null when the scenario never came to a verdict. */
  readonly verdict: Verdict | null;
  readonly judgement: ScenarioJudgement | null;
  /** What kept the scenario from being judged. It wins over a verdict: half a run is no verdict. */
  readonly failure: { readonly status: UnjudgedStatus; readonly error: string } | null;
  readonly session: ScenarioResult['session'];
  readonly documents: ScenarioResult['documents'];
  readonly judge: ScenarioResult['judge'];
  readonly simulator: ScenarioResult['simulator'];
  readonly spend: ScenarioResult['spend'];
  readonly startedAt: Date;
  /** Seconds from the start of the set-up to the verdict. */
  readonly elapsedS: number;
  /** From 1. */
  readonly attempt: number;
}

/**
 * Neither a verdict nor a failure is our own fault: ERRORED. A score stands only beside a judged status, so that
 * nobody averages half a conversation.
 */
export function buildResult(input: ResultInput): ScenarioResult {
  const { scenario, verdict, judgement, conversation } = input;
  const status = input.failure?.status ?? verdict?.status ?? 'ERRORED';
  const judged = isJudgedStatus(status);
  const share = judged && verdict !== null ? verdict : judgedShare([]);
  const turns = conversation.map((exchange) => turnResult(exchange, turnOf(verdict, exchange)));
  const error = judged ? null : errorOf(input);
  const scoreWarnings = (verdict?.turns ?? [])
    .filter((turn) => turn.overall_score === null)
    .flatMap((turn) => turn.warnings);
  return {
    scenario_id: scenario.id,
    category: scenario.category,
    status,
    overall_score: judged ? (verdict?.overall_score ?? null) : null,
    elapsed_s: thousandths(input.elapsedS),
    turns,
    performance_summary: performanceSummary(turns.map((turn) => turn.performance)),
    root_cause: judgement?.root_cause ?? null,
    recommended_fix: judgement?.recommended_fix ?? null,
    cost_estimate: { turns: conversation.length, estimated_usd: input.spend.usd },
    ...(error === null ? {} : { error }),
    ...(scoreWarnings.length === 0 ? {} : { score_warnings: scoreWarnings }),
    format: FORMAT,
    run_id: input.runId,
    name: scenario.name,
    severity: scenario.severity,
    scenario_fingerprint: scenarioFingerprint(scenario),
    declared: [...share.declared],
    judged_weight: share.judged_weight,
    outcome_met: (judged ? verdict?.outcome?.met : null) ?? null,
    outcome_reason: (judged ? verdict?.outcome?.why.trim() : null) || null,
    reasons: reasonsOf(input, error),
    warnings: [...(verdict?.warnings ?? [])],
    root_cause_target: judgement?.root_cause_target ?? null,
    started_at: input.startedAt.toISOString(),
    file: input.file,
    session: input.session,
    documents: input.documents,
    judge: input.judge,
    simulator: input.simulator,
    spend: input.spend,
    attempt: input.attempt,
  };
}

/** Sixteen hex digits of what the scenario says; comments and layout of its YAML do not change it. */
export function scenarioFingerprint(scenario: Scenario): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(scenario)))
    .digest('hex')
    .slice(0, 16);
}

function storedStart({ failing_tools, ...start }: TurnStart): NonNullable<TurnResult['before']> {
  return { ...start, ...(failing_tools && { failing_tools: [...failing_tools] }) };
}

/** A turn that was held but has no verdict keeps its words and has no scores. */
function turnResult(exchange: Exchange, verdict: TurnVerdict | undefined): TurnResult {
  return {
    turn: exchange.turn,
    user_message: exchange.user_message,
    agent_response: exchange.agent_response,
    agent_tools: exchange.tool_calls.map((call) => call.tool),
    scores: verdict === undefined ? null : { ...verdict.scores },
    declared: [...(verdict?.declared ?? [])],
    judged_weight: verdict?.judged_weight ?? 0,
    overall_score: verdict?.overall_score ?? null,
    pass: verdict?.pass ?? false,
    failure_category: verdict?.failure_category ?? null,
    reasoning: verdict?.reasoning ?? '',
    performance: turnPerformance(exchange.stats),
    raw_scores: verdict === undefined ? null : { ...verdict.raw_scores },
    ceilings: [...(verdict?.ceilings ?? [])],
    tool_calls: exchange.tool_calls.map((call) => ({ ...call })),
    ...(exchange.prompts && { prompts: exchange.prompts.map((prompt) => ({ ...prompt })) }),
    ...(exchange.own_checks && { own_checks: exchange.own_checks.map((check) => ({ ...check })) }),
    ...(exchange.verified && { verified: exchange.verified.map((call) => ({ ...call })) }),
    ...(exchange.before && { before: storedStart(exchange.before) }),
    hallucination: verdict?.hallucination ?? false,
    undecided: verdict?.undecided ?? null,
    ...(verdict && verdict.claims.length > 0 && { claims: verdict.claims.map((claim) => ({ ...claim })) }),
    ...(verdict && verdict.unsupported.length > 0 && { unsupported: [...verdict.unsupported] }),
    elapsed_s: thousandths(exchange.elapsed_s),
  };
}

function turnOf(verdict: Verdict | null, { turn }: Exchange): TurnVerdict | undefined {
  return verdict?.turns.find((candidate) => candidate.turn === turn);
}

/** The verdict's own, unless something kept the scenario from being judged. */
function reasonsOf({ failure, verdict }: ResultInput, error: string | null): ScenarioResult['reasons'] {
  if (failure === null && verdict !== null) return verdict.reasons.map((reason) => ({ ...reason }));
  return [notJudged(error ?? '')];
}

/** What kept a scenario from being judged, as its reason. */
export function notJudged(error: string): ScenarioResult['reasons'][number] {
  return { turn: null, rule: 'not_judged', text: error };
}

function errorOf({ failure, verdict }: ResultInput): string {
  if (failure !== null) return failure.error;
  if (verdict !== null && verdict.reasons.length > 0) return verdict.reasons.map(reasonText).join(' ');
  return 'The scenario ended without a verdict and without a cause; this is a fault of the benchmark.';
}

function thousandths(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.round(seconds * 1000) / 1000) : 0;
}

/** Keys in one order, so that only content counts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]),
  );
}
