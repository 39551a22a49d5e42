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

/** Reasons of the length that real ones have where nothing cost points. */
const REASONS = {
  correctness: 'the value claimed is the expected one, in unit and period',
  tool_selection: 'the right tool for a named document, no needless call',
  context_retention: 'nothing earlier was needed or asked for again',
  completeness: 'every part of the question is answered',
  efficiency: 'no more calls and words than needed',
  personality: 'direct and plain',
  error_recovery: 'nothing went wrong',
};

/** @param {Record<string, unknown>} scores  with their reasons, as a judge replies them */
export const withReasons = (scores) =>
  Object.fromEntries(
    Object.entries(scores).map(([name, score]) => [name, { why: REASONS[name] ?? '', score }]),
  );

/** For each expected fact the first words of the answer: a quote that stands there, with a value that is no figure. */
const claimsIn = (prompt) => {
  const facts = within(prompt, 'ground_truth').match(/^expected fact \d+/gm) ?? [];
  const [quote = 'x'] = /^.{1,80}(?=\s|$)/m.exec(within(prompt, 'agent_answer')) ?? [];
  const [value = null] = /(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/u.exec(quote) ?? [];
  return facts.map((_, index) => ({ fact: index + 1, quote, value, unit: null, approximate: false }));
};

/** Told only where it is asked for. */
const outcomeIn = (prompt) =>
  /^<expected_outcome>$/m.test(prompt)
    ? { why: 'every question was answered from the document', met: true }
    : null;

/** The text within a tag of the prompt. */
const within = (prompt, tag) => new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(prompt)?.[1] ?? '';

/** Good for every criterion that is asked for, with the first words of the part that it looks at. */
const answerLevels = ({ system, prompt }) => {
  const criteria = [...system.matchAll(/^## (\w+): .*<(answer_\w+)>$/gm)].map(([, key, tag]) => {
    const quotes = /^.{1,60}(?=\s|$)/m.exec(within(prompt, tag)) ?? [];
    return [key, { reason: 'agrees with the reference in what matters', quotes: [...quotes], level: 'good' }];
  });
  return { criteria: Object.fromEntries(criteria), invented: [] };
};

/** About 40 tokens for a message, 180 for a turn's judgement with one expected fact, 160 for a scenario's. */
export function defaultReply({ kind, prompt, system = '' }) {
  switch (kind) {
    case 'answer':
      return answerLevels({ system, prompt });
    case 'simulate':
      return { message: within(prompt, 'objective').slice(0, 130) || 'Hello there' };
    case 'turn':
      return {
        claims: claimsIn(prompt),
        unsupported: [],
        scores: withReasons(GOOD_SCORES),
        failure_category: null,
        outcome: outcomeIn(prompt),
      };
    case 'scenario': {
      const failed = /^turn \d+: fail/m.test(within(prompt, 'turn_verdicts'));
      return {
        root_cause: failed ? prose(60) : null,
        root_cause_target: failed ? 'prompt' : null,
        recommended_fix: failed ? prose(60) : null,
        critical_violation: null,
        outcome: outcomeIn(prompt),
        blocked_by_constraint: null,
      };
    }
    default:
      return { answer: prose(40) };
  }
}
