/** Whatever an LLM replies: a verdict only where the scores support it, and every call is paid for in the books. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScenarioResult } from '../../src/results/store/schema.ts';
import { DIMENSIONS } from '../../src/rubric/dimensions.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { contextFor, FAKE_KEY, planOf, runFixture } from '../support/run.ts';
import type { Behaviour } from '../support/scripted-anthropic.mjs';

const fixture = runFixture();

const scenario = (turns = 1) =>
  planOf({
    severity: 'critical',
    turns: Array.from({ length: turns }, (_, index) => ({
      turn: index + 1,
      user_message: '[[say hello]]',
      success_criteria: 'It answers.',
    })),
  });
const run = async (turns = 1) =>
  runScenario(
    scenario(turns),
    await contextFor(fixture.fake.agent, { judge: 'anthropic', baseUrl: fixture.llm.url, judgeTimeout: 1 }),
  );

/** What the endpoint says it charged for. */
const charged = () => {
  const usages = fixture.llm.requests.flatMap(({ usage }) => usage ?? []);
  return { calls: usages.length, output_tokens: usages.reduce((sum, usage) => sum + usage.output_tokens, 0) };
};

/** The statement that no test of this file may break. */
function expectSupported(result: ScenarioResult): void {
  const turns = result.turns.map(({ scores }) => scores);
  const complete = turns.every((scores) =>
    DIMENSIONS.every((dimension) => typeof scores?.[dimension] === 'number'),
  );
  const wrong = turns.some((scores) => typeof scores?.correctness === 'number' && scores.correctness < 4);
  if (result.status === 'PASS') {
    expect(turns.length).toBeGreaterThan(0);
    expect({ complete, wrong }).toEqual({ complete: true, wrong: false });
    expect(result.overall_score).toBeGreaterThanOrEqual(6);
  }
  // A turn that is wrong by its own number fails the scenario, whatever is missing elsewhere.
  if (result.status === 'FAIL') expect(wrong || (complete && (result.overall_score ?? 10) < 6)).toBe(true);
}

const again = (behaviour: Behaviour): Behaviour[] => [behaviour, behaviour];

test.each<{ name: string; turn: Behaviour[]; status: string; calls: number }>([
  { name: 'scores as strings are no numbers', turn: again('string_scores'), status: 'ERRORED', calls: 2 },
  { name: 'scores in words', turn: again('word_scores'), status: 'ERRORED', calls: 2 },
  { name: 'a missing dimension', turn: again('missing_dimension'), status: 'ERRORED', calls: 2 },
  { name: 'a missing dimension once', turn: ['missing_dimension'], status: 'PASS', calls: 3 },
  { name: 'null scores', turn: again('null_scores'), status: 'ERRORED', calls: 2 },
  { name: 'no scores at all, twice', turn: again('no_scores'), status: 'ERRORED', calls: 2 },
  { name: 'scores out of range are clamped', turn: ['out_of_range'], status: 'PASS', calls: 2 },
  { name: 'prose around the JSON', turn: ['prose_around'], status: 'PASS', calls: 2 },
  { name: 'a code fence', turn: ['code_fence'], status: 'PASS', calls: 2 },
  { name: 'thinking first', turn: ['thinking_first'], status: 'PASS', calls: 2 },
  { name: 'empty text once', turn: ['empty_text'], status: 'PASS', calls: 3 },
  { name: 'empty text twice', turn: again('empty_text'), status: 'ERRORED', calls: 2 },
  { name: 'a refusal', turn: again('refusal'), status: 'ERRORED', calls: 1 },
  { name: 'cut at max_tokens', turn: again('max_tokens'), status: 'ERRORED', calls: 1 },
])('$name: $status', async ({ turn, status, calls }) => {
  fixture.llm.script('turn', turn);
  const result = await run();
  expect(result.status, result.error).toBe(status);
  expectSupported(result);
  expect(result.spend.calls).toBeGreaterThanOrEqual(calls);
  expect(result.spend).toMatchObject(charged());
});

test.each<{ name: string; turn: Behaviour[]; status: string }>([
  { name: '401', turn: ['401'], status: 'ERRORED' },
  { name: '429 once', turn: ['429'], status: 'PASS' },
  { name: '500 "Overloaded" once', turn: ['overloaded_500'], status: 'PASS' },
  { name: '529 once', turn: ['529'], status: 'PASS' },
  { name: '529 for good', turn: [{ do: '529', always: true }], status: 'ERRORED' },
  { name: 'a closed connection once', turn: ['close'], status: 'PASS' },
  { name: 'a closed connection for good', turn: [{ do: 'close', always: true }], status: 'ERRORED' },
  { name: 'no answer at all', turn: [{ do: 'hang', always: true }], status: 'ERRORED' },
  {
    name: 'an answer that drips',
    turn: [{ do: 'slow_drip', always: true, everyMs: 200 }],
    status: 'ERRORED',
  },
  { name: '200 with HTML', turn: [{ do: 'html', always: true }], status: 'ERRORED' },
])('$name: $status, within its time, and without the key in any word', async ({ turn, status }) => {
  fixture.llm.script('turn', turn);
  const result = await run();
  expect(result.status, result.error).toBe(status);
  expectSupported(result);
  expect(JSON.stringify(result)).not.toContain(FAKE_KEY);
  expect(result.elapsed_s).toBeLessThan(10);
  // What can't be known to be free is not booked as free, and never less than what was charged.
  expect(result.spend.output_tokens).toBeGreaterThanOrEqual(charged().output_tokens);
});

const behaviours = fc.constantFrom<Behaviour>(
  'well',
  'string_scores',
  'word_scores',
  'out_of_range',
  'null_scores',
  'scores_null',
  'empty_scores',
  'missing_dimension',
  'no_scores',
  'flat_scores',
  'prose_around',
  'code_fence',
  'empty_text',
  'not_json',
  'broken_json',
  'two_objects',
  'array',
  'thinking_first',
  'no_blocks',
  'refusal',
  'max_tokens',
  'missing_usage',
  'bad_usage',
  'null_body',
  'html',
  '401',
  '429',
  '529',
  { scores: { correctness: 2 } },
);

test('no sequence of replies gives a verdict that the scores do not support, and none ends the run', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(behaviours, { minLength: 3, maxLength: 6 }), async (sequence) => {
      fixture.llm.script('any', sequence);
      const result = await run(2);
      expectSupported(result);
      expect(result.session?.deleted).toBe(true);
      fixture.llm.script('any', []);
    }),
    { numRuns: 25 },
  );
});
