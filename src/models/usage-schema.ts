/** Tokens of one call as they come from outside: from a server, from another thread, from a file. */
import { z } from 'zod';

const tokens = z.number().int().min(0);
const optionalTokens = tokens.nullish().transform((value) => value ?? 0);

/** Tokens of one call; what a server leaves out of the cache's counts is 0. */
export const usageSchema = z.object({
  input_tokens: tokens,
  cache_creation_input_tokens: optionalTokens,
  cache_read_input_tokens: optionalTokens,
  output_tokens: tokens,
});
