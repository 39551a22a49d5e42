import { expect, test } from 'vitest';
import { PriceError, costOf, parsePrice, priceOf } from '../../src/models/prices.ts';

const MILLION_EACH = {
  input_tokens: 1_000_000,
  cache_creation_input_tokens: 1_000_000,
  cache_read_input_tokens: 1_000_000,
  output_tokens: 1_000_000,
};

test.for<[model: string, sum: number]>([
  ['claude-sonnet-4-6', 22.05],
  ['claude-sonnet-4-6-20260101', 22.05],
  ['claude-sonnet-4-6@20260101', 22.05],
  ['claude-sonnet-4-5', 22.05],
  ['claude-sonnet-5', 14.7],
  ['claude-sonnet-5-5', 14.6],
  ['claude-haiku-4-5-latest', 7.35],
  ['claude-opus-4-8', 36.75],
  ['claude-opus-5', 36.75],
  ['claude-opus-5-20260901', 36.75],
  ['claude-opus-5-5', 29.2],
])('a million tokens of each kind with %s cost $%d', ([model, sum]) => {
  expect(costOf(MILLION_EACH, priceOf(model))).toBeCloseTo(sum, 9);
});

test('a long prompt of the newest Haiku is booked at ten times the price', () => {
  const price = priceOf('claude-haiku-5-5');
  const prompt = (cached: number) => ({
    input_tokens: 50_000,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: 1_000,
  });
  expect(costOf(prompt(50_000), price)).toBeCloseTo(0.005 + 0.0005 + 0.0005, 9);
  expect(costOf(prompt(50_001), price)).toBeCloseTo(0.05 + 0.0050001 + 0.005, 9);
});

test.for(['gpt-9', 'claude-sonnet-6', 'claude-opus-5-6', 'toString', ''])(
  'the unknown model "%s" is an error that says how to give its price',
  (model) => {
    expect(() => priceOf(model)).toThrow(PriceError);
    expect(() => priceOf(model)).toThrow('AGENT_EVAL_PRICE=input,output');
  },
);

test('a given price beats the table', () => {
  expect(priceOf('claude-sonnet-4-6', '1,2')).toStrictEqual({
    input: 1,
    output: 2,
    cacheWrite: 1.25,
    cacheRead: 1,
  });
  expect(priceOf('gpt-9', ' 1, 2, 3, .5 ')).toStrictEqual({
    input: 1,
    output: 2,
    cacheWrite: 3,
    cacheRead: 0.5,
  });
  expect(priceOf('claude-opus-5', '')).toStrictEqual(priceOf('claude-opus-5'));
});

test.for(['1', '1,2,3', '1,2,3,4,5', '1,x', '-1,2', '1,,2', 'NaN,1', '1e3,2', 'Infinity,1', ','])(
  'the price "%s" cannot be read',
  (text) => {
    expect(() => parsePrice(text)).toThrow(PriceError);
  },
);

test('fault 40: a model name that is near to a known one is asked about before its price', () => {
  expect(() => priceOf('claude-sonet-4-6')).toThrow(
    /^The model "claude-sonet-4-6" is not known\. Did you mean "claude-sonnet-4-6"\?/,
  );
  expect(() => priceOf('mistral-large')).toThrow(/^The price of the model "mistral-large" is not known/);
});
