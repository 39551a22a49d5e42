/** A run made into a baseline: what is refused, what is kept, and where it belongs. Pure. */
import { z } from 'zod';
import type { Allowance } from '../../gate-settings.ts';
import { currentName, FORMER_LLM } from '../../llm-name.ts';
import type { Scorecard, ScorecardConfig, ScorecardRow } from '../store/scorecard-schema.ts';
import { shareOfRow } from '../store/row-share.ts';
import { list } from './differences.ts';
import { entriesOf, isJudged } from './rows.ts';
import { targetName } from './target-name.ts';

/** Why a run should not become a baseline, in sentences; none for one that may. */
export function baselineProblems(scorecard: Scorecard, allow: readonly Allowance[] = []): string[] {
  const entries = entriesOf(scorecard);
  const problems: string[] = [];
  if (entries.length === 0) return ['The run holds no scenario.'];
  if (scorecard.partial === true && !allow.includes('partial')) {
    problems.push('Only a part of the scenarios was run (allow it with partial).');
  }
  if (!entries.some(({ facts }) => isJudged(facts))) problems.push('No scenario was judged.');
  const open = entries.filter(({ facts }) => facts.state === 'none').map(({ id }) => id);
  if (open.length > 0 && !allow.includes('infra')) {
    problems.push(
      `${open.length} scenario(s) ended without a verdict: ${list(open)} (allow it with infra; they can then regress unseen).`,
    );
  }
  const ids = entries.map(({ id }) => id);
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  if (twice.length > 0) problems.push(`More than one result: ${list(twice)}.`);
  return problems;
}

const kept = z.object({
  name: z.string().optional().catch(undefined),
  // AMD GAIA's rows have none of these, and neither has a result without a run.
  severity: z.unknown().optional(),
  scenario_fingerprint: z.unknown().optional(),
  identity: z.unknown().optional(),
  judge: z.unknown().optional(),
  simulator: z.unknown().optional(),
  session: z
    .object({ agent_type: z.string().nullable(), model: z.string().nullable() })
    .nullish()
    .catch(undefined),
});

/**
 * The scorecard without conversations, reasons and readings: small enough to be committed, a scorecard that AMD
 * GAIA's comparison reads, and all that a comparison of ours needs.
 */
export function baselineOf(scorecard: Scorecard): Scorecard {
  const { performance: _, gates: __, warnings: ___, ...rest } = scorecard;
  return { ...rest, scenarios: scorecard.scenarios.map(slim) };
}

function slim(row: ScorecardRow): ScorecardRow {
  const share = shareOfRow(row);
  const more = Object.entries(kept.parse(row)).filter(([, value]) => value !== undefined);
  return {
    scenario_id: row.scenario_id,
    category: row.category,
    status: row.status,
    overall_score: row.overall_score,
    ...(share === null ? {} : { declared: [...share.declared], judged_weight: share.judged_weight }),
    elapsed_s: row.elapsed_s ?? null,
    ...(row.cost_estimate === undefined
      ? {}
      : { cost_estimate: { estimated_usd: row.cost_estimate.estimated_usd } }),
    ...Object.fromEntries(more),
  };
}

/** Folder of the baselines, below the project's root: they are committed, results are not. */
export const BASELINES = 'baselines';

/** `baselines/embedded-rules.json`, `baselines/localhost-4200-llm.json`: one per target and judge. */
export function baselineName(config: ScorecardConfig): string {
  return nameFor(targetName(spelledTarget(config)), judgeName(config));
}

/** What such a baseline may have been saved as before: by the target as it was spelled, by the judge's former name. */
export function formerBaselineNames(config: ScorecardConfig): readonly string[] {
  const targets = [targetName(spelledTarget(config)), spelledTarget(config)];
  const judges = judgeName(config) === 'llm' ? ['llm', FORMER_LLM] : [judgeName(config)];
  return judges.flatMap((judge) => targets.map((target) => nameFor(target, judge)));
}

function spelledTarget({ target, backend_url }: ScorecardConfig): string {
  return target ?? backend_url ?? 'unknown';
}

function judgeName({ judge = 'gaia' }: ScorecardConfig): string {
  return currentName(judge);
}

function nameFor(target: string, judge: string): string {
  return `${slug(target.replace(/^https?:\/\//, ''))}-${slug(judge)}.json`;
}

function slug(text: string): string {
  const clean = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return clean === '' ? 'unknown' : clean.slice(0, 80);
}
