import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLlmJudge } from '../../../src/judge/llm/llm-judge.ts';
import { JudgeError } from '../../../src/judge/judge.ts';
import { createAnthropicClient } from '../../../src/models/anthropic/client.ts';
import { BudgetExceededError, createLedger } from '../../../src/models/ledger.ts';
import { priceOf } from '../../../src/models/prices.ts';
import { DIMENSIONS } from '../../../src/rubric/dimensions.ts';
import { RULES_VERSION } from '../../../src/rubric/rules-version.ts';
import { startScriptedAnthropic } from '../../support/scripted-anthropic.mjs';
import type { Behaviour, ScriptedAnthropic } from '../../support/scripted-anthropic.mjs';
import { scenarioInput, turnInput } from './inputs.ts';

const KEY = 'sk-ant-fake-0123456789';
const MODEL = 'claude-sonnet-4-6';

let endpoint: ScriptedAnthropic;
beforeAll(async () => {
  endpoint = await startScriptedAnthropic();
});
afterAll(() => endpoint.close());

function setUp(budget = 2, timeoutMs = 5_000) {
  const client = createAnthropicClient({
    apiKey: KEY,
    baseUrl: endpoint.url,
    model: MODEL,
    price: priceOf(MODEL),
  });
  const ledger = createLedger(budget);
  return {
    judge: createLlmJudge({ client, model: MODEL, timeoutMs }),
    ledger,
    context: { ledger, signal: new AbortController().signal },
  };
}

test('a good reply becomes a judgement, and is paid for', async () => {
  const { judge, context, ledger } = setUp();
  const judgement = await judge.judgeTurn(turnInput(), context);
  expect(judgement.scores).toStrictEqual({
    correctness: 9,
    tool_selection: 9,
    context_retention: 10,
    completeness: 9,
    efficiency: 9,
    personality: 9,
    error_recovery: 10,
  });
  expect(judgement).toMatchObject({ failure_category: null, hallucination: false, undecided: null });
  expect(ledger.spent).toMatchObject({ calls: 1 });
  expect(ledger.spent.usd).toBeGreaterThan(0);
  expect(ledger.reservedUsd).toBe(0);
});

test.for<[name: Behaviour, correctness: unknown]>([
  ['out_of_range', 11],
  ['prose_around', 9],
  ['code_fence', 9],
  ['thinking_first', 9],
  ['missing_usage', 9],
])('%s: the score goes to the rubric as it came', async ([behaviour, correctness]) => {
  endpoint.script('turn', [behaviour]);
  const { judge, context, ledger } = setUp();
  const { scores } = await judge.judgeTurn(turnInput(), context);
  expect(scores.correctness).toStrictEqual(correctness);
  expect(ledger.spent.calls).toBe(1);
  expect(ledger.spent.usd).toBeGreaterThan(0);
});

test.for<[name: Behaviour, correctness: unknown]>([
  ['string_scores', '9'],
  ['word_scores', 'excellent'],
  ['null_scores', null],
  ['missing_dimension', undefined],
  ['empty_scores', undefined],
])('%s: a dimension without a number is asked for once more', async ([behaviour, correctness]) => {
  const mended = setUp();
  endpoint.script('turn', [behaviour]);
  expect((await mended.judge.judgeTurn(turnInput(), mended.context)).scores.correctness).toBe(9);
  expect(mended.ledger.spent.calls).toBe(2);
  expect(endpoint.requests.at(-1)?.prompt).toMatch(/could not be used: scores has no number for correctness/);

  const again = setUp();
  endpoint.script('turn', [behaviour, behaviour]);
  const { scores, declared } = await again.judge.judgeTurn(turnInput(), again.context);
  expect(scores.correctness).toStrictEqual(correctness);
  expect(declared).toEqual(DIMENSIONS);
  expect(again.ledger.spent.calls).toBe(2);
});

test('the fingerprint names the version of the rules', () => {
  expect(setUp().judge.fingerprint).toMatch(new RegExp(`:[0-9a-f]{12}:rules:${RULES_VERSION}$`));
});

test('over the budget nothing is sent', async () => {
  const { judge, context, ledger } = setUp(0.001);
  const before = endpoint.requests.length;
  await expect(judge.judgeTurn(turnInput(), context)).rejects.toBeInstanceOf(BudgetExceededError);
  expect(endpoint.requests.length).toBe(before);
  expect(ledger.spent.usd).toBe(0);
});

test('a reply without scores is asked for once more', async () => {
  endpoint.script('turn', ['no_scores']);
  const { judge, context, ledger } = setUp();
  const { scores } = await judge.judgeTurn(turnInput(), context);
  expect(scores.correctness).toBe(9);
  expect(ledger.spent.calls).toBe(2);
  expect(endpoint.requests.at(-1)?.prompt).toContain('could not be used: scores');
});

test('an unusable reply twice is the judge’s error', async () => {
  endpoint.script('turn', ['not_json', 'broken_json']);
  const { judge, context, ledger } = setUp();
  const failure = judge.judgeTurn(turnInput(), context);
  await expect(failure).rejects.toBeInstanceOf(JudgeError);
  await expect(failure).rejects.toThrow(
    'Turn 1 of simple could not be judged: claude-sonnet-4-6 gave no usable',
  );
  expect(ledger.spent.calls).toBe(2);
});

test('the review of a failed scenario names a cause', async () => {
  const { judge, context } = setUp();
  const judgement = await judge.judgeScenario(scenarioInput(), context);
  expect(judgement.root_cause).toMatch(/\w/);
  expect(judgement.root_cause_target).toBe('prompt');
  expect(judgement.blocked_by_architecture).toBeNull();
});
