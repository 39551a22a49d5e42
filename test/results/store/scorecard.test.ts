import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildScorecard, scorecardSchema } from '../../../src/results/store/scorecard.ts';
import { buildResult } from '../../../src/results/store/scenario-result.ts';
import { DIMENSIONS } from '../../../src/rubric/dimensions.ts';
import { mapDimensions } from '../../../src/rubric/score.ts';
import { scenarioVerdict } from '../../../src/rubric/verdict.ts';
import { STATUSES } from '../../../src/rubric/verdict-types.ts';
import { aResult, aScenario, CONFIG, resultInput } from '../../support/results.ts';
import { judgedTurn } from '../../support/verdicts.ts';

const OPTIONS = { runId: 'run_20260301_120000', timestamp: new Date('2026-03-01T12:00:00Z'), partial: false };

function cardOf(rows: readonly object[], more: Partial<typeof OPTIONS & { warnings: string[] }> = {}) {
  return buildScorecard(rows, CONFIG, { ...OPTIONS, ...more });
}

test('every status has its column, in the summary and in its category', () => {
  const rows = STATUSES.map((status) =>
    aResult({ scenario_id: status, status, overall_score: null, category: 'vision' }),
  );
  const counts = {
    passed: 1,
    failed: 1,
    blocked: 1,
    timeout: 1,
    budget_exceeded: 1,
    infra_error: 2,
    skipped: 1,
    errored: 1,
  };
  const { summary, warnings } = cardOf(rows);
  expect(summary).toEqual({
    total_scenarios: 9,
    ...counts,
    pass_rate: 1 / 9,
    // Judged without a score: in the rate, not in the average.
    judged_pass_rate: 1 / 3,
    avg_score: 0,
    by_category: { vision: { ...counts, avg_score: 0 } },
    judged_weight: null,
    outcomes: { met: 0, missed: 0, not_judged: 3 },
    by_dimension: mapDimensions(() => 8),
  });
  expect(warnings).toBeUndefined();
});

test('a run says how much of the weights its scores speak of, and has no mean where nobody judged', () => {
  const only = (id: string, correctness: number) =>
    buildResult(
      resultInput({
        scenario: aScenario({ id }),
        verdict: scenarioVerdict({
          severity: 'standard',
          turns: [judgedTurn(1, { correctness }, { declared: ['correctness'] })],
          expectedTurns: 1,
          judgement: null,
        }),
      }),
    );
  const { summary, scenarios } = cardOf([only('a', 10), only('b', 7), aResult({ status: 'TIMEOUT' })]);
  expect(summary).toMatchObject({ avg_score: 8.5, judged_weight: 0.25 });
  expect(summary.by_dimension).toEqual({ ...mapDimensions(() => null), correctness: 8.5 });
  expect(scenarios[0]).toMatchObject({ declared: ['correctness'], judged_weight: 0.25 });
  expect(cardOf([only('a', 10), aResult()]).summary).toMatchObject({
    judged_weight: 0.63,
    by_dimension: { correctness: 9, efficiency: 8 },
  });
});

test('the average counts a FAIL at most 5.99, blocked as it is, unjudged not at all', () => {
  const { summary, scenarios } = cardOf([
    aResult({ scenario_id: 'a', overall_score: 9 }),
    aResult({ scenario_id: 'b', status: 'FAIL', overall_score: 9.8 }),
    aResult({ scenario_id: 'c', status: 'FAIL', overall_score: 2 }),
    aResult({ scenario_id: 'd', status: 'BLOCKED_BY_ARCHITECTURE', overall_score: 8, category: 'vision' }),
    aResult({ scenario_id: 'e', status: 'TIMEOUT', overall_score: 10 }),
    aResult({ scenario_id: 'f', overall_score: null }),
  ]);
  expect(summary.avg_score).toBe(6.25);
  expect(summary.judged_pass_rate).toBe(2 / 5);
  expect(summary.by_category['rag_quality']?.avg_score).toBe(5.66);
  expect(summary.by_category['vision']?.avg_score).toBe(8);
  expect(scenarios.find((row) => row.scenario_id === 'b')?.overall_score).toBe(9.8);
});

test('nothing at all gives zeros, never NaN', () => {
  expect(cardOf([]).summary).toMatchObject({
    pass_rate: 0,
    judged_pass_rate: 0,
    avg_score: 0,
    by_category: {},
  });
  expect(cardOf([])).not.toHaveProperty('performance');
});

test('an unknown status counts as errored, with a warning', () => {
  const { summary, warnings } = cardOf([{ ...aResult(), status: 'GAVE_UP' }, { scenario_id: 'b' }], {
    warnings: ['Memory was on.'],
  });
  expect(summary.errored).toBe(2);
  expect(warnings).toEqual([
    'Memory was on.',
    'The status "GAVE_UP" is unknown; its scenarios are counted as errored.',
    'The status "unknown" is unknown; its scenarios are counted as errored.',
  ]);
});

test('two results of one scenario are told', () => {
  expect(cardOf([aResult(), aResult({ attempt: 2 })]).warnings).toEqual([
    'Scenario "simple_factual_rag" has 2 results; all of them are counted.',
  ]);
});

