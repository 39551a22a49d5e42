/**
 * What rules can tell of a turn, read once: the ceilings, the rules judge and the trace all take it from here.
 * Rules: docs/rubric.md.
 */
import type { Conversation, Exchange } from '../conversation.ts';
import type { ResolvedTruth } from '../scenario/ground-truth.ts';
import type { Turn } from '../scenario/schema.ts';
import { hasVerifyClause } from '../scenario/verification.ts';
import { asksBack } from '../text/questions.ts';
import { type CheckResult, evaluateChecks } from './checks.ts';
import { type InvalidResponse, invalidResponse } from './invalid-response.ts';
import { hasLooked } from './looking.ts';
import { toolLoop } from './tool-loop.ts';
import { findRival } from './truth/find-rival.ts';
import { compareAnswer } from './truth/compare-answer.ts';
import type { Comparison } from './truth/comparison.ts';
import { readUnknown, type UnknownReading } from './truth/read-unknown.ts';

export interface TurnFacts {
  readonly turn: Turn;
  readonly truth: ResolvedTruth;
  /** The turns before this one. */
  readonly before: Conversation;
  readonly exchange: Exchange;
  /** Number of turns of the scenario. */
  readonly turns: number;
}

export type TruthReading =
  /** No answer is fixed. */
  | { readonly kind: 'none' }
  /** The documents do not hold it. */
  | { readonly kind: 'unknown'; readonly reading: UnknownReading }
  | { readonly kind: 'expected'; readonly comparison: Comparison };

export interface TurnReading {
  readonly invalid: InvalidResponse | null;
  readonly truth: TruthReading;
  readonly checks: readonly CheckResult[];
  /** What makes the calls a loop, in words; null when they are none. */
  readonly loop: string | null;
  /** Asks the user instead of answering, where an answer is expected and the conversation has begun. */
  readonly asksAgain: boolean;
  /**
   * A value that may be given in the expected one's place, in words: then passed checks decide nothing. null: none.
   */
  readonly rival: string | null;
  /** A tool that could have found the answer was called. */
  readonly hasLooked: boolean;
  /** The criteria want the agent's own state looked at, in words that no rule reads, and no check does it for them. */
  readonly wantsLook: boolean;
}

/** Reads a turn. Pure: the same turn gives the same reading. */
export function readTurn({ turn, truth, before, exchange, turns }: TurnFacts): TurnReading {
  const checks = evaluateChecks({ checks: turn.checks ?? {}, exchange, before });
  const reading = readTruth(truth, exchange, toleranceOf(turn, truth));
  const givesNothing = reading.kind === 'expected' && reading.comparison.rule === 'nothing_given';
  return {
    invalid: invalidResponse(exchange.agent_response, wordings(truth)),
    truth: reading,
    checks,
    loop: toolLoop(exchange, before, turns),
    asksAgain:
      before.length > 0 &&
      // A new session knows of nothing that was established before.
      exchange.before?.new_session !== true &&
      givesNothing &&
      asksBack(exchange.agent_response) === 'yes',
    rival: rivalOf(truth, exchange),
    hasLooked: hasLooked(exchange),
    wantsLook: hasVerifyClause(turn) && turn.checks?.verify === undefined,
  };
}

/** The check's, else that of the only fact. */
function toleranceOf({ checks }: Turn, { facts }: ResolvedTruth): number | undefined {
  const number = checks?.number;
  const own = number === undefined || Array.isArray(number) ? undefined : number.tolerance;
  return own ?? (facts.length === 1 ? facts[0]?.tolerance : undefined);
}

function rivalOf({ expected_answer }: ResolvedTruth, exchange: Exchange): string | null {
  if (typeof expected_answer !== 'string') return null;
  return findRival(exchange.agent_response, expected_answer, exchange.user_message);
}

/** Wordings that count as an answer, however short they are. */
function wordings({ expected_answer, expected_phrases }: ResolvedTruth): string[] {
  return [...(typeof expected_answer === 'string' ? [expected_answer] : []), ...expected_phrases];
}

function readTruth(truth: ResolvedTruth, exchange: Exchange, tolerance: number | undefined): TruthReading {
  const { agent_response: answer, user_message: question } = exchange;
  if (truth.expected_answer === undefined) return { kind: 'none' };
  if (truth.expected_answer === null) return { kind: 'unknown', reading: readUnknown(answer, question) };
  const comparisons = wordings(truth).map((expected) =>
    compareAnswer({ answer, question, expected, ...(tolerance === undefined ? {} : { tolerance }) }),
  );
  // Several wordings count: one that is met is enough, and only what all of them refuse is wrong.
  const comparison =
    comparisons.find(({ outcome }) => outcome === 'right') ??
    comparisons.find(({ outcome }) => outcome === 'undecided') ??
    comparisons[0];
  return comparison === undefined ? { kind: 'none' } : { kind: 'expected', comparison };
}
