import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createAnthropicClient } from '../../src/models/anthropic/client.ts';
import type { AnthropicOptions } from '../../src/models/anthropic/client.ts';
import type { StructuredRequest } from '../../src/models/client.ts';
import { LlmError } from '../../src/models/errors.ts';
import type { LlmErrorKind } from '../../src/models/errors.ts';
import { BudgetExceededError, createLedger } from '../../src/models/ledger.ts';
import { costOf, priceOf } from '../../src/models/prices.ts';
import { startScriptedAnthropic } from '../support/scripted-anthropic.mjs';
import type { Behaviour, ScriptedAnthropic } from '../support/scripted-anthropic.mjs';

const KEY = 'sk-ant-fake-abcdefghij0123456789';
const MODEL = 'claude-sonnet-4-6';
const price = priceOf(MODEL);
const SCHEMA = z.object({ message: z.string().min(1) });

let endpoint: ScriptedAnthropic;
beforeAll(async () => {
  endpoint = await startScriptedAnthropic({ handlers: { simulate: () => ({ message: 'hello there' }) } });
});
afterAll(() => endpoint.close());

function setUp(behaviours: readonly Behaviour[], over: Partial<AnthropicOptions> = {}) {
  endpoint.requests.length = 0;
  // What an earlier test left unused must not reach this one.
  const name = `test ${(count += 1)};`;
  endpoint.script((request) => request.prompt.includes(name), behaviours);
  const client = createAnthropicClient({ apiKey: KEY, baseUrl: endpoint.url, model: MODEL, price, ...over });
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
  // A request that an earlier test gave up may still arrive.
  const sent = () => endpoint.requests.filter(({ prompt }) => prompt.includes(name));
  return { ask, ledger, sent };
}
let count = 0;

/** What one attempt can cost at most, by the bound of these tests' requests. */
const ONE_BOUND = { least: 0.004, most: 0.02 };

test.for<[behaviour: Behaviour, calls: number]>([
  ['well', 1],
  ['prose_around', 1],
  ['code_fence', 1],
  ['thinking_first', 1],
  ['empty_text', 2],
  ['blank_text', 2],
  ['no_blocks', 2],
  ['not_json', 2],
  ['broken_json', 2],
  ['array', 1],
  [{ reply: { message: 7 } }, 2],
  [{ reply: {} }, 2],
  ['max_tokens', 2],
])('%j once: a reply, after %i calls', async ([behaviour, calls]) => {
  const { ask, ledger } = setUp([behaviour]);
  await expect(ask()).resolves.toStrictEqual({ message: 'hello there' });
  expect(endpoint.requests).toHaveLength(calls);
  // Booked to the token: what the endpoint said it used.
  const used = endpoint.requests.reduce(
    (sum, { usage }) => sum + (usage === null ? 0 : costOf(usage, price)),
    0,
  );
  expect(ledger.spent.calls).toBe(calls);
  expect(ledger.spent.usd).toBeCloseTo(used, 12);
  expect(ledger.reservedUsd).toBe(0);
});

test.for<[behaviour: Behaviour, kind: LlmErrorKind, booked: 'usage' | 'bound' | 'nothing', calls: number]>([
  ['not_json', 'unparseable', 'usage', 2],
  ['empty_text', 'unparseable', 'usage', 2],
  [{ reply: { message: '' } }, 'unparseable', 'usage', 2],
  [{ reply: '{"message":"one"} {"message":"two"}' }, 'unparseable', 'usage', 2],
  ['max_tokens', 'max_tokens', 'usage', 2],
  ['refusal', 'refusal', 'usage', 1],
  ['html', 'http', 'nothing', 1],
  ['null_body', 'http', 'nothing', 1],
  ['overloaded_200', 'overloaded', 'nothing', 2],
  ['no_content', 'http', 'usage', 1],
  ['307', 'http', 'nothing', 1],
  ['400', 'http', 'nothing', 1],
  ['401', 'auth', 'nothing', 1],
  ['403', 'auth', 'nothing', 1],
  ['404', 'not_found', 'nothing', 1],
  ['429', 'rate_limited', 'nothing', 2],
  ['500', 'http', 'nothing', 2],
  ['overloaded_500', 'overloaded', 'nothing', 2],
  ['529', 'overloaded', 'nothing', 2],
  ['html_error', 'http', 'nothing', 2],
  ['502', 'http', 'nothing', 2],
  ['html_502', 'http', 'nothing', 2],
  ['504', 'http', 'bound', 2],
  ['close', 'network', 'bound', 2],
  ['close_midway', 'http', 'bound', 2],
  ['cut_body', 'http', 'bound', 2],
])('%j always: %s, %s is booked', async ([behaviour, kind, booked, calls]) => {
  const always =
    typeof behaviour === 'string' ? { do: behaviour, always: true } : { ...behaviour, always: true };
  const { ask, ledger } = setUp([always], { maxRetries: 1 });
  const error = await ask().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(LlmError);
  expect(error).toMatchObject({ kind });
  expect(endpoint.requests).toHaveLength(calls);
  expect(ledger.reservedUsd).toBe(0);
  if (booked === 'nothing') expect(ledger.spent).toMatchObject({ calls: 0, usd: 0 });
  else expect(ledger.spent.calls).toBe(calls);
  if (booked === 'usage') {
    const used = endpoint.requests.reduce(
      (sum, { usage }) => sum + (usage === null ? 0 : costOf(usage, price)),
      0,
    );
    expect(ledger.spent.usd).toBeCloseTo(used, 12);
  }
  if (booked === 'bound') {
    expect(ledger.spent.usd / calls).toBeGreaterThan(ONE_BOUND.least);
    expect(ledger.spent.usd / calls).toBeLessThan(ONE_BOUND.most);
  }
});

