/** A client that sends nothing and counts what it is asked: what calls would cost, before anything is paid. */
import { z } from 'zod';
import type { LlmClient } from './client.ts';
import { LlmError } from './errors.ts';
import { costOf, type Price } from './prices.ts';
import { usageBound, type RequestSize } from './token-bound.ts';

export type CostOfCall = (call: RequestSize, price: Price) => number;

const USUAL_REPLY_TOKENS = 200;
const CHARACTERS_PER_TOKEN = 3.7;

/** US dollars that a call can't exceed: a reply that can't be used is asked for once more, with twice the room if cut off. */
export const dearestCost: CostOfCall = (call, price) =>
  costOf(usageBound(call, price), price) +
  costOf(usageBound({ ...call, maxTokens: call.maxTokens * 2 }, price), price);

/** US dollars of a call with a reply of usual length, our own words cached, nothing asked twice. */
export const usualCost: CostOfCall = ({ own, foreign }, price) =>
  costOf(
    {
      input_tokens: foreign.length / CHARACTERS_PER_TOKEN,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: own.length / CHARACTERS_PER_TOKEN,
      output_tokens: USUAL_REPLY_TOKENS,
    },
    price,
  );

/** Never answers: every call rejects with an `LlmError` of the kind `aborted`. */
export function countingClient(model: string, count: (call: RequestSize) => void): LlmClient {
  return {
    model,
    async structured({ system, shared = '', asked, schema, prompt, maxTokens }) {
      const form = JSON.stringify(z.toJSONSchema(asked ?? schema));
      count({ own: system + form, foreign: shared + prompt, maxTokens });
      throw new LlmError('aborted', 'nothing is sent in a dry run');
    },
  };
}
