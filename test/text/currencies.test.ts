import { expect, test } from 'vitest';
import { currencyOf } from '../../src/text/currencies.ts';

test.each([
  ['$', 'USD', true],
  ['$', 'CAD', true],
  ['US$', 'USD', true],
  ['€', 'EUR', true],
  ['£', 'GBP', true],
  ['¥', 'JPY', true],
  ['CHF', 'CHF', true],
  ['swiss francs', 'CHF', true],
  ['francs', 'CHF', true],
  ['Euros', 'EUR', true],
  ['usd', 'USD', true],
  ['$', 'EUR', false],
  ['US$', 'CAD', false],
  ['swiss francs', 'XOF', false],
  ['£', 'EUR', false],
])('%s fits %s: %s', (written, code, fits) => {
  expect(currencyOf(written)?.has(code) ?? false).toBe(fits);
});

test.each(['all', 'try', 'top', 'won', 'real', 'hens', ''])('the word %j is no currency', (word) => {
  expect(currencyOf(word)).toBeNull();
});
