/** The scripted endpoint's well-behaved replies, of the length that real ones have. */

const WORDS =
  'The claim in the answer was compared with the stated truth and both agree in value, unit and period; the tools that were used fit the question, nothing established earlier was asked again, and every part is covered in a direct tone. ';

/** @param {number} tokens */
const prose = (tokens) => {
  const length = Math.max(1, Math.round(tokens * 3.7));
  return WORDS.repeat(Math.ceil(length / WORDS.length))
    .slice(0, length)
    .trim();
};

/** Scores that pass. */
export const GOOD_SCORES = {
  correctness: 9,
  tool_selection: 9,
  context_retention: 10,
  completeness: 9,
  efficiency: 9,
  personality: 9,
  error_recovery: 10,
};

/** The text within a tag of the prompt. */
const within = (prompt, tag) => new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(prompt)?.[1] ?? '';

/** About 40 tokens for a message, 220 for a turn's judgement, 160 for a scenario's. */
export function defaultReply({ kind, prompt }) {
  switch (kind) {
    case 'simulate':
      return { message: within(prompt, 'objective').slice(0, 130) || 'Hello there' };
    case 'turn':
      return {
        reasoning: prose(158),
        scores: GOOD_SCORES,
        hallucination: false,
        failure_category: null,
      };
    case 'scenario': {
      const failed = /^turn \d+: fail/m.test(within(prompt, 'turn_verdicts'));
      return {
        root_cause: failed ? prose(60) : null,
        root_cause_target: failed ? 'prompt' : null,
        recommended_fix: failed ? prose(60) : null,
        critical_violation: null,
        blocked_by_constraint: null,
      };
    }
    default:
      return { answer: prose(40) };
  }
}
