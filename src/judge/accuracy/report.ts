/** The measurement as text for a terminal. */
import { type Accuracy, type JudgedCase, type Rate, tallyOf } from './measure.ts';

const COLUMNS = ['right', 'wrong', 'undecided', 'failed'] as const;

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

/** "47 of 47 (100 %, 92.4–100.0)". */
function rateText({ count, of, interval }: Rate): string {
  if (interval === null) return `${count} of ${of}`;
  return `${count} of ${of} (${percent(count / of)} %, ${percent(interval.low)}–${percent(interval.high)})`;
}

function table(title: string, groups: ReadonlyMap<string, readonly JudgedCase[]>): string[] {
  const names = [...groups.keys()].toSorted();
  const width = Math.max(title.length, ...names.map((name) => name.length));
  const rows = names.map((name) => {
    const tally = tallyOf(groups.get(name) ?? []);
    const cells = COLUMNS.map((outcome) => String(tally[outcome]).padStart(9));
    return `${name.padEnd(width)} ${cells.join(' ')}  ${rateText(tally.rightOfDecided)}`;
  });
  const head = COLUMNS.map((name) => name.padStart(9)).join(' ');
  return [`${title.padEnd(width)} ${head}  right of decided (%, 95 % interval)`, ...rows, ''];
}

function list(title: string, results: readonly JudgedCase[]): string[] {
  if (results.length === 0) return [`${title}: none`];
  const rows = results.map(
    ({ item, reasoning }) => `  ${item.case_id} (${item.kind}, ${item.severity}): ${reasoning}`,
  );
  return [`${title}:`, ...rows];
}

function grouped(
  cases: readonly JudgedCase[],
  key: (result: JudgedCase) => string,
): Map<string, JudgedCase[]> {
  const groups = new Map<string, JudgedCase[]>();
  for (const result of cases) groups.set(key(result), [...(groups.get(key(result)) ?? []), result]);
  return groups;
}

/** Per kind, per label, every disagreement by id; the last line holds the four counts alone. */
export function accuracyReport({ cases, all, falsePassesOnCritical }: Accuracy): string {
  const wrongly = (verdict: JudgedCase['verdict']): readonly JudgedCase[] =>
    cases.filter((result) => result.outcome === 'wrong' && result.verdict === verdict);
  const failed = cases.filter(({ outcome }) => outcome === 'failed');
  return [
    ...table(
      'kind',
      grouped(cases, ({ item }) => item.kind),
    ),
    ...table(
      'label',
      grouped(cases, ({ item }) => item.label),
    ),
    ...list('False passes', wrongly('pass')),
    ...list('False fails', wrongly('fail')),
    ...(failed.length === 0 ? [] : list('Not judged', failed)),
    '',
    `Right of those decided: ${rateText(all.rightOfDecided)}`,
    `False passes of those labelled fail: ${rateText(all.falsePasses)}`,
    `False fails of those labelled pass: ${rateText(all.falseFails)}`,
    ...(failed.length === 0 ? [] : [`${failed.length} answer(s) got no judgement.`]),
    `${all.right} right, ${all.wrong} wrong, ${all.undecided} undecided, ${falsePassesOnCritical} false passes on critical`,
  ].join('\n');
}
