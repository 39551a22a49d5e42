/** Did the conversation come to what its scenario expects: who is asked, what it costs, what follows. */
import { expect, test } from 'vitest';
import { runScenario } from '../../src/run/run-scenario.ts';
import { contextFor, planOf, runFixture } from '../support/run.ts';

const fixture = runFixture();

const run = async (more: object, judge: 'anthropic' | 'rules' = 'anthropic') =>
  runScenario(
    planOf({
      turns: [
        {
          turn: 1,
          user_message: '[[say hello]]',
          success_criteria: 'It answers.',
          checks: { mentions: ['hello'] },
        },
        {
          turn: 2,
          user_message: '[[say goodbye]]',
          success_criteria: 'It answers.',
          checks: { mentions: ['goodbye'] },
        },
      ],
      expected_outcome: 'The agent greets and takes leave.',
      ...more,
    }),
    await contextFor(fixture.fake.agent, { judge, baseUrl: fixture.llm.url }),
  );

const kinds = () => fixture.llm.requests.map(({ kind }) => kind);
const outcome = (met: boolean) => ({ why: 'it never takes leave', met });

test('a standard scenario is asked along with its last turn: no call more', async () => {
  const result = await run({});
  expect(result).toMatchObject({ status: 'PASS', outcome_met: true });
  expect(kinds()).toEqual(['turn', 'turn']);
  expect(fixture.llm.requests.map(({ prompt }) => prompt.includes('\n<expected_outcome>\n'))).toEqual([
    false,
    true,
  ]);
});

test('missed, it is a warning of a standard scenario', async () => {
  fixture.llm.script(
    ({ prompt }) => prompt.includes('\n<expected_outcome>\n'),
    [{ do: 'outcome', outcome: outcome(false), always: true }],
  );
  const result = await run({});
  expect(result).toMatchObject({
    status: 'PASS',
    outcome_met: false,
    outcome_reason: 'it never takes leave',
  });
  expect(result.warnings).toEqual([
    'The expected outcome is missed, which a standard scenario does not fail on: it never takes leave',
  ]);
});

test('missed, it fails a critical scenario, whose review is asked for it', async () => {
  fixture.llm.script('scenario', [{ do: 'outcome', outcome: outcome(false) }]);
  const result = await run({ severity: 'critical' });
  expect(result).toMatchObject({
    status: 'FAIL',
    outcome_met: false,
    reasons: [{ turn: null, rule: 'outcome_missed', text: 'it never takes leave' }],
  });
  expect(kinds()).toEqual(['turn', 'turn', 'scenario']);
});

test('a critical scenario whose outcome nobody tells is not passed', async () => {
  fixture.llm.script('scenario', [{ do: 'outcome', outcome: null, always: true }]);
  expect(await run({ severity: 'critical' })).toMatchObject({ status: 'ERRORED', outcome_met: null });
});

test('without an outcome in the scenario nobody is asked', async () => {
  expect(await run({ severity: 'critical', expected_outcome: '' })).toMatchObject({
    status: 'PASS',
    outcome_met: null,
    outcome_reason: null,
  });
});

test('the rules have no opinion, and checks of the outcome decide under every judge', async () => {
  expect(await run({}, 'rules')).toMatchObject({ status: 'PASS', outcome_met: null });
  const met = { outcome_checks: { mentions: ['hello', 'goodbye'], calls_tool: ['query_documents'] } };
  expect(await run(met, 'rules')).toMatchObject({ status: 'PASS', outcome_met: true });
  const missed = { severity: 'critical', outcome_checks: { mentions: ['farewell'] } };
  expect(await run(missed, 'rules')).toMatchObject({ status: 'FAIL', outcome_met: false });
  expect(await run(missed)).toMatchObject({ status: 'FAIL', outcome_met: false });
});
