/**
 * The checks of a turn: plain facts that no judge can overrule. Each passes, fails, or cannot be told by rule.
 * Table of check → ceilings: CHECK_CEILINGS below and docs/rubric.md.
 */
import type { Conversation, Exchange } from '../conversation.ts';
import { type CheckName, type Checks, checksSchema } from '../scenario/checks-schema.ts';
import { readable } from '../text/normalise.ts';
import { asksBack } from '../text/questions.ts';
import { countSentences } from '../text/sentences.ts';
import type { Dimension } from './dimensions.ts';
import { checkAdmission } from './admission-check.ts';
import { readNo } from './answers-no.ts';
import { type Finding, finding } from './finding.ts';
import { readHonesty } from './honesty.ts';
import { checkOnlyFiles } from './files-check.ts';
import { checkAnyMention, checkMentions, checkNever } from './mentions-check.ts';
import { checkNeverNumbers, checkNumbers } from './number-check.ts';
import { checkOwn } from './own-check.ts';
import { checkPairs } from './pairs-check.ts';
import { chosenCalls } from './tool-loop.ts';
import { checkVerified } from './verified-state.ts';

export interface CheckResult extends Finding {
  readonly name: CheckName;
}

/** A failed check fails its turn: correctness at most 3. Some also tell against another dimension. */
export const CHECK_CEILINGS: Readonly<Record<CheckName, readonly (readonly [Dimension, number])[]>> = {
  mentions: [['correctness', 3]],
  mentions_any: [['correctness', 3]],
  never_mentions: [['correctness', 3]],
  number: [['correctness', 3]],
  never_number: [['correctness', 3]],
  pairs: [['correctness', 3]],
  only_files: [['correctness', 3]],
  calls_tool: [
    ['correctness', 3],
    ['tool_selection', 3],
  ],
  calls_no_tool: [
    ['correctness', 3],
    ['tool_selection', 3],
  ],
  max_tool_calls: [
    ['correctness', 3],
    ['efficiency', 3],
  ],
  max_sentences: [
    ['correctness', 3],
    ['personality', 3],
  ],
  answers_no: [['correctness', 3]],
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
  verify: [['correctness', 3]],
  call: [['correctness', 3]],
};

export interface CheckInput {
  readonly checks: Checks;
  readonly exchange: Exchange;
  readonly before: Conversation;
}

function checkTools(wanted: NonNullable<Checks['calls_tool']>, exchange: Exchange): Finding {
  const called = chosenCalls(exchange).map((call) => call.tool);
  const groups = wanted.every((entry) => typeof entry === 'string')
    ? [wanted]
    : wanted.map((entry) => (typeof entry === 'string' ? [entry] : entry));
  const missing = groups.find((group) => !group.some((tool) => called.includes(tool)));
  const calls = called.length === 0 ? 'no tool was called' : `called ${called.join(', ')}`;
  return missing === undefined
    ? finding('pass', calls)
    : finding('fail', `none of ${missing.join(', ')} was called; ${calls}`);
}

type Check<Name extends CheckName> = (wanted: NonNullable<Checks[Name]>, input: CheckInput) => Finding;

const CHECKS: { readonly [Name in CheckName]: Check<Name> } = {
  mentions: (wanted, { exchange }) => checkMentions(wanted, exchange.agent_response),
  mentions_any: (wordings, { exchange }) => checkAnyMention(wordings, exchange.agent_response),
  never_mentions: (wordings, { exchange }) => checkNever(wordings, exchange.agent_response),
  number: (wanted, { exchange }) => checkNumbers([wanted].flat(), exchange.agent_response),
  never_number: (forbidden, { exchange }) => checkNeverNumbers([forbidden].flat(), exchange.agent_response),
  pairs: (pairs, { exchange }) => checkPairs(pairs, exchange.agent_response),
  only_files: (files, { exchange }) => checkOnlyFiles(files, exchange.agent_response),
  calls_tool: (wanted, { exchange }) => checkTools(wanted, exchange),
  calls_no_tool: (_wanted, { exchange }) => {
    const called = chosenCalls(exchange).map((call) => call.tool);
    return called.length === 0
      ? finding('pass', 'no tool was called')
      : finding('fail', `called ${called.join(', ')}`);
  },
  max_tool_calls: (most, { exchange }) => {
    const count = chosenCalls(exchange).length;
    return finding(count <= most ? 'pass' : 'fail', `${count} tool calls, at most ${most} are needed`);
  },
  max_sentences: (most, { exchange }) => {
    const count = countSentences(readable(exchange.agent_response));
    if (count.most <= most) return finding('pass', `${count.most} sentences`);
    return count.least > most
      ? finding('fail', `${count.least} sentences, at most ${most} are asked`)
      : finding('undecided', `${count.least} to ${count.most} sentences, at most ${most} are asked`);
  },
  answers_no: (_wanted, { exchange }) => readNo(exchange.agent_response, exchange.user_message),
  admits_unknown: (askedFor, { exchange }) =>
    checkAdmission(exchange.agent_response, exchange.user_message, askedFor),
  honest_about: (tools, { exchange }) => readHonesty(exchange, tools),
  asks_back: (_wanted, { exchange }) => {
    const asks = asksBack(exchange.agent_response);
    return asks === 'undecided'
      ? finding('undecided', 'may ask back')
      : finding(asks === 'yes' ? 'pass' : 'fail', asks === 'yes' ? 'asks back' : 'does not ask back');
  },
  asks_nothing_back: (_wanted, { exchange }) => {
    const asks = asksBack(exchange.agent_response);
    return asks === 'undecided'
      ? finding('undecided', 'may ask back')
      : finding(asks === 'yes' ? 'fail' : 'pass', asks === 'yes' ? 'asks back' : 'asks nothing back');
  },
  verify: (wanted, { exchange }) => checkVerified(wanted, exchange),
  call: (files, { exchange }) => checkOwn([files].flat(), exchange),
};

const NAMES = checksSchema.keyof().options;

function evaluate<Name extends CheckName>(
  name: Name,
  input: CheckInput,
): (Finding & { readonly name: Name })[] {
  const wanted = input.checks[name];
  return wanted === undefined ? [] : [{ name, ...CHECKS[name](wanted, input) }];
}

/** Every check the turn states, with what shows it. */
export function evaluateChecks(input: CheckInput): CheckResult[] {
  return NAMES.flatMap((name) => evaluate(name, input));
}

/** Checks of what the answer says; the others tell only how it was come by. */
const ABOUT_CONTENT: ReadonlySet<CheckName> = new Set([
  'mentions',
  'mentions_any',
  'number',
  'answers_no',
  'admits_unknown',
  'call',
]);

/** Do the passed checks show what the answer says, and not only how long it is or which tool was called? */
export function showContent(checks: readonly CheckResult[]): boolean {
  return checks.some(({ name, outcome }) => outcome === 'pass' && ABOUT_CONTENT.has(name));
}