test.for<Behaviour>(['missing_usage', 'zero_usage', 'bad_usage'])(
  '%s: the reply is used, and booked at its upper bound',
  async (behaviour) => {
    const { ask, ledger } = setUp([behaviour]);
    await expect(ask()).resolves.toStrictEqual({ message: 'hello there' });
    expect(ledger.spent.usd).toBeGreaterThan(ONE_BOUND.least);
    expect(ledger.spent.output_tokens).toBe(100);
  },
);

test('an overload that passes is waited for', async () => {
  const { ask, ledger } = setUp(['529', '429', 'well']);
  await expect(ask()).resolves.toStrictEqual({ message: 'hello there' });
  expect(ledger.spent.calls).toBe(1);
});

test('a lost attempt is paid for, also when the next one succeeds', async () => {
  const { ask, ledger } = setUp(['close', 'well']);
  await expect(ask()).resolves.toStrictEqual({ message: 'hello there' });
  expect(ledger.spent.calls).toBe(2);
  expect(ledger.spent.usd).toBeGreaterThan(ONE_BOUND.least);
});

test.for<[behaviour: Behaviour, kind: LlmErrorKind, text: string]>([
  [{ do: 'hang', always: true }, 'timeout', 'did not answer within 1 s (1 attempt)'],
  ['slow_drip', 'timeout', 'did not answer within 1 s (1 attempt)'],
  [{ do: '429', retryAfter: 60 }, 'rate_limited', 'its last answer was HTTP 429. Wait, or run fewer'],
  [{ do: '529', retryAfter: 60 }, 'overloaded', 'its last answer was HTTP 529. The model is overloaded'],
])('the deadline bounds %j', async ([behaviour, kind, text]) => {
  const { ask, ledger } = setUp([behaviour]);
  const started = performance.now();
  const error = await ask({ timeoutMs: 1_000 }).catch((caught: unknown) => caught);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(error).toMatchObject({ name: 'LlmError', kind });
  expect(String(error)).toContain(text);
  expect(ledger.reservedUsd).toBe(0);
  expect(ledger.spent.usd > 0).toBe(kind === 'timeout');
});

test('a connection that hangs once is tried again', async () => {
  const { ask, ledger } = setUp(['hang', 'well']);
  await expect(ask({ timeoutMs: 3_000 })).resolves.toStrictEqual({ message: 'hello there' });
  expect(ledger.spent.calls).toBe(2);
});

test('the deadline holds for the repeat as well', async () => {
  const { ask } = setUp(['not_json', { do: 'hang', always: true }]);
  await expect(ask({ timeoutMs: 300 })).rejects.toMatchObject({ kind: 'timeout' });
});

test.for<Behaviour>(['hang', 'slow_drip', { do: '429', retryAfter: 60 }])(
  'cancelling ends %j at once',
  async (behaviour) => {
    const { ask, ledger, sent } = setUp([behaviour]);
    const controller = new AbortController();
    const outcome = ask({ signal: controller.signal }).catch((caught: unknown) => caught);
    await expect.poll(() => sent().length).toBe(1);
    controller.abort();
    expect(await outcome).toMatchObject({ name: 'LlmError', kind: 'aborted' });
    expect(ledger.reservedUsd).toBe(0);
  },
);

