/**
 * In what order failures are to be repaired. Pure. Source: AMD GAIA's fix mode: critical scenarios first,
 * architecture before prompts, causes of many failures before those of one.
 */
import type { FailureCategory, RootCauseTarget } from '../rubric/judgement.ts';
import type { Failure } from './failures.ts';

/** Failures that share what is to be changed and how they failed. */
export interface Cause {
  readonly target: RootCauseTarget | null;
  readonly failureCategory: FailureCategory | null;
  readonly isCritical: boolean;
  /** Critical ones first, then the lowest score. */
  readonly failures: readonly Failure[];
}

/** What stands under everything else comes first; a cause that nobody named comes last. */
const TARGET_ORDER: readonly (RootCauseTarget | null)[] = [
  'architecture',
  'rag_pipeline',
  'tool_description',
  'prompt',
  null,
];

export function planRepairs(failures: readonly Failure[]): Cause[] {
  const groups = new Map<string, Failure[]>();
  for (const failure of failures) {
    const key = `${failure.root_cause_target ?? ''} ${categoryOf(failure) ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  return [...groups.values()].map(causeOf).toSorted(byUrgency);
}

function causeOf(group: readonly Failure[]): Cause {
  const failures = group.toSorted(
    (a, b) =>
      Number(isCritical(b)) - Number(isCritical(a)) ||
      (a.overall_score ?? 0) - (b.overall_score ?? 0) ||
      byText(a.scenario_id, b.scenario_id),
  );
  const [first] = failures;
  return {
    target: first?.root_cause_target ?? null,
    failureCategory: first === undefined ? null : categoryOf(first),
    isCritical: failures.some(isCritical),
    failures,
  };
}

function byUrgency(a: Cause, b: Cause): number {
  return (
    Number(b.isCritical) - Number(a.isCritical) ||
    TARGET_ORDER.indexOf(a.target) - TARGET_ORDER.indexOf(b.target) ||
    b.failures.length - a.failures.length ||
    byText(a.failures[0]?.scenario_id ?? '', b.failures[0]?.scenario_id ?? '')
  );
}

function isCritical({ severity }: Failure): boolean {
  return severity === 'critical';
}

/** How its first failed turn failed. */
function categoryOf({ turns }: Failure): FailureCategory | null {
  return turns.find((turn) => !turn.pass && turn.failure_category !== null)?.failure_category ?? null;
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
