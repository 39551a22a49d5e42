import { expect, test } from 'vitest';
import { buildResult, scenarioFingerprint } from '../../../src/results/store/scenario-result.ts';
import { scenarioResultSchema } from '../../../src/results/store/schema.ts';
import { DIMENSIONS } from '../../../src/rubric/dimensions.ts';
import { UNJUDGED_STATUSES } from '../../../src/rubric/verdict-types.ts';
import { scenarioVerdict } from '../../../src/rubric/verdict.ts';
import { anExchange, aScenario, resultInput } from '../../support/results.ts';
import { ceiling, judgedTurn, rawScores, scenarioJudgement } from '../../support/verdicts.ts';

const verdictOf = (turns: ReturnType<typeof judgedTurn>[]) =>
  scenarioVerdict({ severity: 'standard', turns, expectedTurns: turns.length, judgement: null });

test('a judged scenario, whole, in the stored format', () => {
  const result = buildResult(resultInput());
  expect(scenarioResultSchema.parse(structuredClone(result))).toEqual(result);
  expect(result).toMatchObject({
    scenario_id: 'simple_factual_rag',
    status: 'PASS',
    overall_score: 8,
    elapsed_s: 12.346,
    cost_estimate: { turns: 1, estimated_usd: 0.0124 },
    started_at: '2026-03-01T12:00:00.000Z',
    reasons: [],
    declared: DIMENSIONS,
    judged_weight: 1,
    performance_summary: { avg_tokens_per_second: 40 },
  });
  expect(result.turns[0]).toMatchObject({ agent_tools: ['query_documents'], pass: true, overall_score: 8 });
  expect(result).not.toHaveProperty('error');
  expect(result).not.toHaveProperty('score_warnings');
});

test('what the judge said of the scenario is kept', () => {
  const judgement = scenarioJudgement({
    root_cause: 'No retrieval',
    root_cause_target: 'rag_pipeline',
    recommended_fix: 'Query first',
  });
  expect(buildResult(resultInput({ judgement }))).toMatchObject({
    root_cause: 'No retrieval',
    root_cause_target: 'rag_pipeline',
    recommended_fix: 'Query first',
  });
});

test('ceilings and raw scores stand beside the scores', () => {
  const turn = judgedTurn(1, 9, { ceilings: [ceiling('correctness', 3, 'check:number')] });
  const [stored] = buildResult(resultInput({ verdict: verdictOf([turn]) })).turns;
  expect(stored?.scores?.correctness).toBe(3);
  expect(stored?.raw_scores?.['correctness']).toBe(9);
  expect(stored?.ceilings).toHaveLength(1);
});

test.each(UNJUDGED_STATUSES)('%s wins over a verdict and has no score', (status) => {
  const result = buildResult(resultInput({ failure: { status, error: 'The agent went away.' } }));
  expect(result).toMatchObject({
    status,
    overall_score: null,
    error: 'The agent went away.',
    reasons: [{ turn: null, rule: 'not_judged', text: 'The agent went away.' }],
    declared: [],
    judged_weight: null,
  });
  expect(result.turns[0]?.overall_score).toBe(8);
});

test('neither verdict nor failure is ERRORED, never a pass', () => {
  const result = buildResult(resultInput({ verdict: null, conversation: [] }));
  expect(result).toMatchObject({
    status: 'ERRORED',
    overall_score: null,
    turns: [],
    performance_summary: null,
  });
  expect(result.error).toContain('without a verdict');
});

test('a verdict of ERRORED tells its reasons as the error, and no score', () => {
  const verdict = verdictOf([judgedTurn(1, 9), judgedTurn(2, 9, { undecided: 'no check' })]);
  const conversation = [anExchange(), anExchange({ turn: 2 })];
  const result = buildResult(resultInput({ verdict, conversation }));
  expect(result).toMatchObject({
    status: 'ERRORED',
    overall_score: null,
    error: 'Turn 2: could not be decided: no check',
    reasons: [{ turn: 2, rule: 'undecided', text: 'no check' }],
  });
});

test('score_warnings are about missing scores only, warnings are all of them', () => {
  const gap = judgedTurn(1, rawScores(9, { personality: null }));
  const sums = judgedTurn(2, rawScores(9, { correctness: 0 }), { claimed_overall: 9 });
  const result = buildResult(
    resultInput({ verdict: verdictOf([gap, sums]), conversation: [anExchange(), anExchange({ turn: 2 })] }),
  );
  expect(result.score_warnings).toEqual([
    'Turn 1 has no score: the judgement has a score that is not a number for personality.',
  ]);
  expect(result.warnings).toHaveLength(2);
});

test('a turn that was held but not judged has its words and no scores', () => {
  const conversation = [anExchange(), anExchange({ turn: 2, agent_response: 'And then?', stats: null })];
  const [, second] = buildResult(
    resultInput({ conversation, failure: { status: 'TIMEOUT', error: 'Too late.' } }),
  ).turns;
  expect(second).toMatchObject({ agent_response: 'And then?', scores: null, raw_scores: null, pass: false });
  expect(second?.performance?.flags).toEqual(['no_stats']);
});

test.each([
  [Number.NaN, 0],
  [-1, 0],
  [0.0004, 0],
])('%d seconds are stored as %d', (elapsedS, stored) => {
  expect(buildResult(resultInput({ elapsedS })).elapsed_s).toBe(stored);
});

test('the fingerprint follows what a scenario says, not the order of its keys', () => {
  const scenario = aScenario();
  const { id, ...rest } = aScenario();
  const same = { ...rest, id };
  expect(Object.keys(same)[0]).not.toBe(Object.keys(scenario)[0]);
  expect(scenarioFingerprint({ ...aScenario(), tags: undefined })).toBe(scenarioFingerprint(scenario));
  expect(scenarioFingerprint(same)).toBe(scenarioFingerprint(scenario));
  expect(scenarioFingerprint(aScenario({ expected_outcome: 'Another.' }))).not.toBe(
    scenarioFingerprint(scenario),
  );
  expect(scenarioFingerprint(scenario)).toMatch(/^[\da-f]{16}$/);
});
