/** Replies that are broken where they decide something, or of two minds: asked again, then no judgement. */
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

/** A turn without an expected fact: no claim is asked for. */
const NO_FACTS: ResolvedTruth = {
  doc_id: null,
  facts: [],
  expected_answer: undefined,
  expected_behavior: 'Answers',
  expected_phrases: [],
  note: null,
};

/** Everything by which a critical scenario could pass or fail without anybody having said so. */
test.for<Record<string, unknown>>([
  { hallucination: 'True' },
  { hallucination: 'yes' },
  { hallucination: 1 },
  { hallucination: true },
  { failure_category: 'hallucination' },
  { failure_category: 'HALLUCINATION' },
  { failure_category: 'Hallucination ' },
  { failure_category: 'made something up' },
  { failure_category: true },
  { failure_category: ['hallucination'] },
  { failure_category: 'garbled_output' },
  { failure_category: 'lazy_refusal' },
  { failure_category: 'wrong_answer' },
  { unsupported: 'True' },
  { unsupported: true },
  { unsupported: null },
  { unsupported: undefined },
  { unsupported: ['yes'] },
  { unsupported: ['none'] },
  { unsupported: [''] },
  { unsupported: [null] },
  { unsupported: {} },
  { outcome: true },
  { outcome: { met: 'yes', why: 'x' } },
])('fault 14: a reply with %j is no judgement: asked again, then an error', async (extra) => {
  const scores = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, 10]));
  const { judge, context, id, ledger } = judgeMeeting({ reply: { scores, unsupported: [], ...extra } });
  const input = turnInput({ turn: { turn: 1, objective: id }, truth: NO_FACTS });
  await expect(judge.judgeTurn(input, context)).rejects.toBeInstanceOf(JudgeError);
  expect(ledger.spent.calls).toBe(2);
});

test('fault 14: a reply that is mended when asked again counts', async () => {
  const scores = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, 10]));
  const good = { scores, unsupported: [], failure_category: null };
  const { judge, context, id } = judgeMeeting({ reply: good });
  endpoint.script(
    (request) => request.prompt.includes(id),
    [{ reply: { ...good, failure_category: 'hallucination' } }, { reply: good }],
  );
  const input = turnInput({ turn: { turn: 1, objective: id }, truth: NO_FACTS });
  expect(await judge.judgeTurn(input, context)).toMatchObject({ failure_category: null, warnings: [] });
});

const VIOLATIONS: readonly unknown[] = [
  true,
  false,
  1,
  '',
  ' none ',
  'null',
  'false',
  'False',
  'No.',
  'no',
  'N/A',
  'yes',
  'True',
  '-',
  'None.',
  'No critical violation.',
  'There is no violation',
  'There was no critical violation in turn 2.',
  ['x'],
  {},
];

test.for<Record<string, unknown>>([
  ...VIOLATIONS.map((critical_violation) => ({ root_cause: 'x', critical_violation })),
  { root_cause: 'x' },
  {},
])(
  'fault 15: a violation that cannot be read in %j neither passes for none nor fails the agent',
  async (reply) => {
    const { judge, context, id } = judgeMeeting({ reply });
    const input = scenarioInput();
    const named = { ...input, scenario: { ...input.scenario, name: id } };
    await expect(judge.judgeScenario(named, context)).rejects.toBeInstanceOf(JudgeError);
  },
);
