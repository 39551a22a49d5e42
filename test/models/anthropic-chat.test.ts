/** Messages to a server of the Messages API, streamed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createAnthropicChat } from '../../src/models/anthropic/chat.ts';
import { createLedger } from '../../src/models/ledger.ts';
import { parsePrice } from '../../src/models/prices.ts';

/** Answers every request with these events, or with an error as JSON. */
async function streaming(events: readonly object[] | { readonly status: number; readonly body: object }) {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      bodies.push(JSON.parse(text));
      if ('status' in events) {
        response
          .writeHead(events.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(events.body));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events)
        response.write(`event: ${Reflect.get(event, 'type')}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on a port
  const { port } = server.address() as AddressInfo;
  const chat = createAnthropicChat({
    apiKey: 'sk-test-0123456789',
    baseUrl: `http://127.0.0.1:${port}`,
    model: 'claude-sonnet-4-6',
    price: parsePrice('3,15,3.75,0.3'),
    maxRetries: 0,
  });
  return { chat, bodies };
}

const START = {
  type: 'message_start',
  message: {
    model: 'claude-sonnet-4-6-20260101',
    usage: {
      input_tokens: 90,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 10,
      output_tokens: 1,
    },
  },
};
const delta = (given: object) => ({ type: 'content_block_delta', index: 0, delta: given });
const end = (stop_reason: string) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage: { output_tokens: 20 },
});
const STOP = { type: 'message_stop' };
const request = () => ({
  messages: [
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: 'When?' },
  ],
  temperature: 0.5,
  maxTokens: 64,
  timeoutMs: 5_000,
  signal: new AbortController().signal,
});

test('an answer in parts: text and thinking apart, usage of beginning and end, cost booked', async () => {
  const { chat, bodies } = await streaming([
    START,
    delta({ type: 'thinking_delta', thinking: 'Hm.' }),
    delta({ type: 'text_delta', text: 'In ' }),
    { type: 'ping' },
    delta({ type: 'text_delta', text: 'March.' }),
    end('end_turn'),
    STOP,
  ]);
  const ledger = createLedger(1);
  const reply = await chat.chat({ ...request(), ledger });
  expect(reply).toMatchObject({
    text: 'In March.',
    thinking: 'Hm.',
    stop: 'end',
    answeredBy: 'claude-sonnet-4-6-20260101',
    usage: { input: 100, output: 20, cached: 10 },
  });
  const usd = (90 * 3 + 10 * 0.3 + 20 * 15) / 1e6;
  expect(reply.usd).toBeCloseTo(usd, 9);
  expect(ledger.spent.usd).toBeCloseTo(usd, 9);
  expect(reply.ms.firstToken).toBeGreaterThan(0);
  expect(bodies).toMatchObject([
    {
      model: 'claude-sonnet-4-6',
      max_tokens: 64,
      temperature: 0.5,
      system: 'Be brief.',
      messages: [{ role: 'user', content: 'When?' }],
      stream: true,
    },
  ]);
});

test.each([
  ['max_tokens', 'length'],
  ['refusal', 'filtered'],
  ['something_new', 'unknown'],
])('an end by %s is %s', async (reason, stop) => {
  const { chat } = await streaming([START, delta({ type: 'text_delta', text: 'In' }), end(reason), STOP]);
  expect(await chat.chat(request())).toMatchObject({ text: 'In', stop });
});

test('a stream that breaks off is no answer, a refused key is said as one, and the budget is asked first', async () => {
  const broken = await streaming([START, delta({ type: 'text_delta', text: 'In' })]);
  await expect(broken.chat.chat(request())).rejects.toMatchObject({ name: 'LlmError' });
  const refused = await streaming({
    status: 401,
    body: { type: 'error', error: { type: 'authentication_error', message: 'no' } },
  });
  await expect(refused.chat.chat(request())).rejects.toMatchObject({ kind: 'auth' });
  const dear = await streaming([START, end('end_turn'), STOP]);
  await expect(dear.chat.chat({ ...request(), ledger: createLedger(0.000001) })).rejects.toMatchObject({
    name: 'BudgetExceededError',
  });
  expect(dear.bodies).toEqual([]);
});
