/** From stored traces: no agent, no judge. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildScorecard, scorecardSchema } from '../../src/results/store/scorecard.ts';
import { commandFolder } from '../support/command.ts';
import { aResult, CONFIG } from '../support/results.ts';

const results = ['one', 'two'].map((id) => aResult({ scenario_id: id }));
const whole = buildScorecard(results, CONFIG, {
  runId: 'run_20260301_120000',
  timestamp: new Date('2026-03-01T12:00:00Z'),
  partial: false,
});
const traces = Object.fromEntries(
  results.map((each) => [`results/run_1/traces/${each.scenario_id}.json`, each]),
);

test('both files again: the same scorecard, from the run or from its traces folder', async () => {
  const here = await commandFolder({ ...traces, 'results/run_1/scorecard.json': whole });
  for (const word of ['run_1', 'results/run_1', 'results/run_1/traces']) {
    const { code, err } = await here.run('scorecard', word);
    expect([code, err]).toEqual([0, '']);
    const again = scorecardSchema.parse(
      JSON.parse(await readFile(here.path('results/run_1/scorecard.json'), 'utf8')),
    );
    expect(again).toEqual(whole);
    expect(await readFile(here.path('results/run_1/summary.md'), 'utf8')).toContain('- **Passed:** 2 ✅');
  }
});

test('without an old scorecard nobody knows that the run was whole', async () => {
  const here = await commandFolder(traces);
  const { out } = await here.run('scorecard', 'run_1', '--json');
  expect(JSON.parse(out)).toMatchObject({
    partial: true,
    run_id: 'run_1',
    config: { judge: 'anthropic', model: 'claude-sonnet-4-6' },
    summary: { passed: 2 },
  });
});

test('a trace that cannot be read is an errored scenario, not a missing one', async () => {
  const here = await commandFolder({
    ...traces,
    'results/run_1/scorecard.json': whole,
    'results/run_1/traces/two.json': '{"scenario_id": "tw',
  });
  const { out } = await here.run('scorecard', 'run_1', '--json');
  expect(JSON.parse(out)).toMatchObject({
    summary: { total_scenarios: 2, passed: 1, errored: 1 },
    warnings: ['The trace two.json counts as errored: it is not JSON.'],
  });
});

const theirs = {
  scenario_id: 'simple_factual_rag',
  category: 'rag_quality',
  status: 'PASS',
  overall_score: 8.1,
  elapsed_s: 20,
  turns: [
    {
      turn: 1,
      user_message: 'What was it?',
      agent_response: '$14.2 million',
      agent_tools: ['query_specific_file', 'query_specific_file', 'query_specific_file'],
      scores: {
        correctness: 3,
        tool_selection: 10,
        context_retention: 10,
        completeness: 10,
        efficiency: 10,
        personality: 10,
        error_recovery: 10,
      },
      overall_score: 8.1,
      pass: true,
      failure_category: null,
      reasoning: 'fine',
    },
  ],
  root_cause: null,
  recommended_fix: null,
  cost_estimate: { turns: 1, estimated_usd: 0.02 },
};

test("fault 41: a folder of AMD GAIA's runner, whose traces hold no ceilings", async () => {
  const here = await commandFolder({ 'gaia/run_x/traces/simple_factual_rag.json': theirs });
  const { code, out } = await here.run('scorecard', 'gaia/run_x');
  expect(code).toBe(0);
  expect(out).toContain('Passed 1 of 1 judged');
  const rescored = await here.run('rescore', 'gaia/run_x');
  expect(rescored.out).toContain('simple_factual_rag  PASS 8.10 → FAIL 8.25');
  expect(rescored.out).toContain('Turn 1: correctness is 3, below 4.');
  expect(rescored.out).toContain('1 of 1 verdict(s) change');
  expect(rescored.out).toContain('1 verdict(s) rest on scores alone: no ceilings are stored with them.');
});

test('rescore: nothing changes where the rubric is the same, and nothing is judged that was not', async () => {
  const here = await commandFolder({
    ...traces,
    'results/run_1/traces/late.json': aResult({
      scenario_id: 'late',
      status: 'TIMEOUT',
      overall_score: null,
    }),
    'results/run_1/traces/judge.json': aResult({
      scenario_id: 'judge',
      status: 'ERRORED',
      overall_score: null,
    }),
    'results/run_1/traces/blocked.json': aResult({
      scenario_id: 'blocked',
      status: 'BLOCKED_BY_ARCHITECTURE',
    }),
  });
  const { code, out } = await here.run('rescore', 'run_1', '--json');
  expect(code).toBe(0);
  const { changed, results: all } = JSON.parse(out) as {
    changed: unknown[];
    results: { scenario_id: string; kept: string | null; after: { status: string } }[];
  };
  expect(changed).toEqual([]);
  expect(all.map(({ scenario_id, after, kept }) => [scenario_id, after.status, kept])).toEqual([
    ['blocked', 'BLOCKED_BY_ARCHITECTURE', 'blocked is never overridden'],
    ['judge', 'ERRORED', 'it was not judged'],
    ['late', 'TIMEOUT', 'it was not judged'],
    ['one', 'PASS', null],
    ['two', 'PASS', null],
  ]);
});

test('rescore: a critical scenario does not pass by the loss of what an older format cannot tell', async () => {
  const failed = aResult({ status: 'FAIL', severity: 'critical' });
  const violated = { turn: null, rule: 'critical_violation', text: 'it named a price' };
  const here = await commandFolder({
    'results/run_1/traces/new.json': { ...failed, scenario_id: 'new', reasons: [violated] },
    'results/run_1/traces/old.json': {
      ...failed,
      scenario_id: 'old',
      format: 'vitest-agent-eval/1',
      reasons: ['Critical violation: it named a price'],
    },
  });
  const { out } = await here.run('rescore', 'run_1', '--json');
  const { results: all } = JSON.parse(out) as { results: { after: object; kept: string | null }[] };
  expect(all).toMatchObject([
    { after: { status: 'FAIL' }, kept: null, reasons: [violated] },
    { after: { status: 'FAIL' }, kept: expect.stringContaining('older format') },
  ]);
});

test('rescore: what the judge declared counts; where nobody did, all seven do', async () => {
  const turn = aResult().turns[0];
  const { declared: _, ...undeclared } = { ...turn, raw_scores: { correctness: 9 } };
  const here = await commandFolder({
    'results/run_1/traces/a.json': { ...aResult(), turns: [{ ...undeclared, declared: ['correctness'] }] },
    'results/run_1/traces/b.json': { ...aResult(), turns: [undeclared] },
  });
  const { out } = await here.run('rescore', 'run_1', '--json');
  expect(JSON.parse(out)).toMatchObject({
    results: [{ after: { status: 'PASS', score: 9 } }, { after: { status: 'ERRORED', score: null } }],
  });
});

test.each([
  ['no such run', ['scorecard', 'nope'], /There is no run nope/],
  ['a folder without traces', ['rescore', 'results'], /holds no traces/],
])('%s: 2', async (_, words, says) => {
  const here = await commandFolder({ 'results/x.txt': '' });
  const { code, err } = await here.run(...words);
  expect(code).toBe(2);
  expect(err).toMatch(says);
});

test('fault 48: no command to a CI runner is printed, wherever a name of others stands', async () => {
  const here = await commandFolder({});
  const { code, err } = await here.run('scorecard', 'gone\n::error::owned ##[error]owned');
  expect(code).toBe(2);
  expect(err).toContain('owned');
  expect(err).not.toMatch(/^\s*::|##\[/m);
});
