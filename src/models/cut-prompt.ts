/** A server that leaves out a part of a prompt without a word: its answer is to another question. */
import { LlmError } from './errors.ts';
import type { Usage } from './ledger.ts';

/** Words from which on a count of tokens tells something. */
const FEWEST_WORDS = 200;
/** Of a tokenizer nobody knows: one token for two words is fewer than any makes of text. */
const TOKENS_PER_WORD = 0.5;

/** The fewest tokens that a text can be; 0 when that cannot be said. Words are what stands between white space. */
export function fewestTokens(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0;
  return words < FEWEST_WORDS ? 0 : Math.floor(words * TOKENS_PER_WORD);
}

/** Throws LlmError `cut_prompt` when the server counted far fewer tokens than the prompt can have. */
export function refuseCutPrompt(usage: Usage | null, prompt: string, host: string): void {
  if (usage === null) return;
  const counted = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
  const least = fewestTokens(prompt);
  if (counted >= least) return;
  throw new LlmError(
    'cut_prompt',
    `The server cut the prompt: ${host} read ${counted} tokens of one that has ${least} at least. ` +
      'Start the server with a larger context (Ollama: OLLAMA_CONTEXT_LENGTH; llama.cpp: --ctx-size), or use a model that has one.',
  );
}
