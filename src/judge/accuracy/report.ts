/** The measurement as text for a terminal. */
import type { Accuracy, JudgedCase } from './measure.ts';

function table(title: string, groups: ReadonlyMap<string, readonly JudgedCase[]>): string[] {
  const names = [...groups.keys()].toSorted();
  const width = Math.max(title.length, ...names.map((name) => name.length));
  const rows = names.map((name) => {
    const group = groups.get(name) ?? [];
    const cells = (['right', 'wrong', 'undecided'] as const).map((outcome) =>
      String(group.filter((result) => result.outcome === outcome).length).padStart(9),
    );
    return `${name.padEnd(width)} ${cells.join(' ')}`;
  });
  return [
    `${title.padEnd(width)} ${['right', 'wrong', 'undecided'].map((name) => name.padStart(9)).join(' ')}`,
    ...rows,
    '',
  ];
}

function list(title: string, results: readonly JudgedCase[]): string[] {
  if (results.length === 0) return [`${title}: none`];
  return [
    `${title}:`,
    ...results.map(
      (result) =>
        `  ${result.item.case_id} (${result.item.kind}, ${result.item.severity}): ${result.reasoning}`,
    ),
  ];
}

/** Per kind, per label, every disagreement by id; the last line holds the four numbers alone. */
export function accuracyReport(accuracy: Accuracy): string {
  const { cases } = accuracy;
  const missed =
    accuracy.missed.length === 0 ? ['All aims are met.'] : accuracy.missed.map((aim) => `Missed: ${aim}.`);
  return [
    ...table(
      'kind',
      grouped(cases, (result) => result.item.kind),
    ),
    ...table(
      'label',
      grouped(cases, (result) => result.item.label),
    ),
    ...list(
      'False passes',
      cases.filter((result) => result.outcome === 'wrong' && result.verdict === 'pass'),
    ),
    ...list(
      'False fails',
      cases.filter((result) => result.outcome === 'wrong' && result.verdict === 'fail'),
    ),
    ...list(
      'Undecided',
      cases.filter((result) => result.outcome === 'undecided'),
    ),
    '',
    ...missed,
    `${accuracy.right} right, ${accuracy.wrong} wrong, ${accuracy.undecided} undecided, ${accuracy.falsePassesOnCritical} false passes on critical`,
  ].join('\n');
}

function grouped(
  cases: readonly JudgedCase[],
  key: (result: JudgedCase) => string,
): Map<string, JudgedCase[]> {
  const groups = new Map<string, JudgedCase[]>();
  for (const result of cases) groups.set(key(result), [...(groups.get(key(result)) ?? []), result]);
  return groups;
}
