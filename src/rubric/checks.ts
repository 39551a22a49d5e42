/**
 * The checks of a turn: plain facts that no judge can overrule. Each passes, fails, or cannot be told by rule.
 * Table of check → ceilings: CHECK_CEILINGS below and docs/rubric.md.
 */
import type { Conversation, Exchange } from '../conversation.ts';
import type { CheckName, Checks } from '../scenario/schema.ts';
import { mentionsOf } from '../text/mentions.ts';
import { readable } from '../text/normalise.ts';
import { asksBack } from '../text/questions.ts';
import { countSentences } from '../text/sentences.ts';
import type { Dimension } from './dimensions.ts';
import { readHonesty } from './honesty.ts';
import { checkNumber } from './number-check.ts';
import { chosenCalls } from './tool-loop.ts';
import { checkVerified } from './verified-state.ts';
import { readUnknown } from './truth/read-unknown.ts';

export type CheckOutcome = 'pass' | 'fail' | 'undecided';

export interface Finding {
  readonly outcome: CheckOutcome;
  /** In words: what in the answer or the tool calls shows it. */
  readonly evidence: string;
}

export interface CheckResult extends Finding {
  readonly name: CheckName;
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
  verify: [['correctness', 3]],
};

export interface CheckInput {
  readonly checks: Checks;
  readonly exchange: Exchange;
  readonly before: Conversation;
}

export const finding = (outcome: CheckOutcome, evidence: string): Finding => ({ outcome, evidence });

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

/** `never_mentions` of what the answer only denies ("no penguins live there") cannot be told by rule. */
function checkNever(wordings: readonly string[], answer: string): Finding {
  const found = wordings.map((wording) => ({ wording, ...mentionsOf(answer, wording) }));
  const stated = found.find(({ asserted }) => asserted > 0);
  if (stated !== undefined) return finding('fail', `mentions "${stated.wording}"`);
  const denied = found.find((mention) => mention.denied > 0 || mention.isUnsure);
  return denied === undefined
    ? finding('pass', 'mentions none')
    : finding('undecided', `mentions "${denied.wording}", perhaps to deny it or within another word`);
}

type Check<Name extends CheckName> = (wanted: NonNullable<Checks[Name]>, input: CheckInput) => Finding;

const CHECKS: { readonly [Name in CheckName]: Check<Name> } = {
  mentions: (wordings, { exchange }) => {
    const found = wordings.map((wording) => ({ wording, ...mentionsOf(exchange.agent_response, wording) }));
    const missing = found.filter(({ total }) => total === 0);
    const absent = missing.find(({ isUnsure }) => !isUnsure) ?? missing[0];
    if (absent === undefined) return finding('pass', 'mentions all');
    return finding(absent.isUnsure ? 'undecided' : 'fail', `does not plainly mention "${absent.wording}"`);
  },
  mentions_any: (wordings, { exchange }) => {
    const found = wordings.map((wording) => ({ wording, ...mentionsOf(exchange.agent_response, wording) }));
    const stated = found.find(({ total }) => total > 0);
    if (stated !== undefined) return finding('pass', `mentions "${stated.wording}"`);
    const isUnsure = found.some((mention) => mention.isUnsure);
    return finding(isUnsure ? 'undecided' : 'fail', `mentions none of "${wordings.join('", "')}" plainly`);
  },
  never_mentions: (wordings, { exchange }) => checkNever(wordings, exchange.agent_response),
  number: (wanted, { exchange }) => checkNumber(wanted, exchange.agent_response),
  calls_tool: (wanted, { exchange }) => checkTools(wanted, exchange),
  calls_no_tool: (_wanted, { exchange }) => {
    const called = chosenCalls(exchange).map((call) => call.tool);
    return called.length === 0
      ? finding('pass', 'no tool was called')
      : finding('fail', `called ${called.join(', ')}`);
  },
  max_sentences: (most, { exchange }) => {
    const count = countSentences(readable(exchange.agent_response));
    if (count.most <= most) return finding('pass', `${count.most} sentences`);
    return count.least > most
      ? finding('fail', `${count.least} sentences, at most ${most} are asked`)
      : finding('undecided', `${count.least} to ${count.most} sentences, at most ${most} are asked`);
  },
  admits_unknown: (_wanted, { exchange }) => {
    const { verdict, evidence } = readUnknown(exchange.agent_response, exchange.user_message);
    return finding(verdict === 'admitted' ? 'pass' : verdict === 'invented' ? 'fail' : 'undecided', evidence);
  },
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
};

const NAMES = Object.keys(CHECKS).filter((name): name is CheckName => name in CHECKS);

function evaluate<Name extends CheckName>(
  name: Name,
  wanted: Checks[Name],
  input: CheckInput,
): CheckResult[] {
  return wanted === undefined ? [] : [{ name, ...CHECKS[name](wanted, input) }];
}

/** Every check the turn states, with what shows it. */
export function evaluateChecks(input: CheckInput): CheckResult[] {
  return NAMES.flatMap((name) => evaluate(name, input.checks[name], input));
}

/** Checks of what the answer says; the others tell only how it was come by. */
const ABOUT_CONTENT: ReadonlySet<CheckName> = new Set([
  'mentions',
  'mentions_any',
  'number',
  'admits_unknown',
]);

/** Do the passed checks show what the answer says, and not only how long it is or which tool was called? */
export function showContent(checks: readonly CheckResult[]): boolean {
  return checks.some(({ name, outcome }) => outcome === 'pass' && ABOUT_CONTENT.has(name));
}
