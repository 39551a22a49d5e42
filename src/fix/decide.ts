/** A repair weighed: kept, or taken back, by what its comparison says. Pure. */
import { compareScorecards, type Comparison, type Pair } from '../results/compare/compare.ts';
import type { Scorecard } from '../results/store/scorecard.ts';

export interface Weighed {
  readonly kept: boolean;
  /** Nothing got better: another attempt would start where this one did. */
  readonly noProgress: boolean;
  readonly message: string;
  readonly comparison: Comparison;
}

/**
 * Kept when more scenarios came to pass than were lost, and no critical one was lost. A pass that has no verdict
 * any more counts as lost: nobody can say that it still passes.
 */
export function weigh(before: Scorecard, after: Scorecard): Weighed {
  // A repair may turn the agent over to another type or model only if the user asks; everything else must be equal.
  const comparison = compareScorecards(before, after, { allow: ['partial'] });
  const { lists, excluded, compared, differences } = comparison;
  const improved = lists.improved;
  const lost = [
    ...lists.regressed,
    ...lists.verdict_lost.filter(({ baseline }) => baseline.state === 'pass'),
    ...lists.newly_skipped.filter(({ baseline }) => baseline.state === 'pass'),
  ];
  const gone = [...lists.vanished, ...lists.not_run_now].filter(({ facts }) => facts.state === 'pass');
  const lostIds = [...new Set([...idsOf(lost), ...gone.map(({ scenario_id }) => scenario_id)])];
  const say = (kept: boolean, noProgress: boolean, message: string): Weighed => ({
    kept,
    noProgress,
    message,
    comparison,
  });
  if (compared === 0 || excluded.length > 0) {
    const why = differences.filter(({ allowed }) => !allowed).map(({ message }) => message);
    return say(false, false, `it cannot be compared with the run before: ${why.join('; ')}`);
  }
  if (comparison.paired.judged === 0) {
    return say(false, false, 'no scenario was judged in both runs, so nobody can say what the repair did');
  }
  const critical = [...lost, ...gone].filter(({ severity }) => severity === 'critical');
  if (critical.length > 0) {
    return say(false, false, `it breaks critical scenarios: ${idsOf(critical).join(', ')}`);
  }
  const figures = `${counted(improved)} came to pass, ${lostIds.length === 0 ? 'none' : lostIds.join(', ')} got lost`;
  if (improved.length > lostIds.length) return say(true, false, figures);
  if (lostIds.length > 0) return say(false, false, `it breaks as much as it repairs, or more: ${figures}`);
  return say(false, true, 'no scenario came to pass by it');
}

function counted(pairs: readonly Pair[]): string {
  return pairs.length === 0 ? 'none' : idsOf(pairs).join(', ');
}

function idsOf(pairs: readonly { readonly scenario_id: string }[]): string[] {
  return pairs.map(({ scenario_id }) => scenario_id);
}
