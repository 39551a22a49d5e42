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

/** One claim, quoted from the answer; a short reason before each of seven numbers. */
export const TURN = ofTokens(220, (why) => ({
  claims: [{ fact: 1, quote: ANSWER.slice(0, 60), value: 'grew', unit: null, approximate: false }],
  unsupported: [],
  scores: {
    correctness: { why, score: 9 },
    tool_selection: { why: 'queried the document, no needless call', score: 9 },
    context_retention: { why: 'nothing earlier was needed', score: 10 },
    completeness: { why: 'both regions are answered', score: 9 },
    efficiency: { why: 'two calls, both of use', score: 9 },
    personality: { why: 'direct and plain', score: 9 },
    error_recovery: { why: 'nothing went wrong', score: 10 },
  },
  failure_category: null,
  outcome: null,
}));

export const SCENARIO = ofTokens(160, (root_cause) => ({
  root_cause,
  root_cause_target: 'prompt',
  recommended_fix: null,
  critical_violation: null,
  outcome: null,
  blocked_by_constraint: null,
}));

/** A reply with the outcome, where the prompt asks for it. */
export const withOutcome = (reply, prompt) =>
  'outcome' in reply && prompt.includes('\n<expected_outcome>\n')
    ? { ...reply, outcome: { why: 'the user was told of both regions and of the reason', met: true } }
    : reply;
