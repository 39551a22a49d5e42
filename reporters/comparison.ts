/** A comparison in words for a terminal. */
import type { Comparison, Lists, Lone, Pair, RunFacts } from '../src/results/compare/types.ts';
import { oneLine, wrap } from './plain-text.ts';

/** Scenarios of one list; the rest is counted. */
const MAX_SHOWN = 30;
const MAX_TEXT = 400;

/** What each list is called, in the order in which a person wants to know. */
export const LIST_TITLES: readonly (readonly [keyof Lists, string])[] = [
  ['regressed', 'Regressed'],
  ['vanished', 'Vanished'],
  ['verdict_lost', 'No verdict any more'],
  ['newly_skipped', 'Newly skipped'],
  ['score_dropped', 'Score dropped by more than 2.0'],
  ['slower', 'More than twice as slow'],
  ['costlier', 'More than twice as costly'],
  ['improved', 'Improved'],
  ['score_risen', 'Score rose by more than 2.0'],
  ['verdict_gained', 'Verdict again'],
  ['no_longer_skipped', 'No longer skipped'],
  ['faster', 'More than twice as fast'],
  ['cheaper', 'Less than half as costly'],
  ['reclassified', 'Another status, neither better nor worse'],
  ['appeared', 'New'],
  ['not_run_now', 'In the baseline, not part of this run'],
  ['not_run_before', 'Not part of the baseline, which is a partial run'],
];

/** Ends without a newline. */
export function comparisonText(comparison: Comparison, columns = 100): string {
  const { baseline, current, differences, notes, lists, excluded } = comparison;
  const sections = [
    [`Baseline   ${runWords(baseline)}`, `Current    ${runWords(current)}`],
    differences.length === 0
      ? []
      : [
          'Not comparable',
          ...differences.flatMap(({ kind, message, allowed }) =>
            indented(`${kind}${allowed ? ' (allowed)' : ''}: ${message}`, columns),
          ),
          ...(excluded.length === 0
            ? []
            : [`  ${excluded.length} scenario(s) are left out of the lists below.`]),
        ],
    notes.length === 0 ? [] : ['Note', ...notes.flatMap((note) => indented(note, columns))],
    ...LIST_TITLES.map(([name, title]) => {
      const items: readonly (Pair | Lone)[] = lists[name];
      return items.length === 0 ? [] : listLines(`${title} (${items.length})`, items);
    }),
    rateLines(comparison),
    [verdictLine(comparison)],
  ];
  return sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n');
}

function listLines(title: string, items: readonly (Pair | Lone)[]): string[] {
  const shown = items.slice(0, MAX_SHOWN);
  const width = Math.max(0, ...shown.map(({ scenario_id }) => oneLine(scenario_id).length));
  const more = items.length - shown.length;
  return [
    title,
    ...shown.map((item) => `  ${oneLine(item.scenario_id).padEnd(width)}  ${changeWords(item)}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

/** `PASS 8.20 → FAIL 3.10 (−5.10), 12.0 s → 31.5 s`. */
export function changeWords(item: Pair | Lone): string {
  const critical = item.severity === 'critical' ? 'critical, ' : '';
  if ('facts' in item) return `${critical}${stateWords(item.facts)}`;
  const { baseline, current, score_delta: delta } = item;
  const score = delta === null || delta === 0 ? '' : ` (${signed(delta)})`;
  const time =
    baseline.elapsed_s === null || current.elapsed_s === null
      ? ''
      : `, ${baseline.elapsed_s.toFixed(1)} s → ${current.elapsed_s.toFixed(1)} s`;
  const usd =
    baseline.usd === null || current.usd === null || baseline.usd === current.usd
      ? ''
      : `, $${baseline.usd.toFixed(4)} → $${current.usd.toFixed(4)}`;
  return `${critical}${stateWords(baseline)} → ${stateWords(current)}${score}${time}${usd}`;
}

function stateWords({ status, score }: Pair['baseline']): string {
  const short = status === 'BLOCKED_BY_ARCHITECTURE' ? 'BLOCKED' : oneLine(status, 24);
  return score === null ? short : `${short} ${score.toFixed(2)}`;
}

export function signed(delta: number, decimals = 2): string {
  return `${delta < 0 ? '−' : '+'}${Math.abs(delta).toFixed(decimals)}`;
}

function rateLines({ paired, categories, totals }: Comparison): string[] {
  const names = Object.keys(categories);
  const width = Math.max(8, ...names.map((name) => oneLine(name).length));
  const rows = [...Object.entries(categories), ['All', paired] as const];
  return [
    'Judged in both runs',
    ...rows
      .filter(([, rates]) => rates.judged > 0)
      .map(
        ([name, { judged, baseline, current }]) =>
          `  ${oneLine(name).padEnd(width)}  ${String(judged).padStart(3)} judged, passed ` +
          `${baseline.passed} → ${current.passed}, average ` +
          `${baseline.avg_score?.toFixed(2) ?? '–'} → ${current.avg_score?.toFixed(2) ?? '–'}`,
      ),
    `  Time ${totals.elapsed_s.baseline.toFixed(1)} s → ${totals.elapsed_s.current.toFixed(1)} s, ` +
      `cost $${totals.usd.baseline.toFixed(4)} → $${totals.usd.current.toFixed(4)}`,
  ];
}

/** The answer in one line. */
export function verdictLine({ lists, compared, paired, unchanged, differences }: Comparison): string {
  if (compared === 0) return 'Nothing could be compared.';
  const counts = [
    [lists.regressed.length, 'regressed'],
    [lists.improved.length, 'improved'],
    [lists.vanished.length, 'vanished'],
    [lists.verdict_lost.length + lists.newly_skipped.length, 'without a verdict now'],
    [lists.appeared.length, 'new'],
  ] as const;
  const said = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  const open = differences.some(({ allowed }) => !allowed) ? ' Not everything could be compared.' : '';
  return (
    `${said.length === 0 ? 'No scenario got better or worse' : said.join(', ')} ` +
    `(${compared} compared, ${paired.judged} judged in both, ${unchanged} unchanged).${open}`
  );
}

export function runWords({ run_id, judge, target, scenarios, partial }: RunFacts): string {
  return oneLine(
    `${run_id}, ${scenarios} scenario(s)${partial ? ' (a part)' : ''}, target ${target ?? 'not recorded'}, judge ${judge}`,
    300,
  );
}

function indented(text: string, columns: number): string[] {
  return wrap(oneLine(text, MAX_TEXT), Math.max(40, columns - 4)).map(
    (line, index) => `${index === 0 ? '  ' : '    '}${line}`,
  );
}
