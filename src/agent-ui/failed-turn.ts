/**
 * A turn that failed looks like an answer: the backend puts its own excuse where the answer belongs. Such a turn
 * says nothing about the agent and must not be judged. Texts: the Agent UI 0.18 to 0.25, seen on the wire.
 *
 * An agent that talks of an error inside its answer has not failed, and neither has one that gave up after
 * trying (its step limit, a tool that kept failing): that is for the judge. Stats prove nothing by being there,
 * since those of a failed turn are numbers of an earlier one; missing or with no output tokens they are a sign.
 */
import type { ResponseStats } from '../conversation.ts';

export interface TurnEnd {
  readonly content: string;
  /** How many steps the agent itself made. */
  readonly steps: number;
  readonly eventLog: readonly string[];
  readonly stats: ResponseStats | null;
}

/** A beginning that only the backend writes. */
const BACKEND_EXCUSES: readonly RegExp[] = [
  /^Sorry, I ran into a problem while processing your request\b[^]*\*Technical details:/,
  /^I apologize, but I received an empty response from the language model\b/,
  /^I had to trim the conversation to fit my memory\b/,
  /^I couldn't load the agent \*\*'/,
  /^I wasn't able to generate a response\. Please make sure Lemonade Server is running\b/,
  /^The model (?:stopped responding|call failed) at step \d+, so this request is unfinished\b/,
  /^This answer was interrupted when GAIA closed\b/,
  /^Agent error: /,
];

/** Words an agent might say by itself: an excuse only when no token of them came from the model. */
const AMBIGUOUS_EXCUSES: readonly RegExp[] = [
  /^Sorry, I ran into a problem while processing your request\b/,
  /^I couldn't load the agent\b/,
  /^The model (?:stopped responding|call failed) at step \d+\b/,
  /^I tried calling .+ times and it kept failing\b/,
  /^Reached maximum steps limit\b/,
  /^Task completed with \S+\. No further action needed\.$/,
  /^Response timed out\b/,
  /^Cancelled\.$/, // the turn was stopped, or its session deleted
];

/** The backend's own time limit; it leaves an empty answer, whatever the agent had done before. */
const BACKEND_GAVE_UP = /^\[error\] Response timed out\b/;

const WORDS_KEPT = 500;

/** The agent's own words for why the turn failed, or null when the content is an answer to be judged. */
export function failedTurn({ content, steps, eventLog, stats }: TurnEnd): string | null {
  const said = content.trim();
  const noTokens = stats === null || stats.output_tokens === null || stats.output_tokens === 0;
  if (said === '') {
    const errors = eventLog.filter((line) => line.startsWith('[error]'));
    const isFailure =
      steps === 0 ? errors.length > 0 || stats === null : errors.some((line) => BACKEND_GAVE_UP.test(line));
    if (!isFailure) return null;
    const words = errors.map((line) => line.slice('[error]'.length).trim()).join(' ');
    return shorten(words || '(an empty answer, without stats)');
  }
  const isExcuse =
    BACKEND_EXCUSES.some((text) => text.test(said)) ||
    (noTokens && AMBIGUOUS_EXCUSES.some((text) => text.test(said)));
  return isExcuse ? shorten(said) : null;
}

function shorten(text: string): string {
  return text.length > WORDS_KEPT ? `${text.slice(0, WORDS_KEPT)}…` : text;
}
