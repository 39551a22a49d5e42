import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createLlmJudge } from '../../src/judge/llm/llm-judge.ts';
import { createAnthropicClient } from '../../src/models/anthropic/client.ts';
import { createLedger } from '../../src/models/ledger.ts';
import { priceOf } from '../../src/models/prices.ts';
import { turnInput } from '../judge/llm/inputs.ts';
import { startScriptedAnthropic } from './scripted-anthropic.mjs';

const MODEL = 'claude-sonnet-4-6';
const COMMAND = fileURLToPath(new URL('scripted-anthropic.mjs', import.meta.url));

function judgeAt(url: string) {
  const client = createAnthropicClient({
    apiKey: 'sk-ant-fake',
    baseUrl: url,
    model: MODEL,
    price: priceOf(MODEL),
  });
  const ledger = createLedger(2);
  const context = { ledger, signal: new AbortController().signal };
  return { judge: createLlmJudge({ client, model: MODEL }), ledger, context };
}

test('the prefix is written to the cache once and read from it after', async () => {
  const endpoint = await startScriptedAnthropic();
  const { judge, ledger, context } = judgeAt(endpoint.url);
  await judge.judgeTurn(turnInput(), context);
  const written = ledger.spent.cache_creation_input_tokens;
  expect(written).toBeGreaterThan(1024);
  expect(ledger.spent.cache_read_input_tokens).toBe(0);
  await judge.judgeTurn(turnInput(), context);
  expect(ledger.spent).toMatchObject({
    cache_creation_input_tokens: written,
    cache_read_input_tokens: written,
  });
  await endpoint.close();
});

test('as a process it prints its URL and follows a script file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'scripted-anthropic-'));
  const file = path.join(folder, 'script.json');
  const script = [{ kind: 'turn', contains: 'Q3 revenue', behaviours: [{ scores: { correctness: 1 } }] }];
  await writeFile(file, JSON.stringify(script));
  const child = spawn(process.execPath, [COMMAND, '--port', '0', '--script', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url] = await once(createInterface({ input: child.stdout }), 'line');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { judge, context } = judgeAt(String(url));
    expect((await judge.judgeTurn(turnInput(), context)).scores.correctness).toBe(1);
    expect((await judge.judgeTurn(turnInput(), context)).scores.correctness).toBe(9);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  }
  expect(child.exitCode).toBe(0);
});
