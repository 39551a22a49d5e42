/** A verdict that stands already is not lost with the call that would only have explained it. */
import { expect, test } from 'vitest';
import { runScenario } from '../../src/run/run-scenario.ts';
import { contextFor, planOf, runFixture, say } from '../support/run.ts';

const fixture = runFixture();

const WRONG = { checks: { mentions: ['goodbye'] } };

const run = async (severity: string, more: object, constraints: readonly string[] = []) =>
  runScenario(
    planOf({ ...say('hello', more), severity }),
    await contextFor(fixture.fake.agent, {
      judge: 'anthropic',
      baseUrl: fixture.llm.url,
      context: { constraints },
    }),
  );

test.each(['standard', 'critical'])(
  'fault 17: a %s scenario that a certain rule fails stays failed when its review fails',
  async (severity) => {
    fixture.llm.script('scenario', [{ do: 'not_json', always: true }]);
    const result = await run(severity, WRONG);
    expect(result).toMatchObject({
      status: 'FAIL',
      root_cause: null,
      reasons: [{ turn: 1, rule: 'correctness' }],
    });
    expect(result.warnings.join()).toMatch(/The review of the scenario failed.*no single JSON object/);
  },
);

test('fault 17: a turn that a certain rule fails needs no judge to fail', async () => {
  fixture.llm.script('any', [{ do: '400', always: true }]);
  const result = await run('standard', WRONG);
  expect(result).toMatchObject({ status: 'FAIL', overall_score: null, turns: [{ pass: false }] });
  expect(result.reasons[0]?.text).toContain('correctness is at most 3, below 4: check:mentions');
  expect(result.warnings.join()).toContain(
    'left out of the judgement: Turn 1 of small_talk could not be judged',
  );
});

test('fault 17: a review that decides something is missed', async () => {
  fixture.llm.script('scenario', [{ do: 'not_json', always: true }]);
  expect(await run('critical', {})).toMatchObject({ status: 'ERRORED' });
  expect(await run('standard', WRONG, ['History is cut.'])).toMatchObject({ status: 'ERRORED' });
});
