/** Results → scorecard: counts, rates, averages, cost. Pure. */
import type { Dimension } from '../../rubric/dimensions.ts';
import { meanShare, type JudgedShare } from '../../rubric/judged-dimensions.ts';
import { mapDimensions, meanScore, readScore } from '../../rubric/score.ts';
import { isJudgedStatus, STATUSES } from '../../rubric/verdict-types.ts';
import { runPerformance } from './performance.ts';
import { judgedTurns, shareOfRow } from './row-share.ts';
import {
  scorecardRowSchema,
  type CategorySummary,
  type Scorecard,
  type ScorecardConfig,
  type ScorecardRow,
} from './scorecard-schema.ts';

export {
  scorecardSchema,
  type Scorecard,
  type ScorecardConfig,
  type ScorecardRow,
} from './scorecard-schema.ts';

/** A FAIL counts at most this much in an average: from 6.0 on a score reads as a pass. */
export const FAIL_CAP = 5.99;

export interface ScorecardOptions {
  readonly runId: string;
  readonly timestamp: Date;
  /** Only a part of the scenarios was run (a filter, a shard, watch, an editor). */
  readonly partial: boolean;
  readonly warnings?: readonly string[];
  /** Of a partial run: ids of scenarios that there are and that are not among the results. Left out: not known. */
  readonly leftOut?: readonly string[];
}

/**
 * `results` are traces, ours or GAIA's, or what a fault left of one: a status nobody knows counts as errored and
 * is warned about. Rates and averages over nothing are 0, because readers of this file expect numbers; `summary`
 * shows by its counts that nothing was judged.
 */
export function buildScorecard(
  results: readonly object[],
  config: ScorecardConfig,
  { runId, timestamp, partial, warnings = [], leftOut }: ScorecardOptions,
): Scorecard {
  const rows = results.map((result) => scorecardRowSchema.parse(result)).toSorted(byCategoryAndId);
  const { avg_score, ...outcomes } = summarize(rows);
  const judged = rows.filter(({ status }) => isJudgedStatus(status));
  const performance = runPerformance(rows.map((row) => row.performance_summary));
  const found = [...warnings, ...unknownStatuses(rows), ...duplicates(rows)];
  return {
    run_id: runId,
    timestamp: timestamp.toISOString(),
    config,
    summary: {
      total_scenarios: rows.length,
      ...outcomes,
      pass_rate: ratio(outcomes.passed, rows.length),
      judged_pass_rate: ratio(outcomes.passed, judged.length),
      avg_score,
      by_category: Object.fromEntries(
        [...new Set(rows.map((row) => row.category))].map((category) => [
          category,
          summarize(rows.filter((row) => row.category === category)),
        ]),
      ),
      judged_weight: runShare(rows).judged_weight,
      outcomes: {
        met: judged.filter(({ outcome_met }) => outcome_met === true).length,
        missed: judged.filter(({ outcome_met }) => outcome_met === false).length,
        not_judged: judged.filter(({ outcome_met }) => typeof outcome_met !== 'boolean').length,
      },
      by_dimension: mapDimensions((dimension) => dimensionMean(judged, dimension)),
    },
    scenarios: rows,
    cost: { estimated_total_usd: dollars(rows) },
    ...(performance === null ? {} : { performance }),
    ...(found.length === 0 ? {} : { warnings: found }),
    partial,
    ...(partial && leftOut !== undefined ? { left_out: leftOut.toSorted() } : {}),
  };
}

export type Outcome = Exclude<keyof CategorySummary, 'avg_score'>;

/** The column a status is counted in. */
export function outcomeOf(status: string): Outcome {
  switch (status) {
    case 'PASS':
      return 'passed';
    case 'FAIL':
      return 'failed';
    case 'BLOCKED_BY_ARCHITECTURE':
      return 'blocked';
    case 'TIMEOUT':
      return 'timeout';
    case 'BUDGET_EXCEEDED':
      return 'budget_exceeded';
    case 'INFRA_ERROR':
    case 'SETUP_ERROR':
      return 'infra_error';
    case 'SKIPPED_NO_DOCUMENT':
      return 'skipped';
    default:
      return 'errored';
  }
}

