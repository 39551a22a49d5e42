import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createAnthropicClient } from '../../src/models/anthropic/client.ts';
import { createLedger } from '../../src/models/ledger.ts';
import { priceOf } from '../../src/models/prices.ts';
import { startScriptedAnthropic } from '../support/scripted-anthropic.mjs';
import type { BehaviourName, ScriptedAnthropic } from '../support/scripted-anthropic.mjs';

const MODEL = 'claude-sonnet-4-6';

let endpoint: ScriptedAnthropic;
beforeAll(async () => {
  endpoint = await startScriptedAnthropic();
});
afterAll(() => endpoint.close());

// The last two cannot be sent as a header at all.
const KEYS = [
  'sk-ant-api03-FAKE_0123456789',
  'plain-key-without-prefix',
  'key with spaces',
  'ключ',
  'line\nbreak',
];
const WAYS: readonly BehaviourName[] = [
  '400',
  '401',
  '403',
  '429',
  '500',
  'overloaded_500',
  '529',
  '502',
  'close',
  'html',
  'refusal',
  'not_json',
];

test.for(KEYS.flatMap((key) => WAYS.map((way) => [key, way] as const)))(
  'the key %j stands in no error, %s',
  async ([key, way]) => {
    const message = `Request with x-api-key ${key} and Authorization: Bearer ${key} was refused`;
    endpoint.script(
      (request) => request.prompt.includes(`${key}/${way}`),
      [{ do: way, message, always: true }],
    );
    const client = createAnthropicClient({
      apiKey: key,
      baseUrl: endpoint.url.replace('//', '//user:secret-password@'),
      model: MODEL,
      price: priceOf(MODEL),
      maxRetries: 0,
    });
    const request = {
      system: 'You write the next message.',
      prompt: `${key}/${way}`,
      schema: z.object({ message: z.string() }),
      maxTokens: 100,
      timeoutMs: 5_000,
      signal: new AbortController().signal,
      ledger: createLedger(2),
    };
    const plain = createAnthropicClient({
      apiKey: key,
      baseUrl: endpoint.url,
      model: MODEL,
      price: priceOf(MODEL),
      maxRetries: 0,
    });
    for (const each of [client, plain]) {
      // oxlint-disable-next-line no-await-in-loop
      const error = await each.structured(request).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: 'LlmError' });
      const shown = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error);
      expect(shown).not.toContain(key);
      expect(shown).not.toContain(JSON.stringify(key).slice(1, -1));
      expect(shown).not.toContain('secret-password');
    }
  },
);
