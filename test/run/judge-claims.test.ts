/** What a judge reads in an answer decides through code, and stands in the trace. */
import { expect, test } from 'vitest';
import { scenarioResultSchema } from '../../src/results/store/schema.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { contextFor, planOf, runFixture, say } from '../support/run.ts';
import { GOOD_SCORES, withReasons } from '../support/scripted-anthropic-replies.mjs';

const fixture = runFixture();

const judged = async (
  claim: object,
  unsupported: readonly string[] = [],
  severity: 'critical' | 'standard' = 'critical',
) => {
  const turn = {
    claims: [{ fact: 1, unit: null, approximate: false, ...claim }],
    unsupported,
    scores: withReasons(GOOD_SCORES),
    failure_category: null,
  };
  fixture.llm.script('turn', [{ reply: turn, always: true }]);
  const scenario = say('The dose is 4 mg.', { ground_truth: { expected_answer: '4 g' } });
  return runScenario(
    planOf({ ...scenario, severity, expected_outcome: '' }),
    await contextFor(fixture.fake.agent, { judge: 'anthropic', baseUrl: fixture.llm.url }),
  );
};

test('a value that is off by its unit fails the scenario, whatever the judge scored', async () => {
  const result = await judged({ quote: 'The dose is 4 mg', value: '4 mg' });
  expect(result).toMatchObject({
    status: 'FAIL',
    turns: [
      {
        scores: { correctness: 0 },
        raw_scores: { correctness: 9 },
        claims: [{ fact: 'expected_answer', expected: '4 g', quote: 'The dose is 4 mg', value: '4 mg' }],
        ceilings: [{ rule: 'claimed_value', dimension: 'correctness', max: 0 }],
      },
    ],
  });
  expect(scenarioResultSchema.parse(structuredClone(result))).toEqual(result);
});

test('words that the evidence does not hold fail a critical scenario, and are named', async () => {
  const result = await judged({ quote: 'The dose', value: 'dose' }, ['is 4 mg']);
  expect(result).toMatchObject({
    status: 'FAIL',
    reasons: [{ turn: 1, rule: 'invented_fact' }],
    turns: [{ hallucination: true, unsupported: ['is 4 mg'] }],
  });
});

test('a judge that misquotes twice fails nobody: a warning says what was left out', async () => {
  const result = await judged(
    { quote: 'The dose is 5 mg', value: '5 mg' },
    ['as the nurse said'],
    'standard',
  );
  expect(result.status).toBe('PASS');
  expect(result.turns[0]).not.toHaveProperty('claims');
  expect(result.turns[0]).not.toHaveProperty('unsupported');
  expect(result.warnings).toStrictEqual([
    'Turn 1, left out of the judgement: the quote "The dose is 5 mg" of the claim for fact 1 does not stand in the answer.',
    'Turn 1, left out of the judgement: the quote "as the nurse said" in unsupported does not stand in the answer.',
  ]);
  expect(fixture.llm.requests.filter(({ kind }) => kind === 'turn')).toHaveLength(2);
});

test('fault 14: an invention that a judge names twice without its words leaves a critical scenario undecided', async () => {
  const result = await judged({ quote: 'The dose', value: 'dose' }, ['as the nurse said']);
  expect(result.status).toBe('ERRORED');
  expect(result.error).toContain('none of the quotes in unsupported stands in the answer');
});

test('an invention in a standard scenario is a warning that quotes it', async () => {
  const result = await judged({ quote: 'The dose', value: 'dose' }, ['is 4 mg'], 'standard');
  expect(result).toMatchObject({ status: 'PASS', turns: [{ hallucination: true }] });
  expect(result.warnings).toContain(
    'Turn 1 holds an invented fact, which only a critical scenario fails on: "is 4 mg".',
  );
});
