/**
 * What a turn's text means when it is no answer of the model's choosing: one table, read from the top, the first row that
 * matches decides. Generations of the agent keep each other's words, so all rows are read for each of them; `seen` says
 * where the words come from.
 */

/**
 * - `failed`: a backend says so, whatever the stats are. The turn says nothing about the agent.
 * - `failed_without_tokens`: an agent may say so by itself; a failure only when no token of it came from the model.
 * - `own_failure`: the model was there and made a mess of it. It is judged, as any bad answer is.
 */
export type Meaning = 'failed' | 'failed_without_tokens' | 'own_failure';

interface Row {
  readonly begins: RegExp;
  readonly means: Meaning;
  /** Versions of the Agent UI, and the file of AMD GAIA that writes the words or holds a run with them. */
  readonly seen: string;
}

const CHAT = 'src/gaia/ui/_chat_helpers.py';
const AGENT = 'src/gaia/agents/base/agent.py';

export const FAILURE_WORDS: readonly Row[] = [
  {
    begins:
      /^Agent error: (?:Malformed (?:native )?tool[_ ]?calls?\b|Malformed\/truncated tool call|Tool call truncated\b)/i,
    means: 'own_failure',
    seen: `0.18 to 0.25: ${AGENT}; judged FAIL in eval/results/postfix-gaia-lite-personality.json`,
  },
  { begins: /^Agent error: /, means: 'failed', seen: `0.18 to 0.25: ${CHAT}` },
  {
    begins: /^Sorry, I ran into a problem while processing your request\b[^]*\*Technical details:/,
    means: 'failed',
    seen: `0.18 to 0.25, on the wire: ${AGENT}`,
  },
  {
    begins: /^I apologize, but I received an empty response from the language model\b/,
    means: 'failed',
    seen: `0.18 to 0.25, on the wire: ${AGENT}`,
  },
  {
    begins: /^I had to trim the conversation to fit my memory\b/,
    means: 'failed',
    seen: `0.18 to 0.25, on the wire: ${AGENT}`,
  },
  { begins: /^I couldn't load the agent \*\*'/, means: 'failed', seen: `0.21 to 0.25, on the wire: ${CHAT}` },
  {
    begins: /^I wasn't able to generate a response\. Please make sure Lemonade Server is running\b/,
    means: 'failed',
    seen: `0.18 to 0.25: ${CHAT}`,
  },
  {
    begins: /^The model (?:stopped responding|call failed) at step \d+, so this request is unfinished\b/,
    means: 'failed',
    seen: `0.25, on the wire: ${AGENT}`,
  },
  { begins: /^This answer was interrupted when GAIA closed\b/, means: 'failed', seen: `0.25: ${CHAT}` },
  {
    // A provider's own words, with a status and nothing, an object or a reason phrase after it.
    begins:
      /^API Error: (?:[45]\d\d\b\s*(?:\{|$|(?:Internal server error|[A-Z][a-z]+(?: [A-Z][a-z]+){0,3})\.?$)|Connection error|Request timed out)/,
    means: 'failed',
    seen: 'any generation, behind an agent that runs on a hosted model',
  },
  {
    begins: /^(?:Anthropic|OpenAI|Claude|Lemonade) API error \(HTTP [45]\d\d\)/i,
    means: 'failed',
    seen: 'any generation: src/gaia/eval/code_bench.py counts it among the errors of an agent that never ran',
  },
  {
    begins: /^Error in chat completions \(status [45]\d\d\)/,
    means: 'failed',
    seen: '0.18 to 0.25: the words of the model server, which the excuse above mostly wraps',
  },
  {
    begins: /^\{\s*"type"\s*:\s*"error"\s*,\s*"error"\s*:\s*\{/,
    means: 'failed',
    seen: 'any generation: the body of an error of the Messages API',
  },
  {
    begins: /^Sorry, I ran into a problem while processing your request\b/,
    means: 'failed_without_tokens',
    seen: `0.18 to 0.25: ${AGENT}`,
  },
  { begins: /^I couldn't load the agent\b/, means: 'failed_without_tokens', seen: `0.21 to 0.25: ${CHAT}` },
  {
    begins: /^The model (?:stopped responding|call failed) at step \d+\b/,
    means: 'failed_without_tokens',
    seen: `0.25: ${AGENT}`,
  },
  {
    begins: /^I tried calling .+ times and it kept failing\b/,
    means: 'failed_without_tokens',
    seen: `0.18 to 0.25: ${AGENT}`,
  },
  {
    begins: /^Reached maximum steps limit\b/,
    means: 'failed_without_tokens',
    seen: `0.18 to 0.25: ${AGENT}`,
  },
  {
    begins: /^Task completed with \S+\. No further action needed\.$/,
    means: 'failed_without_tokens',
    seen: `0.18 to 0.25: ${AGENT}`,
  },
  { begins: /^Response timed out\b/, means: 'failed_without_tokens', seen: `0.18 to 0.25: ${CHAT}` },
  {
    // The turn was stopped, or its session deleted.
    begins: /^Cancelled\.$/,
    means: 'failed_without_tokens',
    seen: '0.25, on the wire',
  },
];

/** null for words that stand in no row: an answer. */
export function meaningOf(text: string): Meaning | null {
  const said = text.trim();
  return FAILURE_WORDS.find(({ begins }) => begins.test(said))?.means ?? null;
}