/** Skipped for want of documents that its manifest calls optional: no pass, and nothing to mend either. */
export function isExcused({
  status,
  skipped_optional,
}: Pick<ScorecardRow, 'status' | 'skipped_optional'>): boolean {
  return status === 'SKIPPED_NO_DOCUMENT' && skipped_optional === true;
}

/** Nothing is left to mend, and something was judged. */
export function allPass({ scenarios }: Pick<Scorecard, 'scenarios'>): boolean {
  const passed = scenarios.filter(({ status }) => status === 'PASS');
  return passed.length > 0 && scenarios.every((row) => row.status === 'PASS' || isExcused(row));
}

/** Did any scenario get a verdict? */
export function someJudged({ scenarios }: Pick<Scorecard, 'scenarios'>): boolean {
  return scenarios.some(({ status }) => isJudgedStatus(status));
}

function summarize(rows: readonly ScorecardRow[]): CategorySummary {
  const summary: CategorySummary = {
    passed: 0,
    failed: 0,
    blocked: 0,
    timeout: 0,
    budget_exceeded: 0,
    infra_error: 0,
    skipped: 0,
    errored: 0,
    avg_score:
      meanScore(
        rows
          .filter(({ status }) => isJudgedStatus(status))
          .map(({ status, overall_score }) => countedScore(status, overall_score)),
      ) ?? 0,
  };
  for (const row of rows) summary[outcomeOf(row.status)] += 1;
  return summary;
}

/** As it counts in an average: a FAIL at most {@link FAIL_CAP}. */
export function countedScore(status: string, score: number | null): number | null {
  return score !== null && status === 'FAIL' ? Math.min(score, FAIL_CAP) : score;
}

/** What the scores of the judged rows speak of, as far as they say. */
export function runShare(rows: readonly ScorecardRow[]): JudgedShare {
  return meanShare(rows.flatMap((row) => (isJudgedStatus(row.status) ? (shareOfRow(row) ?? []) : [])));
}

function dimensionMean(rows: readonly ScorecardRow[], dimension: Dimension): number | null {
  const turns = rows.flatMap(judgedTurns).filter(({ declared }) => declared.includes(dimension));
  return meanScore(turns.map(({ scores }) => readScore(scores[dimension])));
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Four decimals. */
function dollars(rows: readonly ScorecardRow[]): number {
  const sum = rows.reduce((total, row) => total + (row.cost_estimate?.estimated_usd ?? 0), 0);
  return Math.round(Number((sum * 10_000).toPrecision(12))) / 10_000;
}

function unknownStatuses(rows: readonly ScorecardRow[]): string[] {
  const unknown = new Set(
    rows.map((row) => row.status).filter((status) => !STATUSES.some((s) => s === status)),
  );
  return [...unknown]
    .toSorted()
    .map(
      (status) => `The status ${JSON.stringify(status)} is unknown; its scenarios are counted as errored.`,
    );
}

function duplicates(rows: readonly ScorecardRow[]): string[] {
  const seen = new Map<string, number>();
  for (const { scenario_id } of rows) seen.set(scenario_id, (seen.get(scenario_id) ?? 0) + 1);
  return [...seen]
    .filter(([, times]) => times > 1)
    .map(([id, times]) => `Scenario ${JSON.stringify(id)} has ${times} results; all of them are counted.`);
}

/** By code point, so that a run gives one file whatever order its scenarios ended in. */
function byCategoryAndId(a: ScorecardRow, b: ScorecardRow): number {
  return compareText(a.category, b.category) || compareText(a.scenario_id, b.scenario_id);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
