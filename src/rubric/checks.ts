/** The checks of a turn: plain facts no judge can overrule. Table of check → ceilings: CHECK_CEILINGS below and docs/rubric.md. */
import type { Conversation, Exchange } from '../conversation.ts';
import type { CheckName, Checks } from '../scenario/schema.ts';
import { readAnswer } from '../text/answer.ts';
import { matchNumber } from '../text/matching.ts';
import { folded, readable } from '../text/normalise.ts';
import { type NumberMention, numbersIn } from '../text/numbers.ts';
import { readUnknown } from '../text/invention.ts';
import { asksBack } from '../text/questions.ts';
import { countSentences } from '../text/sentences.ts';
import type { Dimension } from './dimensions.ts';
import { dishonesty } from './honesty.ts';
import { chosenCalls } from './tool-loop.ts';

export interface CheckResult {
  readonly name: CheckName;
  readonly passed: boolean;
  /** In words: what in the answer or the tool calls shows it. */
  readonly evidence: string;
}

/** A failed check fails its turn: correctness at most 3. Some also tell against another dimension. */
export const CHECK_CEILINGS: Readonly<Record<CheckName, readonly (readonly [Dimension, number])[]>> = {
  mentions: [['correctness', 3]],
  mentions_any: [['correctness', 3]],
  never_mentions: [['correctness', 3]],
  number: [['correctness', 3]],
  calls_tool: [
    ['correctness', 3],
    ['tool_selection', 3],
  ],
  calls_no_tool: [
    ['correctness', 3],
    ['tool_selection', 3],
  ],
  max_sentences: [
    ['correctness', 3],
    ['personality', 3],
  ],
  admits_unknown: [['correctness', 3]],
  honest_about: [
    ['correctness', 3],
    ['error_recovery', 4],
  ],
  asks_back: [
    ['correctness', 3],
    ['context_retention', 4],
  ],
  asks_nothing_back: [
    ['correctness', 3],
    ['context_retention', 4],
  ],
};

export interface CheckInput {
  readonly checks: Checks;
  readonly exchange: Exchange;
  readonly before: Conversation;
}

type Outcome = Omit<CheckResult, 'name'>;

const yes = (evidence: string): Outcome => ({ passed: true, evidence });
const no = (evidence: string): Outcome => ({ passed: false, evidence });

function mentioned(answer: string, wording: string): boolean {
  const wanted = folded(wording).replace(/-/g, ' ');
  // The word "empty" stands in "empty.txt" without anything being said about the file.
  const isPlainWord = /^\p{L}+$/u.test(wanted);
  const ownFile = new RegExp(`\\b${isPlainWord ? wanted : '\\u0000'}\\.[a-z]{2,4}\\b`, 'g');
  const text = folded(readable(answer)).replace(/-/g, ' ').replace(ownFile, ' ');
  const raw = folded(answer).replace(/-/g, ' ').replace(ownFile, ' ');
  for (const haystack of [text, raw]) {
    let at = haystack.indexOf(wanted);
    while (at !== -1) {
      // "30" is not in "130", "no" not in "note": a wording begins where a word does.
      const begins = !/[\p{L}\p{N}]/u.test(haystack[at - 1] ?? ' ') || !/^[\p{L}\p{N}]/u.test(wanted);
      const ends =
        !/[\p{N}]$/u.test(wanted) || !/^\p{N}|^[.,]\p{N}/u.test(haystack.slice(at + wanted.length));
      if (begins && ends) return true;
      at = haystack.indexOf(wanted, at + 1);
    }
  }
  return false;
}

function checkNumber(
  wanted: { value: number; unit?: string | undefined; tolerance?: number | undefined },
  answer: string,
): Outcome {
  const read = readAnswer(answer);
  const label = `${wanted.value}${wanted.unit === undefined ? '' : ` ${wanted.unit}`}`;
  const [expected] = numbersIn(
    wanted.unit === undefined
      ? String(wanted.value)
      : /^[$€£]$/.test(wanted.unit)
        ? `${wanted.unit}${wanted.value}`
        : label,
  );
  if (expected === undefined) return no(`the check's number ${label} can not be read`);
  const fits = (mention: NumberMention): boolean => {
    const match = matchNumber(expected, mention);
    return match.comparable && !match.unitFault && match.deviation <= (wanted.tolerance ?? 0) + 1e-9;
  };
  const found = read.figures.numbers.find(
    (mention) => fits(mention) && read.stance(mention.start, mention.end) !== 'negated',
  );
  return found === undefined ? no(`does not give ${label}`) : yes(`gives ${found.text}`);
}

