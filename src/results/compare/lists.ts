/** Which list a pair of results belongs to. Every test is its own: none hides another. Pure. */
import { roundScore } from '../../rubric/score.ts';
import { isJudged, speakOfTheSame, type Entry } from './rows.ts';
import type { Facts, Lists, Lone, Pair } from './types.ts';

/** A change of the score by more than this is told although the verdict is the same. Source: AMD GAIA's comparison. */
export const SCORE_CHANGE = 2;
/** Times the other side's time or spend. Source: AMD GAIA's comparison. */
export const FACTOR = 2;
/** Seconds below which twice the time is noise. */
export const MIN_SECONDS = 1;
/** US dollars below which twice the spend is noise. */
export const MIN_USD = 0.01;

export function pairOf(baseline: Entry, current: Entry): Pair {
  const [a, b] = [baseline.facts.score, current.facts.score];
  const same = speakOfTheSame(baseline.facts, current.facts);
  return {
    scenario_id: current.id,
    category: current.category,
    severity: current.severity ?? baseline.severity,
    baseline: baseline.facts,
    current: current.facts,
    score_delta: a === null || b === null || !same ? null : roundScore(b - a),
  };
}

export function loneOf({ id, category, severity, facts }: Entry): Lone {
  return { scenario_id: id, category, severity, facts };
}

type Test = (from: Facts, to: Facts) => boolean;

const worse: Readonly<Record<'regressed' | 'score_dropped' | 'slower' | 'costlier', Test>> = {
  regressed: (from, to) => from.state === 'pass' && to.state === 'fail',
  score_dropped: (from, to) =>
    isJudged(from) &&
    from.state === to.state &&
    from.score !== null &&
    to.score !== null &&
    speakOfTheSame(from, to) &&
    roundScore(from.score - to.score) > SCORE_CHANGE,
  slower: (from, to) => isTimed(from) && isTimed(to) && muchMore(from.elapsed_s, to.elapsed_s, MIN_SECONDS),
  costlier: (from, to) => isJudged(from) && isJudged(to) && muchMore(from.usd, to.usd, MIN_USD),
};

const lost: Test = (from, to) => isJudged(from) && to.state === 'none';
const skipped: Test = (from, to) => from.state !== 'skipped' && to.state === 'skipped';

function isReclassified(from: Facts, to: Facts): boolean {
  return from.status !== to.status && from.state === to.state;
}

/** A scenario that never came to an answer says nothing about speed, except when its time ran out. */
function isTimed(facts: Facts): boolean {
  return isJudged(facts) || facts.status === 'TIMEOUT';
}

function muchMore(from: number | null, to: number | null, least: number): boolean {
  if (from === null || to === null || from <= 0) return false;
  return to > FACTOR * from && to - from > least;
}

export type PairLists = Pick<
  Lists,
  Exclude<keyof Lists, 'vanished' | 'appeared' | 'not_run_now' | 'not_run_before'>
>;

export function pairLists(pairs: readonly Pair[]): PairLists {
  const forward = (test: Test) => pairs.filter(({ baseline, current }) => test(baseline, current));
  const backward = (test: Test) => pairs.filter(({ baseline, current }) => test(current, baseline));
  return {
    regressed: forward(worse.regressed),
    improved: backward(worse.regressed),
    reclassified: forward(isReclassified),
    score_dropped: forward(worse.score_dropped),
    score_risen: backward(worse.score_dropped),
    slower: forward(worse.slower),
    faster: backward(worse.slower),
    costlier: forward(worse.costlier),
    cheaper: backward(worse.costlier),
    verdict_lost: forward(lost),
    verdict_gained: backward(lost),
    newly_skipped: forward(skipped),
    no_longer_skipped: backward(skipped),
  };
}
