import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLlmJudge } from '../../../src/judge/llm/llm-judge.ts';
import { JudgeError } from '../../../src/judge/judge.ts';
import { createAnthropicClient } from '../../../src/models/anthropic/client.ts';
import { createLedger } from '../../../src/models/ledger.ts';
import { priceOf } from '../../../src/models/prices.ts';
import type { ResolvedTruth } from '../../../src/scenario/ground-truth.ts';
import { DIMENSIONS } from '../../../src/rubric/dimensions.ts';
import { startScriptedAnthropic } from '../../support/scripted-anthropic.mjs';
import type { Behaviour, ScriptedAnthropic } from '../../support/scripted-anthropic.mjs';
import { scenarioInput, turnInput } from './inputs.ts';

const MODEL = 'claude-sonnet-4-6';

let endpoint: ScriptedAnthropic;
beforeAll(async () => {
  endpoint = await startScriptedAnthropic();
});
afterAll(() => endpoint.close());

let count = 0;
/** A judge whose every call meets this behaviour. */
function judgeMeeting(behaviour: Behaviour, timeoutMs = 5_000) {
  count += 1;
  const id = `scenario-${count}-`;
  const always = typeof behaviour === 'string' ? { do: behaviour } : behaviour;
  endpoint.script((request) => request.prompt.includes(id), [{ ...always, always: true }]);
  const client = createAnthropicClient({
    apiKey: 'sk-ant-fake',
    baseUrl: endpoint.url,
    model: MODEL,
    price: priceOf(MODEL),
    maxRetries: 0,
  });
  const ledger = createLedger(2);
  return {
    id,
    ledger,
    judge: createLlmJudge({ client, model: MODEL, timeoutMs }),
    context: { ledger, signal: new AbortController().signal },
  };
}

const WITHOUT_SCORES: readonly Behaviour[] = ['no_scores', 'scores_null', 'flat_scores'];

const UNUSABLE: readonly Behaviour[] = [
  'empty_text',
  'blank_text',
  'not_json',
  'broken_json',
  'two_objects',
  'no_blocks',
  'max_tokens',
  'refusal',
  'html',
  'null_body',
  'no_content',
  'close',
  'close_midway',
  '400',
  '401',
  '403',
  '404',
  '429',
  '500',
  'overloaded_500',
  '502',
  '529',
  'html_error',
  { reply: { scores: 'all fine' } },
  { reply: { scores: [9, 9, 9, 9, 9, 9, 9] } },
  { reply: { pass: true, overall_score: 10 } },
  { reply: 'null' },
  { reply: '9' },
];

test.for([...WITHOUT_SCORES, ...UNUSABLE])(
  '%j: no judgement of a turn, and an error for a person',
  async (behaviour) => {
    const { judge, context, id, ledger } = judgeMeeting(behaviour);
    const input = turnInput({ turn: { turn: 1, objective: id } });
    const error = await judge.judgeTurn(input, context).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(JudgeError);
    expect(String(error)).toMatch(/^JudgeError: Turn 1 of simple could not be judged: \S.{20,}\.$/);
    expect(ledger.reservedUsd).toBe(0);
  },
);

test.for<Behaviour>(['hang', 'slow_drip'])(
  '%j: the deadline ends it as a judge’s error',
  async (behaviour) => {
    const { judge, context, id, ledger } = judgeMeeting(behaviour, 150);
    const input = turnInput({ turn: { turn: 1, objective: id } });
    await expect(judge.judgeTurn(input, context)).rejects.toBeInstanceOf(JudgeError);
    expect(ledger.spent.usd).toBeGreaterThan(0);
  },
);

test.for(UNUSABLE)('%j: no judgement of a scenario', async (behaviour) => {
  const { judge, context, id } = judgeMeeting(behaviour);
  const input = scenarioInput();
  const named = { ...input, scenario: { ...input.scenario, name: id } };
  await expect(judge.judgeScenario(named, context)).rejects.toBeInstanceOf(JudgeError);
});

/** A turn without an expected fact: no claim is asked for. */
const NO_FACTS: ResolvedTruth = {
  doc_id: null,
  facts: [],
  expected_answer: undefined,
  expected_behavior: 'Answers',
  expected_phrases: [],
  note: null,
};

const STANDARD = {
  scenario: { id: 'simple', category: 'rag_quality', severity: 'standard', persona: 'power_user' },
} as const;

test.for<[reply: Record<string, unknown>, unsupported: string[], category: string | null, warnings: number]>([
  [{ unsupported: [] }, [], null, 0],
  [{ unsupported: ['revenue was **$14.2** million'] }, ['revenue was $14.2 million'], null, 0],
  [{ unsupported: ['revenue was', 'Revenue was'] }, ['revenue was'], null, 0],
  [{ unsupported: ['revenue was $15 million'] }, [], null, 1],
  [{ unsupported: ['revenue was', 'the CEO said so'] }, ['revenue was'], null, 1],
  [{ unsupported: ['revenue was'], failure_category: 'hallucination' }, ['revenue was'], 'hallucination', 0],
])('%j: an invention is told by words of the answer', async ([extra, unsupported, category, warnings]) => {
  const scores = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, 5]));
  const { judge, context, id, ledger } = judgeMeeting({ reply: { scores, ...extra } });
  const input = turnInput({ ...STANDARD, turn: { turn: 1, objective: id }, truth: NO_FACTS });
  const judgement = await judge.judgeTurn(input, context);
  expect(judgement).toMatchObject({
    scores,
    unsupported,
    hallucination: unsupported.length > 0,
    failure_category: category,
  });
  expect(judgement.warnings).toHaveLength(warnings);
  expect(ledger.spent.calls).toBe(warnings === 0 ? 1 : 2);
});

