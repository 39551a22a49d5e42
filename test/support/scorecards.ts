/** Scorecards for tests of comparisons and gates, from as little as a status. */
import { buildScorecard, type Scorecard, type ScorecardConfig } from '../../src/results/store/scorecard.ts';
import { DIMENSIONS } from '../../src/rubric/dimensions.ts';
import { mapDimensions } from '../../src/rubric/score.ts';
import { CONFIG } from './results.ts';

export interface RowInput {
  readonly id: string;
  readonly status?: string;
  readonly score?: number | null;
  readonly [field: string]: unknown;
}

/** A row as a trace leaves it; a judged one has the score that goes with its status. */
export function row({ id, status = 'PASS', score, ...more }: RowInput): Record<string, unknown> {
  const usual = status === 'PASS' ? 8 : status === 'FAIL' || status.startsWith('BLOCKED') ? 4 : null;
  return {
    scenario_id: id,
    category: 'rag_quality',
    status,
    overall_score: score === undefined ? usual : score,
    elapsed_s: 10,
    cost_estimate: { turns: 1, estimated_usd: 0.05 },
    severity: 'standard',
    scenario_fingerprint: `text-of-${id}`,
    identity: { documents: `documents-of-${id}`, truth: `truth-of-${id}` },
    judge: { name: 'anthropic', fingerprint: 'claude-sonnet-4-6+prompts-1', model: 'claude-sonnet-4-6' },
    simulator: { name: 'anthropic', fingerprint: 'claude-sonnet-4-6+prompts-1' },
    session: { id: `s-${id}`, agent_type: 'chat', model: 'a-model' },
    declared: [...DIMENSIONS],
    judged_weight: 1,
    ...more,
  };
}

export interface CardInput {
  readonly runId?: string;
  readonly partial?: boolean;
  readonly config?: Partial<ScorecardConfig>;
}

export function card(rows: readonly RowInput[], more: CardInput = {}): Scorecard {
  return buildScorecard(
    rows.map(row),
    { ...CONFIG, ...more.config },
    {
      runId: more.runId ?? 'run_20260301_120000',
      timestamp: new Date('2026-03-01T12:00:00Z'),
      partial: more.partial ?? false,
    },
  );
}

/** A scorecard as AMD GAIA's own runner writes it: none of our fields. */
export function gaiaCard(
  rows: readonly { readonly id: string; readonly status?: string; readonly score?: number | null }[],
): Scorecard {
  const built = buildScorecard(
    rows.map(({ id, status = 'PASS', score = 8 }) => ({
      scenario_id: id,
      category: 'rag_quality',
      status,
      overall_score: score,
      elapsed_s: 10,
      // Its judge speaks of all seven dimensions, and its file has no word for it.
      turns: [{ turn: 1, scores: mapDimensions(() => score), overall_score: score }],
      cost_estimate: { turns: 1, estimated_usd: 0.05 },
    })),
    {
      backend_url: 'http://localhost:4200',
      model: 'claude-sonnet-4-6',
      budget_per_scenario_usd: '2.00',
      agent_type: 'chat',
    },
    { runId: 'run_gaia', timestamp: new Date('2026-03-01T12:00:00Z'), partial: false },
  );
  const { partial: _, ...theirs } = built;
  return theirs;
}
