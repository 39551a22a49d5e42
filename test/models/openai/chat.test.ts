/** Messages to a real server of the chat completions API on the loopback interface. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatRequest } from '../../../src/models/chat.ts';
import { LlmError } from '../../../src/models/errors.ts';
import { createLedger } from '../../../src/models/ledger.ts';
import { createOpenAiChat, type OpenAiChatOptions } from '../../../src/models/openai/chat.ts';
import { parsePrice } from '../../../src/models/prices.ts';
import {
  startScriptedOpenAi,
  type ScriptedAnswer,
  type ScriptedOpenAi,
} from '../../support/scripted-openai.ts';

let server: ScriptedOpenAi;
beforeAll(async () => {
  server = await startScriptedOpenAi();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.script();
});

function model(over: Partial<OpenAiChatOptions> = {}) {
  const endpoint = { name: 'box', url: server.url, keyFrom: null, price: null, slots: null, isLocal: true };
  return createOpenAiChat({ endpoint, apiKey: null, model: 'tiny', price: parsePrice('1,2'), ...over });
}

function ask(over: Partial<ChatRequest> = {}, options: Partial<OpenAiChatOptions> = {}) {
  return model(options).chat({
    messages: [
      { role: 'system', content: 'You are brief.' },
      { role: 'user', content: 'Hello?' },
    ],
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    ...over,
  });
}

async function failure(answer: ScriptedAnswer, options: Partial<OpenAiChatOptions> = {}) {
  server.script(answer, answer, answer);
  const error: unknown = await ask({}, { maxRetries: 0, ...options }).catch((caught: unknown) => caught);
  if (!(error instanceof LlmError)) throw new Error(`no LlmError: ${String(error)}`);
  return error;
}

test('a streamed answer: words, end, usage, cost, time to the first token', async () => {
  server.script({
    content: 'Seven days.',
    usage: { prompt: 1_000_000, completion: 500_000, cached: 400_000 },
  });
  const reply = await ask({ temperature: 0, maxTokens: 50, extra: { seed: 7 } });
  expect(reply).toMatchObject({
    text: 'Seven days.',
    thinking: '',
    stop: 'end',
    answeredBy: 'tiny',
    usage: { input: 1_000_000, output: 500_000, cached: 400_000 },
    usd: 2,
  });
  expect(reply.ms.firstToken).toBeGreaterThan(0);
  expect(reply.ms.total).toBeGreaterThanOrEqual(reply.ms.firstToken ?? 0);
  expect(server.requests[0]?.body).toMatchObject({
    model: 'tiny',
    temperature: 0,
    max_tokens: 50,
    seed: 7,
    stream: true,
    messages: [{ role: 'system' }, { role: 'user', content: 'Hello?' }],
  });
});

test.each<[string, ScriptedAnswer, string, string]>([
  ['reasoning_content', { content: '4.', message: { reasoning_content: '2 + 2' } }, '4.', '2 + 2'],
  ['reasoning', { content: '4.', message: { reasoning: '2 + 2' } }, '4.', '2 + 2'],
  ['tags in the text', { content: '<think>2 + 2</think>\n\n4.' }, '4.', '2 + 2'],
  ["only the closing tag at a line's end", { content: '2 + 2</think>\n\n4.' }, '4.', '2 + 2'],
  ["only the closing tag at a line's beginning", { content: '2 + 2\n</think>4.' }, '4.', '2 + 2'],
  [
    'a closing tag that is a word of the answer',
    { content: 'It ends with </think> and "4".' },
    'It ends with </think> and "4".',
    '',
  ],
  ['tags that nothing closes', { content: '<think>2 + ', finish: 'length' }, '', '2 +'],
])('thinking is kept out of the answer: %s', async (_, answer, text, thinking) => {
  server.script(answer);
  expect(await ask()).toMatchObject({ text, thinking });
});

test('cut at the limit, refused by a filter, and calls of tools are told apart', async () => {
  server.script({ content: '', finish: 'length', message: { reasoning_content: 'hm' } });
  expect(await ask()).toMatchObject({ text: '', thinking: 'hm', stop: 'length' });
  server.script({ content: 'No.', finish: 'content_filter' });
  expect(await ask()).toMatchObject({ stop: 'filtered' });
  const tool_calls = [{ index: 0, id: 'c1', function: { name: 'search', arguments: '{"q":"x"}' } }];
  server.script({ content: '', finish: 'tool_calls', message: { tool_calls } });
  expect(await ask({ tools: [{ name: 'search', parameters: { type: 'object' } }] })).toMatchObject({
    stop: 'tool_calls',
    toolCalls: [{ id: 'c1', name: 'search', arguments: '{"q":"x"}' }],
  });
  expect(server.requests.at(-1)?.body).toMatchObject({ tools: [{ function: { name: 'search' } }] });
});

test('without usage nothing is known of the cost, and the budget is charged what it may have been', async () => {
  server.script({ usage: null });
  const ledger = createLedger(1);
  expect(await ask({ ledger })).toMatchObject({ usage: null, usd: null });
  expect(ledger.spent.usd).toBeGreaterThan(0);
  server.script({ usage: { prompt: 0, completion: 0 } });
  expect(await ask()).toMatchObject({ usage: null, usd: null });
  expect(await ask({}, { price: null })).toMatchObject({ usd: null, usage: { cached: 0 } });
});

test('a server that answers whole, one that knows no usage in a stream, one that has another limit', async () => {
  server.script({
    raw: { model: 'tiny', choices: [{ message: { content: 'Whole.' }, finish_reason: 'stop' }] },
  });
  expect(await ask()).toMatchObject({ text: 'Whole.', stop: 'end' });
  const refuses = (message: string) => ({ status: 400, raw: { error: { message } } });
  server.script(refuses('Unrecognized request argument: stream_options'), { content: 'Streamed.' });
  expect(await ask()).toMatchObject({ text: 'Streamed.', usage: null });
  server.script(refuses("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."));
  expect(await ask({ maxTokens: 9 })).toMatchObject({ stop: 'end' });
  expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 9 });
  expect(server.requests.at(-1)?.body.max_tokens).toBeUndefined();
});

test.each([
  'Unrecognized request argument: stream_options',
  "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
])('requests that were under way at once all adapt: %s', async (message) => {
  const refused = { status: 400, raw: { error: { message } } };
  server.script(refused, refused);
  const tiny = model({ maxRetries: 0 });
  const request = {
    messages: [{ role: 'user' as const, content: 'Hello?' }],
    maxTokens: 9,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
  };
  const replies = await Promise.all([tiny.chat(request), tiny.chat(request)]);
  expect(replies.map(({ text }) => text)).toEqual(['Hello there.', 'Hello there.']);
  expect(server.requests).toHaveLength(4);
});

describe('what goes wrong', () => {
  const said = (status: number, message: string, more = {}) => ({
    status,
    raw: { error: { message, ...more } },
  });
  test.each<[ScriptedAnswer, string, RegExp]>([
    [said(401, 'Incorrect API key'), 'auth', /HTTP 401 .*Incorrect API key.*keyFrom/],
    [said(404, 'model "x" not found'), 'not_found', /not found.*address of the endpoint box/],
    [said(429, 'Rate limit'), 'rate_limited', /Rate limit/],
    [said(429, 'You exceeded your current quota: insufficient_quota'), 'no_credit', /Add credit/],
    [
      said(400, 'the request exceeds the available context size', { type: 'exceed_context_size_error' }),
      'too_long',
      /longer than the model's context/,
    ],
    [said(503, 'Loading model'), 'http', /Loading model.*The server failed/],
    [{ status: 502, raw: '<html>', headers: { 'content-type': 'text/html' } }, 'http', /HTTP 502/],
    [{ raw: { error: 'model crashed' } }, 'http', /^tiny at .*model crashed\. The server failed/],
    [{ raw: { ok: true } }, 'http', /not an answer of the chat completions API/],
    [{ raw: '<html>', headers: { 'content-type': 'text/html' } }, 'http', /not an answer/],
    [{ content: 'One two three four', cutAfter: 2 }, 'http', /cut off before its end/],
  ])('%j: %s', async (answer, kind, words) => {
    const error = await failure(answer);
    expect([error.kind, error.message]).toEqual([kind, expect.stringMatching(words)]);
  });

  test('a redirect is not followed: it would carry the key to another host', async () => {
    const elsewhere = await startScriptedOpenAi();
    const error = await failure(
      { status: 307, raw: '', headers: { location: elsewhere.url } },
      { apiKey: 'sk-planted-key-123456' },
    );
    await elsewhere.close();
    expect(elsewhere.requests).toEqual([]);
    expect(error.message).not.toContain('planted');
  });

  test('the key is sent, and masked where the server repeats it; without one none is sent', async () => {
    const apiKey = 'sk-planted-key-123456';
    const error = await failure(said(401, `Incorrect API key provided: ${apiKey}`), { apiKey });
    expect(error.message).not.toContain(apiKey);
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`);
    server.script();
    await ask();
    expect(server.requests.at(-1)?.headers['authorization']).toBeUndefined();
  });

  test('a server that never answers, and one that is given up', async () => {
    server.script({ hangs: true });
    await expect(ask({ timeoutMs: 50 }, { maxRetries: 0 })).rejects.toThrow(/did not answer/);
    server.script({ hangs: true });
    const caller = new AbortController();
    const asked = ask({ signal: caller.signal });
    caller.abort();
    await expect(asked).rejects.toMatchObject({ kind: 'aborted' });
  });

  test('nobody there', async () => {
    const gone = await startScriptedOpenAi();
    await gone.close();
    const endpoint = { name: 'box', url: gone.url, keyFrom: null, price: null, slots: null, isLocal: true };
    await expect(ask({}, { endpoint, maxRetries: 0 })).rejects.toThrow(/could not be reached/);
  });

  test('a prompt that the server cut without a word is no answer to it', async () => {
    const messages = [{ role: 'user' as const, content: 'word '.repeat(9_000) }];
    server.script({ usage: { prompt: 4_096, completion: 5 } });
    const error: unknown = await ask({ messages }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      kind: 'cut_prompt',
      message: expect.stringMatching(/^The server cut the prompt/),
    });
  });
});

test('another model that answers is told once', async () => {
  const notes: string[] = [];
  const chat = model();
  const request = {
    messages: [{ role: 'user' as const, content: 'Hello?' }],
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    onNote: (note: string) => void notes.push(note),
  };
  for (const answered of ['other', 'other', 'tiny-2026-01-01', 'models/Tiny.gguf']) {
    server.script({ model: answered });
    // oxlint-disable-next-line no-await-in-loop -- one conversation
    await chat.chat(request);
  }
  expect(notes).toEqual(['tiny was asked, and the server says that other answered.']);
});
