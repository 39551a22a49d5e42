// Replies of the length that real ones have, so that nobody chooses his own result. Tokens = characters / 3.7.

export const CHARACTERS_PER_TOKEN = 3.7;
const WORDS =
  'The report says that the revenue of the northern region grew while costs stayed level, and it names the two new customers as the reason; the southern region is described as stable and the board expects no change before spring. ';

/** @param {number} tokens */
const prose = (tokens) => {
  const length = Math.max(0, Math.round(tokens * CHARACTERS_PER_TOKEN));
  return WORDS.repeat(Math.ceil(length / WORDS.length) + 1).slice(0, length);
};

/**
 * An object with one text filled up until the whole JSON has so many tokens.
 * @param {number} tokens
 * @param {(text: string) => object} make
 */
const ofTokens = (tokens, make) =>
  make(prose(tokens - JSON.stringify(make('')).length / CHARACTERS_PER_TOKEN));

/** The agent's, 90 tokens. */
export const ANSWER = prose(90).trim();

export const SIMULATED = ofTokens(40, (message) => ({ message }));

export const TURN = ofTokens(220, (reasoning) => ({
  reasoning,
  scores: {
    correctness: 9,
    tool_selection: 9,
    context_retention: 10,
    completeness: 9,
    efficiency: 9,
    personality: 9,
    error_recovery: 10,
  },
  hallucination: false,
  failure_category: null,
}));

export const SCENARIO = ofTokens(160, (root_cause) => ({
  root_cause,
  root_cause_target: 'prompt',
  recommended_fix: null,
  critical_violation: null,
  blocked_by_constraint: null,
}));