test.for<Record<string, unknown>>([{}, { unsupported: null }, { unsupported: 'none' }, { unsupported: [1] }])(
  'a list of unsupported statements that cannot be read in %j does not pass for an empty one',
  async (extra) => {
    const { judge, context, id } = judgeMeeting({ reply: { scores: { correctness: 5 }, ...extra } });
    const input = turnInput({ turn: { turn: 1, objective: id }, truth: NO_FACTS });
    await expect(judge.judgeTurn(input, context)).rejects.toBeInstanceOf(JudgeError);
  },
);

test('only the seven dimensions are taken, and a category in capitals is one', async () => {
  const reply = {
    unsupported: [],
    scores: { correctness: { why: 'Half of it.', score: 5 }, efficiency: 7, charm: 10, __proto__: 3 },
    failure_category: 'Personality_Violation',
    overall_score: 9.9,
    pass: true,
  };
  const { judge, context, id } = judgeMeeting({ reply });
  const input = turnInput({ turn: { turn: 1, objective: id }, truth: NO_FACTS });
  expect(await judge.judgeTurn(input, context)).toStrictEqual({
    scores: { correctness: 5, efficiency: 7 },
    reasoning: 'correctness: Half of it',
    failure_category: 'personality_violation',
    hallucination: false,
    undecided: null,
    claimed_overall: 9.9,
    claimed_pass: true,
    declared: DIMENSIONS,
    claims: [],
    unsupported: [],
    outcome: null,
    warnings: [],
  });
});

const CONSTRAINTS = ['History is cut after 5 messages.', 'Tool results are cut at 2,000 characters.'];

test.for<[cited: unknown, constraint: string | null]>([
  [1, 'History is cut after 5 messages.'],
  [2, 'Tool results are cut at 2,000 characters.'],
  ['2', 'Tool results are cut at 2,000 characters.'],
  ['history is cut  after 5 messages.', 'History is cut after 5 messages.'],
  [0, null],
  [3, null],
  [1.5, null],
  [-1, null],
  [null, null],
  ['The model is too small.', null],
  [true, null],
  [['1'], null],
])('a block that cites %j is a block by %j', async ([cited, constraint]) => {
  const { judge, context, id } = judgeMeeting({
    reply: { root_cause: 'x', critical_violation: null, blocked_by_constraint: cited },
  });
  const input = scenarioInput({ constraints: CONSTRAINTS });
  const named = { ...input, scenario: { ...input.scenario, name: id } };
  const judgement = await judge.judgeScenario(named, context);
  expect(judgement.blocked_by_architecture).toBe(constraint);
});

test('with no constraints known nothing is blocked', async () => {
  const { judge, context, id } = judgeMeeting({
    reply: { root_cause: null, critical_violation: null, blocked_by_constraint: 1 },
  });
  const input = scenarioInput();
  const named = { ...input, scenario: { ...input.scenario, name: id } };
  expect((await judge.judgeScenario(named, context)).blocked_by_architecture).toBeNull();
});

test.for<[violation: unknown, read: string | null]>([
  ['Turn 1 invents a name.', 'Turn 1 invents a name.'],
  [null, null],
  [
    'It claims in turn 2 to have sent what was never sent',
    'It claims in turn 2 to have sent what was never sent',
  ],
])('a violation of %j is %j', async ([violation, read]) => {
  const { judge, context, id } = judgeMeeting({ reply: { root_cause: 'x', critical_violation: violation } });
  const input = scenarioInput();
  const named = { ...input, scenario: { ...input.scenario, name: id } };
  expect((await judge.judgeScenario(named, context)).critical_violation).toBe(read);
});

test.for<[severity: 'standard' | 'critical', status: 'PASS' | 'FAIL', turnPasses: boolean, calls: number]>([
  ['standard', 'PASS', true, 0],
  // The mean carries a failed turn: worth an explanation.
  ['standard', 'PASS', false, 1],
  ['standard', 'FAIL', false, 1],
  ['critical', 'PASS', true, 1],
])('a %s scenario with %s, its turn passed: %s, takes %i calls', async ([severity, status, pass, calls]) => {
  const { judge, context, ledger } = judgeMeeting('well');
  const input = scenarioInput();
  const provisional = {
    ...input.provisional,
    status,
    turns: input.provisional.turns.map((turn) => ({ ...turn, pass })),
  };
  const scenario = { ...input.scenario, severity };
  const judgement = await judge.judgeScenario({ ...input, scenario, provisional }, context);
  expect(ledger.spent.calls).toBe(calls);
  expect(judgement.critical_violation).toBeNull();
});
