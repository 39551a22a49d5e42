/** An endpoint that can't answer for now, and what its errors are called. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createAnthropicClient, type AnthropicOptions } from '../../src/models/anthropic/client.ts';
import { type StructuredRequest } from '../../src/models/client.ts';
import { isOutage, LlmError } from '../../src/models/errors.ts';
import { createLedger } from '../../src/models/ledger.ts';
import { priceOf } from '../../src/models/prices.ts';
import type { Wait } from '../../src/waiting.ts';
import {
  startScriptedAnthropic,
  type Behaviour,
  type ScriptedAnthropic,
} from '../support/scripted-anthropic.mjs';
import { virtualClock } from '../support/virtual-clock.ts';

const MODEL = 'claude-sonnet-4-6';
const SCHEMA = z.object({ message: z.string().min(1) });

let endpoint: ScriptedAnthropic;
beforeAll(async () => {
  endpoint = await startScriptedAnthropic({ handlers: { simulate: () => ({ message: 'hello there' }) } });
});
afterAll(() => endpoint.close());

let count = 0;
function setUp(behaviours: readonly Behaviour[], over: Partial<AnthropicOptions> = {}) {
  // What an earlier test left unused must not reach this one.
  const name = `test ${(count += 1)};`;
  endpoint.script((request) => request.prompt.includes(name), behaviours);
  const client = createAnthropicClient({
    apiKey: 'sk-ant-fake-abcdefghij0123456789',
    baseUrl: endpoint.url,
    model: MODEL,
    price: priceOf(MODEL),
    ...over,
  });
  const ledger = createLedger(2);
  const ask = (more: Partial<StructuredRequest<z.infer<typeof SCHEMA>>> = {}) =>
    client.structured({
      system: 'You write the next message.',
      prompt: name,
      schema: SCHEMA,
      maxTokens: 100,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
      ledger,
      ...more,
    });
  return { ask, ledger };
}

const addressOf = (url: Parameters<typeof fetch>[0]) => (url instanceof Request ? url.url : url);

test.for<Behaviour>(['500', '529', '429', 'overloaded_500', 'overloaded_200', 'html_502', 'html_error'])(
  'fault 22: %j for half a minute is waited for, and told',
  async (behaviour) => {
    const clock = virtualClock();
    const busy = typeof behaviour === 'string' ? { do: behaviour, retryAfter: 5 } : behaviour;
    const { ask, ledger } = setUp(
      Array.from({ length: 6 }, () => busy),
      { clock },
    );
    const waits: (Wait | null)[] = [];
    const reply = await ask({ timeoutMs: 180_000, onWait: (wait) => void waits.push(wait) });
    expect(reply).toStrictEqual({ message: 'hello there' });
    expect(ledger.spent.calls).toBe(1);
    expect(clock.now()).toBeGreaterThan(10_000);
    expect(waits.filter((wait) => wait === null)).toHaveLength(6);
    expect(waits[0]).toMatchObject({ for: 'judge', why: expect.stringMatching(/HTTP (429|5\d\d)/) });
  },
);

test('fault 22: an endpoint that is away for a while is waited for', async () => {
  const gone = await startScriptedAnthropic();
  await gone.close();
  const clock = virtualClock();
  let tries = 0;
  const { ask, ledger } = setUp([], {
    clock,
    fetch: (url, init) => {
      tries += 1;
      return fetch(tries < 8 ? gone.url : addressOf(url), init);
    },
  });
  await expect(ask({ timeoutMs: 180_000 })).resolves.toStrictEqual({ message: 'hello there' });
  expect(ledger.spent.calls).toBe(1);
});

test('fault 22: given up at the end of its time, with the last words', async () => {
  const clock = virtualClock();
  const { ask } = setUp([{ do: '529', always: true, retryAfter: 5 }], { clock });
  const error = await ask({ timeoutMs: 60_000 }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ kind: 'overloaded' });
  expect(String(error)).toMatch(/gave no reply within 60 s \(\d+ attempts\); its last answer was HTTP 529/);
  expect(clock.now()).toBe(60_000);
});

test('fault 21: what is refused for its own sake is no outage, and what refuses everybody is', async () => {
  const outcome = async (behaviour: Behaviour) => {
    const error = await setUp([behaviour])
      .ask()
      .catch((caught: unknown) => caught);
    return error instanceof LlmError ? [error.kind, isOutage(error)] : null;
  };
  const tooLong = { do: '400', message: 'prompt is too long: 214009 tokens > 200000 maximum' } as const;
  expect(await outcome(tooLong)).toEqual(['too_long', false]);
  expect(await outcome({ do: '400', message: 'Your credit balance is too low' })).toEqual([
    'no_credit',
    true,
  ]);
  expect(await outcome('401')).toEqual(['auth', true]);
  expect(await outcome('404')).toEqual(['not_found', true]);
});

test.for<[behaviour: Behaviour, words: RegExp]>([
  ['overloaded_200', /answered HTTP 529 .*overloaded: try again later/],
  ['cut_body', /answered HTTP 200, and the reply was cut off before its end/],
  ['close_midway', /answered HTTP 200, and the reply was cut off before its end/],
  ['html_502', /answered HTTP 502 .*The server failed: try again later/],
  ['400', /answered HTTP 400 .*The request itself was refused/],
  ['html', /not a message of the Messages API\. Check the base URL/],
])('fault 49: %j is called what it is', async ([behaviour, words]) => {
  const { ask } = setUp([behaviour], { maxRetries: 0 });
  await expect(ask()).rejects.toThrow(words);
});