test('a call that is cancelled beforehand is not sent and costs nothing', async () => {
  const { ask, ledger } = setUp([]);
  await expect(ask({ signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' });
  expect(endpoint.requests).toHaveLength(0);
  expect(ledger.spent.usd).toBe(0);
});

test('where nobody listens, nothing is spent', async () => {
  const gone = await startScriptedAnthropic();
  await gone.close();
  const { ask, ledger } = setUp([], { baseUrl: gone.url, maxRetries: 0 });
  await expect(ask()).rejects.toMatchObject({ kind: 'network' });
  expect(ledger.spent).toMatchObject({ calls: 0, usd: 0 });
});

test('a budget too small for the call refuses it before it is sent', async () => {
  const { ask } = setUp([]);
  await expect(ask({ ledger: createLedger(0.0001) })).rejects.toBeInstanceOf(BudgetExceededError);
  expect(endpoint.requests).toHaveLength(0);
});

test('a budget that a lost attempt has used up stops the retries', async () => {
  const { ask } = setUp([{ do: 'close', always: true }], { maxRetries: 5 });
  const ledger = createLedger(ONE_BOUND.most / 2);
  const error = await ask({ ledger }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(BudgetExceededError);
  expect(ledger.spent.usd).toBeGreaterThan(0);
  expect(ledger.spent.usd).toBeLessThanOrEqual(ledger.limitUsd);
});

test('a fault of a reply is asked about once more, and the first reply counts where no second can be had', async () => {
  const faultOf = ({ message }: { message: string }) =>
    message === 'first' ? { problem: 'it is the first', isGrave: false } : null;
  const first = { reply: { message: 'first' } };
  const second = { reply: { message: 'second' } };
  const mended = setUp([first, { do: '529' }, second]);
  expect(await mended.ask({ faultOf })).toStrictEqual({ message: 'second' });
  expect(mended.sent()).toHaveLength(3);
  expect(mended.sent()[2]?.prompt).toContain('it is the first');

  const late = setUp([first, { do: 'hang', always: true }]);
  expect(await late.ask({ faultOf, timeoutMs: 2_000 })).toStrictEqual({ message: 'first' });
  const refused = setUp([first, second]);
  // One bound fits, and no second one beside what the first call cost.
  expect(await refused.ask({ faultOf, ledger: createLedger(0.0058) })).toStrictEqual({ message: 'first' });
  expect(refused.sent()).toHaveLength(1);
});

test('a reply with a grave fault never counts', async () => {
  const faultOf = ({ message }: { message: string }) =>
    message === 'well' ? null : { problem: 'it is of two minds', isGrave: message === 'torn' };
  const torn = { reply: { message: 'torn' } };
  const slip = { reply: { message: 'slip' } };
  const well = { reply: { message: 'well' } };
  expect(await setUp([torn, well]).ask({ faultOf })).toStrictEqual({ message: 'well' });
  expect(await setUp([torn, slip]).ask({ faultOf })).toStrictEqual({ message: 'slip' });
  expect(await setUp([slip, torn]).ask({ faultOf })).toStrictEqual({ message: 'slip' });
  await expect(setUp([torn, torn]).ask({ faultOf })).rejects.toMatchObject({
    kind: 'unparseable',
    message: expect.stringContaining('no usable reply twice: it is of two minds'),
  });
  await expect(setUp([torn, { do: '400' }]).ask({ faultOf })).rejects.toMatchObject({ kind: 'http' });
});

test('fault 25: calls whose bounds do not fit at once wait for each other, and the wait is none of their time', async () => {
  const { ask } = setUp(Array.from({ length: 6 }, () => ({ do: 'well', delayMs: 400 })));
  // Room for one bound at a time: together they take longer than each of them may.
  const ledger = createLedger(0.01);
  await Promise.all(Array.from({ length: 6 }, () => ask({ ledger, timeoutMs: 2_000 })));
  expect(ledger.spent.calls).toBe(6);
  expect(ledger.spent.usd).toBeLessThanOrEqual(ledger.limitUsd);
});

test('the request: cached system prefix, asked form, no sampling parameters', async () => {
  const { ask } = setUp([]);
  await ask();
  const [request] = endpoint.requests;
  expect(Object.keys(request?.body).toSorted()).toStrictEqual([
    'max_tokens',
    'messages',
    'model',
    'output_config',
    'system',
  ]);
  expect(request?.body).toMatchObject({
    model: MODEL,
    max_tokens: 100,
    system: [{ type: 'text', text: 'You write the next message.', cache_control: { type: 'ephemeral' } }],
    output_config: {
      format: { type: 'json_schema', schema: { type: 'object', additionalProperties: false } },
    },
  });
  // Not every server that speaks the Messages API reads the same one.
  expect(request?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-api-key': KEY });
});

test('a repeat says what was wrong, and one that was cut off gets more room', async () => {
  const { ask } = setUp([{ reply: { message: 7 } }]);
  await ask();
  expect(endpoint.requests[1]?.prompt).toContain(
    'could not be used: message: Invalid input: expected string',
  );
  const second = setUp(['max_tokens']);
  await second.ask();
  expect(endpoint.requests.map(({ body }) => body.max_tokens)).toStrictEqual([100, 200]);
});
