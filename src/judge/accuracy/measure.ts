/** How often a judge agrees with the labels: counts, and the intervals in which its true rates lie. */
import { messageOf } from '../../message-of.ts';
import { MIN_CORRECTNESS } from '../../rubric/turn-verdict.ts';
import type { TurnVerdict } from '../../rubric/verdict-types.ts';
import { wilsonInterval } from '../../statistics/wilson.ts';
import { type Judge, type JudgeContext, JudgeError } from '../judge.ts';
import type { LabelledCase } from './cases.ts';
import { judgeCase, type KnownTurn } from './judge-case.ts';

export interface JudgedCase {
  readonly item: LabelledCase;
  /** `failed`: the judge gave no judgement. */
  readonly verdict: 'pass' | 'fail' | 'undecided' | 'failed';
  readonly outcome: 'right' | 'wrong' | 'undecided' | 'failed';
  readonly reasoning: string;
}

/** A share of cases. */
export interface Rate {
  readonly count: number;
  readonly of: number;
  /** The 95 % interval of the true share, 0–1; null when `of` is 0. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

export interface Tally {
  readonly right: number;
  readonly wrong: number;
  readonly undecided: number;
  readonly failed: number;
  /** Right among those decided. */
  readonly rightOfDecided: Rate;
  /** Passed among those labelled fail and decided. */
  readonly falsePasses: Rate;
  /** Failed among those labelled pass and decided. */
  readonly falseFails: Rate;
}

export interface Accuracy {
  readonly cases: readonly JudgedCase[];
  readonly all: Tally;
  readonly falsePassesOnCritical: number;
}

/** A case labelled `undecided` is right when it is undecided, and wrong otherwise. */
function judged(item: LabelledCase, turn: TurnVerdict): JudgedCase {
  const { correctness } = turn.scores;
  const failsAnyway = correctness !== null && correctness < MIN_CORRECTNESS;
  const isOpen = turn.overall_score === null && !failsAnyway;
  const verdict = isOpen ? 'undecided' : turn.pass ? 'pass' : 'fail';
  const outcome = verdict === item.label ? 'right' : verdict === 'undecided' ? 'undecided' : 'wrong';
  const bit = turn.ceilings.map((ceiling) => `${ceiling.rule} ${ceiling.dimension}≤${ceiling.max}`);
  return { item, verdict, outcome, reasoning: [turn.reasoning, ...bit].join(' | ') };
}

function rate(count: number, of: number): Rate {
  const interval = of === 0 ? null : wilsonInterval(count, of);
  return {
    count,
    of,
    interval: interval?.known === true ? { low: interval.low, high: interval.high } : null,
  };
}

/** Counts and rates of a group of cases. */
export function tallyOf(cases: readonly JudgedCase[]): Tally {
  const count = (outcome: JudgedCase['outcome']): number =>
    cases.filter((each) => each.outcome === outcome).length;
  const decided = cases.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  const labelled = (label: 'pass' | 'fail'): readonly JudgedCase[] =>
    decided.filter(({ item }) => item.label === label);
  const mistaken = (label: 'pass' | 'fail'): Rate => {
    const group = labelled(label);
    return rate(group.filter(({ outcome }) => outcome === 'wrong').length, group.length);
  };
  const right = decided.filter(({ outcome }) => outcome === 'right').length;
  return {
    right: count('right'),
    wrong: count('wrong'),
    undecided: count('undecided'),
    failed: count('failed'),
    rightOfDecided: rate(right, decided.length),
    falsePasses: mistaken('fail'),
    falseFails: mistaken('pass'),
  };
}

/**
 * Judges every case, one after the other.
 * @param turnOf gives the scenario's turn, or null to judge by the case's own ground truth
 */
export async function measureAccuracy(
  cases: readonly LabelledCase[],
  turnOf: (item: LabelledCase) => KnownTurn | null,
  judge: Pick<Judge, 'judgeTurn'>,
  context: JudgeContext,
): Promise<Accuracy> {
  const results: JudgedCase[] = [];
  for (const item of cases) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one call at a time: a local judge has one slot
      results.push(judged(item, await judgeCase(item, turnOf(item), judge, context)));
    } catch (error) {
      if (!(error instanceof JudgeError) || error.outage) throw error;
      results.push({ item, verdict: 'failed', outcome: 'failed', reasoning: messageOf(error) });
    }
  }
  const falsePassesOnCritical = results.filter(
    ({ item, verdict }) => item.severity === 'critical' && item.label === 'fail' && verdict === 'pass',
  ).length;
  return { cases: results, all: tallyOf(results), falsePassesOnCritical };
}
