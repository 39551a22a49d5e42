import { expect, onTestFinished, test } from 'vitest';
import { createLlmAnswerJudge } from '../../../src/judge/answer/llm-answer-judge.ts';
import { createLedger } from '../../../src/models/ledger.ts';
import { createOpenAiClient } from '../../../src/models/openai/client.ts';
import { parsePrice } from '../../../src/models/prices.ts';
import { startScriptedOpenAi } from '../../support/scripted-openai.ts';
import { qaAnswer } from './inputs.ts';

test('a local model is asked for the same form over the chat completions API', async () => {
  const said = (level: string) => ({ reason: 'r', quotes: [], level });
  const criteria = {
    correctness: said('excellent'),
    completeness: said('excellent'),
    conciseness: said('excellent'),
    relevance: said('good'),
  };
  const reply = { content: JSON.stringify({ criteria, invented: [] }) };
  const server = await startScriptedOpenAi(() => reply);
  onTestFinished(() => server.close());
  const box = { name: 'box', url: server.url, keyFrom: null, price: null, slots: null, isLocal: true };
  const client = createOpenAiClient({ endpoint: box, apiKey: null, model: 'tiny', price: parsePrice('0,0') });
  const judge = createLlmAnswerJudge({ client, model: 'box/tiny', timeoutMs: 5_000 });
  const context = { ledger: createLedger(1), signal: new AbortController().signal };
  const judged = await judge.judge(qaAnswer('Total revenue was $14.2 million.'), context);
  expect(judged).toMatchObject({ levels: { relevance: { level: 3 } }, overall: 4, passed: true });
  const { messages, response_format } = server.requests[0]?.body ?? { messages: [] };
  expect(messages.at(-1)?.content).toMatch(/^<source>[\s\S]*<reference>[\s\S]*<answer_answer>/);
  expect(response_format?.type).toBe('json_schema');
});
