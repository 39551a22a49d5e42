/** Structured output of a server of the chat completions API: forms, and what is refused of them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createLedger } from '../../../src/models/ledger.ts';
import { createOpenAiClient } from '../../../src/models/openai/client.ts';
import { parsePrice } from '../../../src/models/prices.ts';
import {
  startScriptedOpenAi,
  type ScriptedAnswer,
  type ScriptedOpenAi,
} from '../../support/scripted-openai.ts';

const SCHEMA = z.object({ message: z.string().min(1) });
const GOOD: ScriptedAnswer = { content: '{"message": "hello"}' };
const refusal = (message: string): ScriptedAnswer => ({ status: 400, raw: { error: { message } } });

let server: ScriptedOpenAi;
beforeAll(async () => {
  server = await startScriptedOpenAi(() => GOOD);
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.script();
});

function setUp(price = '1,2', isLocal = true) {
  const endpoint = { name: 'box', url: server.url, keyFrom: null, price: null, slots: null, isLocal };
  const client = createOpenAiClient({
    endpoint,
    apiKey: null,
    model: 'tiny',
    price: parsePrice(price),
    maxRetries: 0,
  });
  const ledger = createLedger(2);
  const notes: string[] = [];
  const ask = (shared?: string) =>
    client.structured({
      ...(shared === undefined ? {} : { shared }),
      system: 'You write the next message.',
      prompt: 'Write.',
      schema: SCHEMA,
      maxTokens: 100,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
      ledger,
      onNote: (note) => void notes.push(note),
    });
  return { ask, ledger, notes };
}

const forms = () => server.requests.map(({ body }) => body.response_format?.type ?? 'text');

test('a JSON schema is asked for, and the reply read by it', async () => {
  const { ask, ledger, notes } = setUp();
  server.script({ ...GOOD, usage: { prompt: 100_000, completion: 50_000 } });
  expect(await ask()).toEqual({ message: 'hello' });
  expect(ledger.spent).toMatchObject({ calls: 1, usd: 0.2 });
  expect(server.requests[0]?.body).toMatchObject({
    max_tokens: 100,
    response_format: {
      type: 'json_schema',
      json_schema: { strict: true, schema: { type: 'object', required: ['message'] } },
    },
  });
  expect(notes).toEqual([]);
});

test('on this machine texts and lists of a reply have an end, and the same question has the same answer', async () => {
  await setUp().ask();
  const local = JSON.stringify(server.requests[0]?.body);
  expect(local).toContain('"maxLength":300');
  expect(local).toContain('"temperature":0');
  await setUp('1,2', false).ask();
  const cloud = JSON.stringify(server.requests[1]?.body);
  expect(cloud).not.toMatch(/maxLength|temperature/);
});

test('a refused form is given up once, remembered and told; the schema then stands in the prompt', async () => {
  const { ask, ledger, notes } = setUp();
  server.script(
    refusal('response_format json_schema is not supported'),
    refusal("'response_format' must be text"),
    GOOD,
    GOOD,
  );
  expect(await ask()).toEqual({ message: 'hello' });
  expect(await ask()).toEqual({ message: 'hello' });
  expect(forms()).toEqual(['json_schema', 'json_object', 'text', 'text']);
  expect(server.requests[2]?.body.messages[0]?.content).toContain('"required":["message"]');
  expect(notes).toEqual(['box takes no JSON schema for a reply: its form is asked for in words alone.']);
  expect(ledger.spent.calls).toBe(2);
});

test('what is refused for another reason is not asked in another form', async () => {
  server.script(refusal('messages: too many roles'));
  await expect(setUp().ask()).rejects.toThrow(/too many roles/);
  expect(forms()).toEqual(['json_schema']);
});

test.each<[string, ScriptedAnswer]>([
  ['thinking before it', { content: '<think>{"message": "no"}</think>{"message": "hello"}' }],
  ['thinking beside it', { ...GOOD, message: { reasoning_content: '{"message": "no"}' } }],
  ['a code fence around it', { content: '```json\n{"message": "hello"}\n```' }],
])('a reply is read with %s', async (_, answer) => {
  server.script(answer);
  expect(await setUp().ask()).toEqual({ message: 'hello' });
});

test.each<[string, ScriptedAnswer, RegExp]>([
  ['cut off', { ...GOOD, finish: 'length' }, /cut off before its end/],
  ['without an end', { ...GOOD, finish: null }, /did not come to its end/],
  ['no JSON', { content: 'Sure!' }, /no single JSON object/],
  ['of another shape', { content: '{"message": ""}' }, /message: /],
])('a reply that is %s is asked for once more, then no reply', async (_, answer, words) => {
  server.script(answer, answer);
  await expect(setUp().ask()).rejects.toThrow(words);
  expect(server.requests).toHaveLength(2);
});

test('a refusal of the model is not asked again', async () => {
  server.script({ content: null, message: { refusal: 'I cannot.' } });
  await expect(setUp().ask()).rejects.toThrow(/refused to answer/);
  expect(server.requests).toHaveLength(1);
});

test('usage that is not told costs what it may have been; a price of nothing costs nothing', async () => {
  const paid = setUp();
  server.script({ ...GOOD, usage: null });
  await paid.ask();
  expect(paid.ledger.spent.usd).toBeGreaterThan(0);
  const free = setUp('0,0');
  server.script({ ...GOOD, usage: null });
  await free.ask();
  expect(free.ledger.spent).toMatchObject({ calls: 1, usd: 0 });
});

test('text that several calls have in common stands in front of the prompt, and is reserved for', async () => {
  const { ask } = setUp();
  await ask('The document.');
  expect(server.requests[0]?.body.messages.at(-1)?.content).toBe('The document.\n\nWrite.');
  const dear = setUp('1,2');
  await expect(dear.ask('x'.repeat(2_500_000))).rejects.toThrow('does not allow the next call');
});
