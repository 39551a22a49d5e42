/** How often the rules judge agrees with the labels, and whether that is good enough. */
import type { LabelledCase } from './cases.ts';
import { judgeCase, type JudgeTurn, type KnownTurn } from './judge-case.ts';

export interface JudgedCase {
  readonly item: LabelledCase;
  readonly verdict: 'pass' | 'fail' | 'undecided';
  readonly outcome: 'right' | 'wrong' | 'undecided';
  readonly reasoning: string;
}

/** Shares are 0–1. */
export const AIMS = { minRightOfDecided: 0.98, maxUndecided: 0.06, maxFalsePassesOnCritical: 0 } as const;

export interface Accuracy {
  readonly cases: readonly JudgedCase[];
  readonly right: number;
  readonly wrong: number;
  readonly undecided: number;
  readonly falsePassesOnCritical: number;
  /** Every aim that is missed, in words; empty when all are met. */
  readonly missed: readonly string[];
}

/** A case labelled `undecided` is right when it is undecided, and wrong otherwise. */
function judged(item: LabelledCase, known: KnownTurn | null, judgeTurn: JudgeTurn): JudgedCase {
  const turn = judgeCase(item, known, judgeTurn);
  const failsAnyway = turn.scores.correctness !== null && turn.scores.correctness < 4;
  const verdict = turn.undecided !== null && !failsAnyway ? 'undecided' : turn.pass ? 'pass' : 'fail';
  const outcome = verdict === item.label ? 'right' : verdict === 'undecided' ? 'undecided' : 'wrong';
  const bit = turn.ceilings.map((ceiling) => `${ceiling.rule} ${ceiling.dimension}≤${ceiling.max}`);
  return { item, verdict, outcome, reasoning: [turn.reasoning, ...bit].join(' | ') };
}

/** `turnOf` gives the scenario's turn, or null to judge by the case's own ground truth. */
export function measureAccuracy(
  cases: readonly LabelledCase[],
  turnOf: (item: LabelledCase) => KnownTurn | null,
  judgeTurn: JudgeTurn,
): Accuracy {
  const results = cases.map((item) => judged(item, turnOf(item), judgeTurn));
  const count = (outcome: JudgedCase['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  const [right, wrong, undecided] = [count('right'), count('wrong'), count('undecided')];
  const falsePassesOnCritical = results.filter(
    (result) =>
      result.item.severity === 'critical' && result.item.label === 'fail' && result.verdict === 'pass',
  ).length;
  const decided = right + wrong;
  const missed: string[] = [];
  const rate = decided === 0 ? 0 : right / decided;
  if (rate < AIMS.minRightOfDecided)
    missed.push(
      `${(rate * 100).toFixed(1)} % right of those decided, at least ${AIMS.minRightOfDecided * 100} % are asked`,
    );
  if (undecided > AIMS.maxUndecided * results.length)
    missed.push(
      `${((100 * undecided) / results.length).toFixed(1)} % undecided, at most ${AIMS.maxUndecided * 100} % are allowed`,
    );
  if (falsePassesOnCritical > AIMS.maxFalsePassesOnCritical)
    missed.push(`${falsePassesOnCritical} false passes on critical scenarios, none is allowed`);
  return { cases: results, right, wrong, undecided, falsePassesOnCritical, missed };
}