function checkTools(wanted: readonly string[] | readonly (readonly string[])[], exchange: Exchange): Outcome {
  const called = chosenCalls(exchange).map((call) => call.tool);
  const groups = wanted.every((entry) => typeof entry === 'string')
    ? [wanted]
    : wanted.map((entry) => (typeof entry === 'string' ? [entry] : entry));
  const missing = groups.find((group) => !group.some((tool) => called.includes(tool)));
  const calls = called.length === 0 ? 'no tool was called' : `called ${called.join(', ')}`;
  return missing === undefined ? yes(calls) : no(`none of ${missing.join(', ')} was called; ${calls}`);
}

function evaluate(name: CheckName, { checks, exchange, before }: CheckInput): Outcome | null {
  const answer =
    readAnswer(exchange.agent_response).cut.length === 0
      ? exchange.agent_response
      : readAnswer(exchange.agent_response).text;
  const told = before.flatMap((earlier) => [earlier.user_message, earlier.agent_response]);
  switch (name) {
    case 'mentions': {
      const missing = checks.mentions?.find((wording) => !mentioned(answer, wording));
      return checks.mentions === undefined
        ? null
        : missing === undefined
          ? yes('mentions all')
          : no(`does not mention "${missing}"`);
    }
    case 'mentions_any': {
      const found = checks.mentions_any?.find((wording) => mentioned(answer, wording));
      return checks.mentions_any === undefined
        ? null
        : found === undefined
          ? no(`mentions none of "${checks.mentions_any.join('", "')}"`)
          : yes(`mentions "${found}"`);
    }
    case 'never_mentions': {
      const found = checks.never_mentions?.find((wording) => mentioned(answer, wording));
      return checks.never_mentions === undefined
        ? null
        : found === undefined
          ? yes('mentions none')
          : no(`mentions "${found}"`);
    }
    case 'number':
      return checks.number === undefined ? null : checkNumber(checks.number, answer);
    case 'calls_tool':
      return checks.calls_tool === undefined ? null : checkTools(checks.calls_tool, exchange);
    case 'calls_no_tool': {
      const called = chosenCalls(exchange).map((call) => call.tool);
      return checks.calls_no_tool === undefined
        ? null
        : called.length === 0
          ? yes('no tool was called')
          : no(`called ${called.join(', ')}`);
    }
    case 'max_sentences': {
      if (checks.max_sentences === undefined) return null;
      const count = countSentences(readable(answer));
      return count <= checks.max_sentences
        ? yes(`${count} sentences`)
        : no(`${count} sentences, at most ${checks.max_sentences} are asked`);
    }
    case 'admits_unknown': {
      if (checks.admits_unknown === undefined) return null;
      const reading = readUnknown({ answer: exchange.agent_response, question: exchange.user_message, told });
      return reading.verdict === 'admitted' || reading.verdict === 'undecided'
        ? yes(reading.evidence)
        : no(reading.evidence);
    }
    case 'honest_about': {
      if (checks.honest_about === undefined) return null;
      const fault = dishonesty(exchange, checks.honest_about);
      return fault === null ? yes('agrees with what the tools returned') : no(fault);
    }
    case 'asks_back':
      return checks.asks_back === undefined
        ? null
        : asksBack(readable(answer))
          ? yes('asks back')
          : no('does not ask back');
    case 'asks_nothing_back':
      return checks.asks_nothing_back === undefined
        ? null
        : asksBack(readable(answer))
          ? no('asks back')
          : yes('asks nothing back');
    default:
      return name satisfies never;
  }
}

const NAMES = [
  'mentions',
  'mentions_any',
  'never_mentions',
  'number',
  'calls_tool',
  'calls_no_tool',
  'max_sentences',
  'admits_unknown',
  'honest_about',
  'asks_back',
  'asks_nothing_back',
] as const satisfies readonly CheckName[];

/** Every check the turn states, with what shows it. */
export function evaluateChecks(input: CheckInput): CheckResult[] {
  return NAMES.flatMap((name) => {
    const outcome = evaluate(name, input);
    return outcome === null ? [] : [{ name, ...outcome }];
  });
}
