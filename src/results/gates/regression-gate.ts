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
  const { lists, paired } = comparison;
  const regressed = ids(lists.regressed);
  const vanished = allow.includes('vanished') ? [] : ids(lists.vanished);
  const open = lostVerdicts(comparison);
  const figures = {
    regressed: regressed.length,
    vanished: lists.vanished.length,
    improved: lists.improved.length,
    judged_in_both: paired.judged,
    without_verdict: open.length,
  };
  const against = `against ${comparison.baseline.run_id}`;
  if (regressed.length + vanished.length > 0) {
    const message = `${worseText(regressed, vanished)} (${against})`;
    const scenarios = [...regressed, ...vanished].toSorted();
    return decide('regression', 'fail', message, { figures, scenarios });
  }
  const doubt = whyCannotTell(comparison, open);
  if (doubt !== null) {
    const { message, scenarios } = doubt;
    return decide('regression', 'cannot tell', message, { figures, ...(scenarios && { scenarios }) });
  }
  const better = lists.improved.length === 0 ? '' : `, ${lists.improved.length} improved`;
  const message = `none of ${paired.judged} scenario(s) got worse${better} (${against})`;
  return decide('regression', 'pass', message, { figures });
}

function worseText(regressed: readonly string[], vanished: readonly string[]): string {
  return [
    ...(regressed.length === 0
      ? []
      : [`${regressed.length} passed before and do not now: ${list(regressed)}`]),
    ...(vanished.length === 0 ? [] : [`${vanished.length} vanished: ${list(vanished)}`]),
  ].join('; ');
}

interface Doubt {
  readonly message: string;
  readonly scenarios?: readonly string[];
}

/** Null when the runs can be compared and everything that matters has a verdict. `open` are the lost verdicts. */
function whyCannotTell(
  { lists, paired, differences, baseline }: Comparison,
  open: readonly string[],
): Doubt | null {
  const barring = differences.filter(({ allowed }) => !allowed);
  if (barring.length > 0) {
    return { message: barring.map(({ kind, message }) => `${message} (${kind})`).join('; ') };
  }
  if (open.length > 0) {
    const message = `${open.length} passed before and have no verdict now: ${list(open)}`;
    return { message, scenarios: open };
  }
  const unsure = unscoredPasses(lists);
  if (unsure.length > 0) {
    const message = `${unsure.length} had a PASS without a score before and do not pass now: ${list(unsure)}`;
    return { message, scenarios: unsure };
  }
  const unread = ids(lists.appeared.filter(({ facts }) => facts.state === 'none'));
  if (unread.length > 0) {
    return {
      message: `${unread.length} new scenario(s) have no verdict: ${list(unread)}`,
      scenarios: unread,
    };
  }
  if (paired.judged > 0) return null;
  return { message: `no scenario was judged in both runs (against ${baseline.run_id})` };
}

/** Scenarios that passed and have no verdict now. */
function lostVerdicts({ lists }: Comparison): string[] {
  const now = [...lists.verdict_lost, ...lists.newly_skipped];
  return ids(now.filter(({ baseline }) => baseline.state === 'pass')).toSorted();
}

/** A PASS without a score is no verdict, but it was meant as one. */
function unscoredPasses(lists: Comparison['lists']): string[] {
  return ids(
    [...lists.verdict_gained, ...lists.reclassified].filter(
      ({ baseline, current }) =>
        baseline.status === 'PASS' && baseline.state === 'none' && current.state !== 'pass',
    ),
  ).toSorted();
}

function ids(items: readonly { readonly scenario_id: string }[]): string[] {
  return items.map(({ scenario_id }) => scenario_id);
}
