/** Prices of models, in US dollars per million tokens. Source: the vendor's price page, November 2026. */
import { nearestKey } from '../nearest-key.ts';
import type { Usage } from './ledger.ts';

export interface Price {
  readonly input: number;
  /** Writing to the 5-minute cache. */
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
  /** The price of a call whose whole prompt (cached or not) is longer than so many tokens. */
  readonly longPrompt?: { readonly overTokens: number; readonly price: Price };
}

const MILLION = 1_000_000;

function perMillion(input: number, cacheWrite: number, cacheRead: number, output: number): Price {
  return { input, cacheWrite, cacheRead, output };
}

const HAIKU_4_5 = perMillion(1, 1.25, 0.1, 5);
const SONNET_4 = perMillion(3, 3.75, 0.3, 15);
const OPUS = perMillion(5, 6.25, 0.5, 25);

const PRICES: Readonly<Record<string, Price>> = {
  'claude-sonnet-4-5': SONNET_4,
  'claude-sonnet-4-6': SONNET_4,
  'claude-sonnet-5': perMillion(2, 2.5, 0.2, 10),
  'claude-sonnet-5-5': perMillion(2, 2.5, 0.1, 10),
  'claude-haiku-4-5': HAIKU_4_5,
  // The listed price holds for prompts up to 100,000 tokens and the dearer one is not listed: a longer prompt
  // is booked at the price of the Haiku before it, ten times as much, rather than at too little.
  'claude-haiku-5-5': {
    ...perMillion(0.1, 0.125, 0.01, 0.5),
    longPrompt: { overTokens: 100_000, price: HAIKU_4_5 },
  },
  'claude-opus-4-5': OPUS,
  'claude-opus-4-6': OPUS,
  'claude-opus-4-7': OPUS,
  'claude-opus-4-8': OPUS,
  'claude-opus-5': OPUS,
  'claude-opus-5-5': perMillion(4, 5, 0.2, 20),
};

/** A model's price is not known, or was given in a form that cannot be read. A user's mistake: no stack needed. */
export class PriceError extends Error {
  override readonly name = 'PriceError';
}

const HOW_TO_GIVE =
  'Give it in US dollars per million tokens: AGENT_EVAL_PRICE=input,output or input,output,cache-write,cache-read ' +
  '(for instance AGENT_EVAL_PRICE=3,15,3.75,0.3; 0,0 for a model that costs nothing).';

/**
 * The price of a model. A dated id (`claude-sonnet-4-6-20260101`) has its family's price.
 * @param override what AGENT_EVAL_PRICE says: `input,output[,cache-write,cache-read]`; it beats the table.
 * @throws PriceError when the model is not in the table and no override is given, or it cannot be read.
 */
export function priceOf(model: string, override?: string): Price {
  if (override !== undefined && override.trim() !== '') return parsePrice(override);
  const family = model.replace(/(?:[-@]\d{8}|-latest)$/, '');
  const price = Object.hasOwn(PRICES, family) ? PRICES[family] : undefined;
  if (price === undefined) {
    const near = nearestKey(family, Object.keys(PRICES));
    throw new PriceError(
      near === null
        ? `The price of the model "${model}" is not known, so its budget cannot be kept. ${HOW_TO_GIVE}`
        : `The model "${model}" is not known. Did you mean "${near}"? If it is a model of that name, its price is ` +
            `needed to keep the budget. ${HOW_TO_GIVE}`,
    );
  }
  return price;
}

/**
 * Reads `input,output[,cache-write,cache-read]`. Without the cache prices a write costs 1.25 × input and a read
 * as much as input: too much rather than too little.
 */
export function parsePrice(text: string): Price {
  const parts = text.split(',').map((part) => part.trim());
  const numbers = parts.map((part) => (/^\d+(?:\.\d+)?$|^\.\d+$/.test(part) ? Number(part) : Number.NaN));
  const [input, output, cacheWrite, cacheRead] = numbers;
  if (
    input === undefined ||
    output === undefined ||
    (numbers.length !== 2 && numbers.length !== 4) ||
    !numbers.every((value) => Number.isFinite(value))
  ) {
    throw new PriceError(`The price cannot be read. ${HOW_TO_GIVE}`);
  }
  return perMillion(input, cacheWrite ?? input * 1.25, cacheRead ?? input, output);
}

/** US dollars. */
export function costOf(usage: Usage, price: Price): number {
  const prompt = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
  const { longPrompt } = price;
  if (longPrompt !== undefined && prompt > longPrompt.overTokens) return costOf(usage, longPrompt.price);
  return (
    (usage.input_tokens * price.input +
      usage.cache_creation_input_tokens * price.cacheWrite +
      usage.cache_read_input_tokens * price.cacheRead +
      usage.output_tokens * price.output) /
    MILLION
  );
}