test('the cost has four decimals', () => {
  const rows = [0.1, 0.2, 0.000_05].map((estimated_usd) =>
    aResult({ cost_estimate: { turns: 1, estimated_usd } }),
  );
  expect(cardOf(rows).cost).toEqual({ estimated_total_usd: 0.3001 });
});

test('one malformed row costs neither the scorecard nor the other rows', () => {
  const broken = {
    scenario_id: 'broken',
    category: null,
    status: 'PASS',
    overall_score: 'nine',
    turns: 'none',
    cost_estimate: { estimated_usd: '0.1' },
    performance_summary: 3,
    root_cause: { target: 'prompt' },
    reasons: 'none',
  };
  const card = cardOf([broken, aResult()]);
  expect(card.summary).toMatchObject({ total_scenarios: 2, passed: 2, avg_score: 8 });
  expect(card.cost.estimated_total_usd).toBe(0.0124);
  expect(scorecardSchema.safeParse(card).success).toBe(true);
});

test('what a run was like stands in it, and ours survives a round trip', () => {
  const card = cardOf([aResult()], { partial: true });
  expect(card).toMatchObject({ partial: true, config: CONFIG, run_id: OPTIONS.runId });
  expect(card.timestamp).toBe('2026-03-01T12:00:00.000Z');
  expect(scorecardSchema.parse(JSON.parse(JSON.stringify(card)))).toEqual(JSON.parse(JSON.stringify(card)));
  expect(card.scenarios[0]).toMatchObject({ turns: [{ turn: 1 }], run_id: OPTIONS.runId });
});

test('a scorecard without any of our fields is read', () => {
  const none = {
    passed: 0,
    blocked: 0,
    timeout: 0,
    budget_exceeded: 0,
    infra_error: 0,
    skipped: 0,
    errored: 0,
  };
  const oneFailed = { ...none, failed: 1 };
  const theirs = {
    run_id: 'run_20250322_143000',
    timestamp: '2026-03-22T14:30:00+00:00',
    config: {
      backend_url: 'http://localhost:4200',
      model: 'claude-sonnet-4-6',
      budget_per_scenario_usd: '2.00',
    },
    summary: {
      total_scenarios: 1,
      ...oneFailed,
      pass_rate: 0,
      judged_pass_rate: 0,
      avg_score: 4.8,
      by_category: { context_retention: { ...oneFailed, avg_score: 4.8 } },
    },
    scenarios: [
      {
        scenario_id: 'cross_turn_file_recall',
        category: 'context_retention',
        status: 'FAIL',
        overall_score: 4.8,
        root_cause: { description: 'History window too small', file: 'chat_helpers.py' },
        recommended_fix: null,
        performance_summary: null,
        cost_estimate: { turns: 3, estimated_usd: 0.124 },
      },
    ],
    cost: { estimated_total_usd: 0.124 },
  };
  const read = scorecardSchema.parse(theirs);
  expect(read.scenarios[0]?.root_cause).toEqual(theirs.scenarios[0]?.root_cause);
  expect(read.partial).toBeUndefined();
});

const anyRow = fc.oneof(
  fc.record({
    scenario_id: fc.string(),
    category: fc.constantFrom('rag_quality', 'vision', '__proto__', ''),
    status: fc.oneof(fc.constantFrom(...STATUSES), fc.string()),
    overall_score: fc.oneof(fc.double({ min: 0, max: 10, noNaN: true }), fc.constant(null)),
  }),
  fc.dictionary(
    fc.constantFrom(
      'scenario_id',
      'category',
      'status',
      'overall_score',
      'cost_estimate',
      'performance_summary',
    ),
    fc.anything(),
  ),
);

test('whatever the rows hold: the numbers are numbers, add up, and do not depend on the order', () => {
  fc.assert(
    fc.property(
      fc
        .array(anyRow, { maxLength: 12 })
        .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      ([rows, shuffled]) => {
        const { summary, cost } = cardOf(rows);
        const {
          total_scenarios,
          pass_rate,
          judged_pass_rate,
          avg_score,
          by_category: _categories,
          judged_weight,
          by_dimension,
          outcomes: _outcomes,
          ...counts
        } = summary;
        expect(total_scenarios).toBe(rows.length);
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(rows.length);
        const means = Object.values(by_dimension ?? {}).map((mean) => (mean ?? 0) / 10);
        expect(means).toHaveLength(DIMENSIONS.length);
        for (const rate of [pass_rate, judged_pass_rate, avg_score / 10, judged_weight ?? 0, ...means]) {
          expect(rate).toBeGreaterThanOrEqual(0);
          expect(rate).toBeLessThanOrEqual(1);
        }
        expect(cost.estimated_total_usd).toBeGreaterThanOrEqual(0);
        const inCategories = Object.values(summary.by_category).flatMap(({ avg_score: _avg, ...row }) =>
          Object.values(row),
        );
        expect(inCategories.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
        expect(cardOf(shuffled).summary).toEqual(summary);
      },
    ),
  );
});
