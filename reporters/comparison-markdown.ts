/** A comparison as markdown, fit for a comment on a pull request: what got worse is open, the rest is folded. */
import type { Comparison, Lists, Lone, Pair } from '../src/results/compare/types.ts';
import { changeWords, LIST_TITLES, runWords, verdictLine } from './comparison.ts';
import { markdownProse } from './summary.ts';

const MAX_ROWS = 50;
/** Lists that a reviewer must see without a click. */
const OPEN: ReadonlySet<keyof Lists> = new Set(['regressed', 'vanished', 'verdict_lost', 'newly_skipped']);

/** Ends with a newline. GitHub takes 65,536 characters in a comment; this stays far below. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { baseline, current, differences, notes, lists, excluded } = comparison;
  const sections = [
    ['## Agent evaluation compared', '', `**${markdownProse(verdictLine(comparison))}**`],
    differences.length === 0
      ? []
      : [
          '### Not comparable',
          ...differences.map(
            ({ kind, message, allowed }) =>
              `- \`${kind}\`${allowed ? ' (allowed)' : ''}: ${markdownProse(message, 400)}`,
          ),
          ...(excluded.length === 0 ? [] : [`- ${excluded.length} scenario(s) are left out below`]),
        ],
    ...LIST_TITLES.map(([name, title]) => listSection(title, lists[name], OPEN.has(name))),
    rateTable(comparison),
    [
      ...notes.map((note) => `- ${markdownProse(note, 400)}`),
      `- Baseline: ${markdownProse(runWords(baseline))}`,
      `- Current: ${markdownProse(runWords(current))}`,
    ],
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
}

function listSection(title: string, items: readonly (Pair | Lone)[], open: boolean): string[] {
  if (items.length === 0) return [];
  const rows = items
    .slice(0, MAX_ROWS)
    .map((item) => `- **${markdownProse(item.scenario_id, 120)}** ${markdownProse(changeWords(item))}`);
  const more = items.length - rows.length;
  if (more > 0) rows.push(`- … and ${more} more`);
  if (open) return [`### ${title} (${items.length})`, ...rows];
  return [`<details><summary>${title} (${items.length})</summary>`, '', ...rows, '', '</details>'];
}

function rateTable({ paired, categories, totals }: Comparison): string[] {
  const rows = [...Object.entries(categories), ['**All**', paired] as const].filter(
    ([, { judged }]) => judged > 0,
  );
  if (rows.length === 0) return [];
  return [
    '| Judged in both | | Passed before | now | Average before | now |',
    '|---|--:|--:|--:|--:|--:|',
    ...rows.map(
      ([name, { judged, baseline, current }]) =>
        `| ${name === '**All**' ? name : markdownProse(name, 80)} | ${judged} | ${baseline.passed} | ${current.passed} | ` +
        `${baseline.avg_score?.toFixed(2) ?? '–'} | ${current.avg_score?.toFixed(2) ?? '–'} |`,
    ),
    '',
    `Time ${totals.elapsed_s.baseline.toFixed(1)} s → ${totals.elapsed_s.current.toFixed(1)} s, ` +
      `cost \\$${totals.usd.baseline.toFixed(4)} → \\$${totals.usd.current.toFixed(4)}.`,
  ];
}
