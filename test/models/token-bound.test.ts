import { expect, test } from 'vitest';
import { costOf, priceOf } from '../../src/models/prices.ts';
import { usageBound } from '../../src/models/token-bound.ts';

const sonnet = priceOf('claude-sonnet-4-6');

test('text of others counts by its bytes, ours by its characters, at the dearest price', () => {
  expect(usageBound({ own: 'a'.repeat(100), foreign: '日本', maxTokens: 7 }, sonnet)).toStrictEqual({
    input_tokens: 0,
    cache_creation_input_tokens: 50 + 6 + 1000,
    cache_read_input_tokens: 0,
    output_tokens: 7,
  });
});

test('where reading uncached is the dearer, it counts as that', () => {
  const price = priceOf('x', '3,15,1,1');
  const bound = usageBound({ own: '', foreign: 'ab', maxTokens: 0 }, price);
  expect(bound).toMatchObject({ input_tokens: 1002, cache_creation_input_tokens: 0 });
  expect(costOf(bound, price)).toBeCloseTo(0.003006, 9);
});
