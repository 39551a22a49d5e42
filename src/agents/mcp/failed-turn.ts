/**
 * A turn that failed looks like an answer: the backend puts its own excuse where the answer belongs. Such a turn
 * says nothing about the agent and must not be judged. Its words: `failure-words.ts`.
 *
 * An agent that talks of an error inside its answer has not failed, and neither has one that gave up after
 * trying (its step limit, a tool that kept failing): that is for the judge. Stats prove nothing by being there,
 * since those of a failed turn are numbers of an earlier one; missing or with no output tokens they are a sign.
 */
import type { ResponseStats } from '../../conversation.ts';
import { meaningOf } from './failure-words.ts';

export interface TurnEnd {
  readonly content: string;
  /** How many steps the agent itself made. */
  readonly steps: number;
  readonly eventLog: readonly string[];
  readonly stats: ResponseStats | null;
}

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
  const means = meaningOf(said);
  const isExcuse = means === 'failed' || (noTokens && means === 'failed_without_tokens');
  return isExcuse ? shorten(said) : null;
}

function shorten(text: string): string {
  return text.length > WORDS_KEPT ? `${text.slice(0, WORDS_KEPT)}…` : text;
}
