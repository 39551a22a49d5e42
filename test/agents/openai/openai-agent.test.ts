/** A model behind a real server of the chat completions API, as the agent under test. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AgentDocument, AgentTurn } from '../../../src/agents/module/define-agent.ts';
import { openaiAgent, type OpenAiAgentOptions } from '../../../src/agents/openai/openai-agent.ts';
import { startScriptedOpenAi, type ScriptedOpenAi } from '../../support/scripted-openai.ts';

let server: ScriptedOpenAi;
let folder: string;
beforeAll(async () => {
  server = await startScriptedOpenAi();
  folder = await mkdtemp(path.join(tmpdir(), 'agent-eval-openai-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  server.requests.length = 0;
  server.script();
});

async function document(name: string, text: string): Promise<AgentDocument> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return { id: name, name, path: file, text: async () => text };
}

async function ask(
  message: string,
  options: Partial<OpenAiAgentOptions> = {},
  documents: readonly AgentDocument[] = [],
  history: readonly AgentTurn[] = [],
) {
  const agent = openaiAgent({ baseUrl: server.url, model: 'scripted', system: 'Be brief.', ...options });
  const state = await agent.open?.({ id: 'one', documents });
  return await agent.send(message, {
    state: state ?? { documents: [], passages: null },
    history,
    signal: new AbortController().signal,
  });
}

const prompts = () => server.requests.map(({ body }) => body.messages.map(({ content }) => content));

test('the conversation and the documents stand in the prompt; usage and speed are handed on', async () => {
  const history = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
  ] as const;
  const note = await document('note.md', 'The code is 7341.');
  server.script({ content: 'It is 7341.', usage: { prompt: 40, completion: 6 } });
  const reply = await ask('Which code?', { temperature: 0, maxTokens: 50 }, [note], history);
  expect(reply).toMatchObject({ answer: 'It is 7341.', tools: [], usage: { input: 40, output: 6 } });
  expect(reply).toHaveProperty('stats.timeToFirstToken', expect.any(Number));
  expect(prompts()).toEqual([
    ['Be brief.', 'Document note.md:\n\nThe code is 7341.', 'Hi', 'Hello.', 'Which code?'],
  ]);
  expect(server.requests[0]?.body).toMatchObject({ model: 'scripted', temperature: 0, max_tokens: 50 });
});

test('of passages the best stand in the prompt, and the search in the trace', async () => {
  const filler = Array.from(
    { length: 60 },
    (_, index) => `## Part ${index}\n\nBoats leave port ${index} at dawn.`,
  );
  const long = await document('long.md', [...filler, '## Refunds\n\nRefunds take 15 days.'].join('\n\n'));
  const reply = await ask('How long do refunds take?', { documents: 'passages' }, [long]);
  expect(reply).toMatchObject({
    tools: [{ name: 'search', arguments: { query: 'How long do refunds take?' }, success: true }],
  });
  const [, found = ''] = prompts()[0] ?? [];
  expect(found).toContain('Refunds take 15 days.');
  expect(found).not.toContain('port 3 at dawn');
  await ask('xyzzy?', { documents: 'passages' }, [long]);
  expect(prompts()[1]?.[1]).toBe('The documents hold no passage that fits the question.');
});

test('an agent that takes no documents says so by having no open()', () => {
  expect(openaiAgent({ model: 'm', documents: 'none' })).not.toHaveProperty('open');
  expect(openaiAgent({ model: 'm' })).toMatchObject({ name: 'm', model: 'm', open: expect.any(Function) });
});

test('tools are run when the model calls them, one that fails or is unknown too, and all stand in the trace', async () => {
  const call = (id: string, name: string, args: string) => ({
    index: Number(id),
    id,
    function: { name, arguments: args },
  });
  server.script(
    {
      content: '',
      finish: 'tool_calls',
      message: { tool_calls: [call('0', 'stock', '{"sku":"A1"}'), call('1', 'gone', '{}')] },
    },
    { content: '', finish: 'tool_calls', message: { tool_calls: [call('0', 'stock', '{broken')] } },
    { content: 'Seven are left.' },
  );
  const stock = {
    name: 'stock',
    parameters: { type: 'object' },
    run: ({ sku }: Readonly<Record<string, unknown>>) => ({ sku, left: 7 }),
  };
  const reply = await ask('How many A1?', { tools: [stock] });
  expect(reply).toMatchObject({
    answer: 'Seven are left.',
    tools: [
      { name: 'stock', arguments: { sku: 'A1' }, result: { sku: 'A1', left: 7 }, success: true },
      { name: 'gone', success: false },
      { name: 'stock', arguments: '{broken', success: false },
    ],
  });
  expect(prompts()[1]?.slice(-2)).toEqual(['{"sku":"A1","left":7}', 'There is no tool gone.']);
});

test('a model that calls tools for ever is asked without them at last', async () => {
  const tool_calls = [{ index: 0, id: 'c', function: { name: 'again', arguments: '{}' } }];
  const endless = await startScriptedOpenAi(({ body }) =>
    'tools' in body ? { content: '', finish: 'tool_calls', message: { tool_calls } } : { content: 'Enough.' },
  );
  const again = { name: 'again', parameters: { type: 'object' }, run: () => 'more' };
  const reply = await ask('Go', { baseUrl: endless.url, tools: [again] });
  await endless.close();
  expect(reply).toMatchObject({ answer: 'Enough.' });
  expect(endless.requests).toHaveLength(9);
});

test('all tokens spent on thinking is the answer of a failed model, with advice', async () => {
  server.script({ content: '', finish: 'length', message: { reasoning_content: 'hm, hm' } });
  expect(await ask('Hi', { maxTokens: 20 })).toMatchObject({
    answer: expect.stringMatching(/^Agent error: the model spent all of its 20 tokens .*Raise maxTokens\.$/),
  });
});

test('a prompt that cannot fit is told before it is sent', async () => {
  const small = await startScriptedOpenAi();
  small.models.push({ id: 'scripted', meta: { n_ctx: 512 } });
  const long = await document('words.md', 'word '.repeat(2_000));
  await expect(ask('Hi', { baseUrl: small.url }, [long])).rejects.toThrow(
    /the prompt has \d+ tokens at least, and the model reads 512: take documents: 'passages'/,
  );
  await small.close();
  expect(small.requests).toEqual([]);
});

test('what is wrong with the set-up is said by ready(), or at once', async () => {
  const gone = await startScriptedOpenAi();
  await gone.close();
  await expect(openaiAgent({ baseUrl: gone.url, model: 'm' }).ready?.()).rejects.toThrow(
    /nothing answers at/,
  );
  await expect(openaiAgent({ baseUrl: server.url, model: 'm' }).ready?.()).resolves.toBeUndefined();
  await expect(
    Promise.resolve(openaiAgent({ baseUrl: server.url, model: 'm', keyFrom: 'NO_SUCH_KEY' }).ready?.()),
  ).rejects.toThrow('NO_SUCH_KEY is not set');
  expect(() => openaiAgent({ endpoint: 'olama', model: 'm' })).toThrow(
    /"olama" is no endpoint: lemonade, ollama/,
  );
});
