/** A real, tiny language model on the real llama.cpp server: real tokens, real limits, real nonsense. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openaiAgent } from '../../src/agents/openai/openai-agent.ts';
import { createLlmJudge } from '../../src/judge/llm/llm-judge.ts';
import type { ChatRequest } from '../../src/models/chat.ts';
import { LlmError } from '../../src/models/errors.ts';
import { createLedger } from '../../src/models/ledger.ts';
import { createOpenAiChat } from '../../src/models/openai/chat.ts';
import { createOpenAiClient } from '../../src/models/openai/client.ts';
import { parsePrice } from '../../src/models/prices.ts';
import { readServerInfo } from '../../src/models/server-info.ts';
import { DIMENSIONS } from '../../src/rubric/dimensions.ts';
import { turnInput } from '../judge/llm/inputs.ts';
import { startModelServer, type ModelServer } from './model-server.ts';

const MODEL = 'SmolLM2-135M-Instruct';
const CONTEXT = 8_192;

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer(CONTEXT);
});
afterAll(() => server.kill());

const chat = ({ endpoint }: ModelServer) =>
  createOpenAiChat({ endpoint, apiKey: null, model: MODEL, price: parsePrice('0,0'), maxRetries: 0 });

const ask = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [
    { role: 'system', content: 'Answer in one short sentence.' },
    { role: 'user', content },
  ],
  temperature: 0,
  maxTokens: 40,
  timeoutMs: 120_000,
  signal: new AbortController().signal,
  ...more,
});

const DOCUMENT = 'Refunds are made within 15 days. The office is in Lisbon.';

test('an answer with its usage, its first token and its end', async () => {
  const reply = await chat(server).chat(ask(`${DOCUMENT}\n\nWithin how many days are refunds made?`));
  expect(reply.text.length).toBeGreaterThan(0);
  expect(reply.usage?.input).toBeGreaterThan(20);
  expect(reply.usage?.output).toBeGreaterThan(0);
  expect(reply.usd).toBe(0);
  expect(reply.ms.firstToken ?? 0).toBeGreaterThan(0);
  expect(reply.ms.firstToken ?? 0).toBeLessThanOrEqual(reply.ms.total);
});

test('an answer that is cut at the limit says so', async () => {
  const reply = await chat(server).chat(ask('Tell me a long story of a fox.', { maxTokens: 8 }));
  expect(reply).toMatchObject({ stop: 'length', usage: { output: 8 } });
});

test('the server says its context, and a prompt beyond it is refused as such', async () => {
  const small = await startModelServer(512);
  try {
    const answer = await readServerInfo(small.endpoint, MODEL, null);
    expect(answer).toMatchObject({ kind: 'info', info: { context: 512 } });
    const error: unknown = await chat(small)
      .chat(ask('word '.repeat(2_000)))
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LlmError);
    expect(error).toMatchObject({ kind: 'too_long', status: 400 });
  } finally {
    await small.kill();
  }
});

test('a server that is killed in the middle of an answer is a fault of its own', async () => {
  const doomed = await startModelServer(2_048);
  const model = createOpenAiChat({
    endpoint: doomed.endpoint,
    apiKey: null,
    model: MODEL,
    price: null,
    maxRetries: 0,
    // The answer has begun.
    async fetch(...request) {
      const response = await fetch(...request);
      await doomed.kill();
      return response;
    },
  });
  const error: unknown = await model
    .chat(ask('Tell me a long story of a fox.', { maxTokens: 1_500 }))
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(LlmError);
  expect(String(error)).toMatch(/cut off before its end/);
});

test('it is an agent under test: documents in its prompt, usage and speed in its answer', async () => {
  const agent = openaiAgent({ baseUrl: server.endpoint.url, model: MODEL, maxTokens: 40, temperature: 0 });
  await agent.ready?.();
  const document = { id: 'terms', name: 'terms.md', path: '/terms.md', text: async () => DOCUMENT };
  const state = await agent.open?.({ id: 'one', documents: [document] });
  if (state === undefined) throw new Error('it takes documents');
  const signal = new AbortController().signal;
  const reply = await agent.send('Within how many days are refunds made?', { state, history: [], signal });
  expect(reply).toMatchObject({
    answer: expect.stringMatching(/\S/),
    tools: [],
    usage: { input: expect.any(Number), output: expect.any(Number) },
    stats: { timeToFirstToken: expect.any(Number), tokensPerSecond: expect.any(Number) },
  });
});

test('a turn is judged in the form that is asked for; how wisely is another matter', async () => {
  const client = createOpenAiClient({
    endpoint: server.endpoint,
    apiKey: null,
    model: MODEL,
    price: parsePrice('0,0'),
    maxRetries: 0,
  });
  const judge = createLlmJudge({ client, model: `llamacpp/${MODEL}`, timeoutMs: 400_000 });
  const ledger = createLedger(1);
  const judged = judge.judgeTurn(turnInput(), { signal: new AbortController().signal, ledger });
  const outcome = await judged.then(
    ({ scores }) => DIMENSIONS.filter((dimension) => typeof scores[dimension] === 'number').length,
    (error: unknown) => String(error),
  );
  // Its quotes are checked, so what it makes up is no judgement: but never for want of the form.
  expect(String(outcome)).toMatch(
    new RegExp(`^${DIMENSIONS.length}$|does not stand in the answer|stands in the answer`),
  );
  expect(ledger.spent.output_tokens).toBeGreaterThan(100);
  expect(ledger.spent.usd).toBe(0);
}, 440_000);
