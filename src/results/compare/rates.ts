/** Pass rates and averages over what both runs judged: a scenario that only one has moves neither. Pure. */
import { meanScore } from '../../rubric/score.ts';
import { countedScore } from '../store/scorecard.ts';
import { isJudged, speakOfTheSame } from './rows.ts';
import type { Pair, Paired, Rates } from './types.ts';

export function pairedRates(pairs: readonly Pair[]): Paired {
  const judged = pairs.filter(({ baseline, current }) => isJudged(baseline) && isJudged(current));
  const scored = judged.filter(
    ({ baseline, current }) =>
      baseline.score !== null && current.score !== null && speakOfTheSame(baseline, current),
  );
  const rates = (side: 'baseline' | 'current'): Rates => {
    const passed = judged.filter((pair) => pair[side].state === 'pass').length;
    return {
      passed,
      pass_rate: judged.length === 0 ? null : passed / judged.length,
      avg_score: meanScore(scored.map((pair) => countedScore(pair[side].status, pair[side].score))),
    };
  };
  return { judged: judged.length, baseline: rates('baseline'), current: rates('current') };
}

export function ratesByCategory(pairs: readonly Pair[]): Record<string, Paired> {
  const names = [...new Set(pairs.map(({ category }) => category))].toSorted((a, b) => (a < b ? -1 : 1));
  return Object.fromEntries(
    names.map((name) => [name, pairedRates(pairs.filter(({ category }) => category === name))]),
  );
}

/** Sums over the pairs where both runs say how much. */
export function pairedTotals(pairs: readonly Pair[]): {
  readonly elapsed_s: { readonly baseline: number; readonly current: number };
  readonly usd: { readonly baseline: number; readonly current: number };
} {
  const sum = (key: 'elapsed_s' | 'usd', decimals: number) => {
    const known = pairs.filter((pair) => pair.baseline[key] !== null && pair.current[key] !== null);
    const total = (side: 'baseline' | 'current') =>
      Number(known.reduce((all, pair) => all + (pair[side][key] ?? 0), 0).toFixed(decimals));
    return { baseline: total('baseline'), current: total('current') };
  };
  return { elapsed_s: sum('elapsed_s', 3), usd: sum('usd', 4) };
}
