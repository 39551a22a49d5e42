/** How many tokens a request can have at most, before anybody has counted them. */
import type { Usage } from './ledger.ts';
import type { Price } from './prices.ts';

/** Message framing and what the API adds to ask for structured output. */
const FRAMING_TOKENS = 1_000;
/** English prose of ours has 3.7 to 4.5 characters a token: 2 leaves room for another tokenizer. */
const OWN_CHARACTERS_PER_TOKEN = 2;

export interface RequestSize {
  /** Text that we wrote: prompts and schemas. */
  readonly own: string;
  /** Text that anybody wrote. A byte-level tokenizer never makes more tokens than bytes. */
  readonly foreign: string;
  readonly maxTokens: number;
}

/** The dearest usage that the request can end with. */
export function usageBound(request: RequestSize, price: Price): Usage {
  const prompt =
    Math.ceil(request.own.length / OWN_CHARACTERS_PER_TOKEN) +
    Buffer.byteLength(request.foreign, 'utf8') +
    FRAMING_TOKENS;
  const dearestIsWrite = price.cacheWrite >= price.input;
  return {
    input_tokens: dearestIsWrite ? 0 : prompt,
    cache_creation_input_tokens: dearestIsWrite ? prompt : 0,
    cache_read_input_tokens: 0,
    output_tokens: request.maxTokens,
  };
}
