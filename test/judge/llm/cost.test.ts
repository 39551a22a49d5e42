/** What a scenario costs in calls, tokens and dollars, counted by the scripted endpoint as the vendor counts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Exchange } from '../../../src/conversation.ts';
import { createLlmJudge } from '../../../src/judge/llm/llm-judge.ts';
import { SCENARIO_PROMPT } from '../../../src/judge/prompts/scenario.ts';
import { TURN_PROMPT } from '../../../src/judge/prompts/turn.ts';
import { createAnthropicClient } from '../../../src/models/anthropic/client.ts';
import { createLedger } from '../../../src/models/ledger.ts';
import type { Spend } from '../../../src/models/ledger.ts';
import { priceOf } from '../../../src/models/prices.ts';
import { createLlmSimulator } from '../../../src/simulator/llm.ts';
import { USER_PROMPT } from '../../../src/simulator/prompts/user.ts';
import { startScriptedAnthropic } from '../../support/scripted-anthropic.mjs';
import type { ScriptedAnthropic } from '../../support/scripted-anthropic.mjs';
import { exchange, scenarioInput, turnInput } from './inputs.ts';

const MODEL = 'claude-sonnet-4-6';
/** An answer of 90 tokens after two tool calls. */
const ANSWER =
  'According to the third section of the report, revenue reached the stated figure in that period. '
    .repeat(4)
    .slice(0, 333);
const CALLS = [
  {
    tool: 'query_specific_file',
    arguments: '{"file":"acme_q3_report.md","query":"revenue"}',
    success: true,
    summary: 'acme_q3_report.md: 2 chunks, best 0.83',
  },
  {
    tool: 'read_file',
    arguments: '{"file":"acme_q3_report.md"}',
    success: true,
    summary: 'acme_q3_report.md: 4,120 characters',
  },
];

let endpoint: ScriptedAnthropic;
beforeAll(async () => {
  endpoint = await startScriptedAnthropic();
});
afterAll(() => endpoint.close());

/** A failed critical scenario of so many turns: every call that there can be. */
async function scenario(turns: number, calls = CALLS): Promise<Spend> {
  const client = createAnthropicClient({
    apiKey: 'sk-ant-fake',
    baseUrl: endpoint.url,
    model: MODEL,
    price: priceOf(MODEL),
  });
  const simulator = createLlmSimulator({ client, model: MODEL });
  const judge = createLlmJudge({ client, model: MODEL });
  const ledger = createLedger(2);
  const context = { ledger, signal: new AbortController().signal };
  const conversation: Exchange[] = [];
  const objective =
    'Ask what the total revenue of the third quarter was, and how much that is above last year';
  for (let turn = 1; turn <= turns; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a conversation has an order
    const user_message = await simulator.nextMessage(
      { persona: 'power_user', objective, conversation },
      context,
    );
    const said = exchange(turn, { user_message, agent_response: ANSWER, tool_calls: calls });
    const input = turnInput({ turn: { turn, objective }, before: [...conversation], exchange: said });
    // oxlint-disable-next-line no-await-in-loop
    await judge.judgeTurn(input, context);
    conversation.push(said);
  }
  const input = scenarioInput({ conversation });
  const [verdict] = input.provisional.turns;
  if (verdict === undefined) throw new Error('the input has a turn');
  const judged = conversation.map(({ turn }) => ({ ...verdict, turn, reasoning: 'x'.repeat(580) }));
  await judge.judgeScenario({ ...input, provisional: { ...input.provisional, turns: judged } }, context);
  return ledger.spent;
}

/** Two passages a turn, as long as a judge is shown. */
const PASSAGES = CALLS.map((call) => ({ ...call, summary: ANSWER.repeat(20).slice(0, 6_000) }));

const inputOf = (spend: Spend): number =>
  spend.input_tokens + spend.cache_creation_input_tokens + spend.cache_read_input_tokens;

test('prefixes are long enough to be cached, also when a token is 4.6 characters', () => {
  for (const prompt of [TURN_PROMPT, SCENARIO_PROMPT, USER_PROMPT]) {
    expect(prompt.length / 4.6).toBeGreaterThan(1024);
  }
});

test.for<[turns: number, input: number, output: number, usd: number]>([
  [1, 9_000, 450, 0.016],
  [3, 30_600, 1_000, 0.036],
  [5, 40_000, 1_600, 0.06],
])(
  'a warm scenario of %i turns stays within its tokens and its price',
  async ([turns, input, output, usd]) => {
    await scenario(1);
    const spend = await scenario(turns);
    expect(spend.calls).toBe(2 * turns + 1);
    expect(inputOf(spend)).toBeLessThanOrEqual(input);
    expect(spend.output_tokens).toBeLessThanOrEqual(output);
    expect(spend.cache_read_input_tokens / inputOf(spend)).toBeGreaterThanOrEqual(0.6);
    expect(spend.usd).toBeLessThanOrEqual(usd);
  },
);

test('with all the evidence that a turn may show, three turns stay below a quarter of the replaced runner’s input', async () => {
  await scenario(1);
  const spend = await scenario(3, PASSAGES);
  expect(inputOf(spend)).toBeLessThanOrEqual(30_686);
});
