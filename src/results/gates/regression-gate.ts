/** The gate against the baseline: nothing that passed fails, nothing vanished, and nothing is left open. Pure. */
import type { Allowance } from '../../gate-settings.ts';
import { list } from '../compare/differences.ts';
import type { Comparison } from '../compare/types.ts';
import { decide, type GateResult } from './gate-result.ts';

/**
 * A regression or a vanished scenario is a no, whatever else cannot be told. Cannot tell: no baseline, a difference
 * between the runs that nobody allowed, a scenario that passed and has no verdict now, nothing judged in both.
 */
export function regressionGate(
  comparison: Comparison | { readonly problem: string },
  allow: readonly Allowance[],
): GateResult {
  if ('problem' in comparison) return decide('regression', 'cannot tell', comparison.problem);
  const { lists, paired, differences } = comparison;
  const regressed = ids(lists.regressed);
  const vanished = allow.includes('vanished') ? [] : ids(lists.vanished);
  const open = ids(
    [...lists.verdict_lost, ...lists.newly_skipped].filter(({ baseline }) => baseline.state === 'pass'),
  ).toSorted();
  const unread = ids(lists.appeared.filter(({ facts }) => facts.state === 'none'));
  const figures = {
    regressed: regressed.length,
    vanished: lists.vanished.length,
    improved: lists.improved.length,
    judged_in_both: paired.judged,
    without_verdict: open.length,
  };
  const against = `against ${comparison.baseline.run_id}`;
  if (regressed.length + vanished.length > 0) {
    const parts = [
      ...(regressed.length === 0
        ? []
        : [`${regressed.length} passed before and do not now: ${list(regressed)}`]),
      ...(vanished.length === 0 ? [] : [`${vanished.length} vanished: ${list(vanished)}`]),
    ];
    const scenarios = [...regressed, ...vanished].toSorted();
    return decide('regression', 'fail', `${parts.join('; ')} (${against})`, { figures, scenarios });
  }
  const barring = differences.filter(({ allowed }) => !allowed);
  if (barring.length > 0) {
    const reasons = barring.map(({ kind, message }) => `${message} (${kind})`).join('; ');
    return decide('regression', 'cannot tell', reasons, { figures });
  }
  if (open.length > 0) {
    const message = `${open.length} passed before and have no verdict now: ${list(open)}`;
    return decide('regression', 'cannot tell', message, { figures, scenarios: open });
  }
  // A PASS without a score is no verdict, but it was meant as one.
  const unsure = ids(
    [...lists.verdict_gained, ...lists.reclassified].filter(
      ({ baseline, current }) =>
        baseline.status === 'PASS' && baseline.state === 'none' && current.state !== 'pass',
    ),
  ).toSorted();
  if (unsure.length > 0) {
    const message = `${unsure.length} had a PASS without a score before and do not pass now: ${list(unsure)}`;
    return decide('regression', 'cannot tell', message, { figures, scenarios: unsure });
  }
  if (unread.length > 0) {
    const message = `${unread.length} new scenario(s) have no verdict: ${list(unread)}`;
    return decide('regression', 'cannot tell', message, { figures, scenarios: unread });
  }
  if (paired.judged === 0) {
    return decide('regression', 'cannot tell', `no scenario was judged in both runs (${against})`, {
      figures,
    });
  }
  const better = lists.improved.length === 0 ? '' : `, ${lists.improved.length} improved`;
  return decide(
    'regression',
    'pass',
    `none of ${paired.judged} scenario(s) got worse${better} (${against})`,
    { figures },
  );
}

function ids(items: readonly { readonly scenario_id: string }[]): string[] {
  return items.map(({ scenario_id }) => scenario_id);
}
