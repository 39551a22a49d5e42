/** Scorecard → the table on the console. */
import { percent } from '../src/percent.ts';
import type { CategorySummary } from '../src/results/store/scorecard-schema.ts';
import {
  isExcused,
  outcomeOf,
  runShare,
  type Scorecard,
  type ScorecardRow,
} from '../src/results/store/scorecard.ts';
import { judgedWords } from '../src/rubric/judged-dimensions.ts';
import { reasonText } from '../src/rubric/reason.ts';
import { fit, oneLine, width, wrap } from './plain-text.ts';
import { judgeWords, PARTIAL_WORDS } from './status.ts';

export interface TableOptions {
  /** Width of the terminal, 80 when left out; less than 60 is taken for 60. */
  readonly columns?: number;
  readonly color?: boolean;
  /** The run's folder, as it should be printed. */
  readonly folder?: string;
}

/** Lines of failures; the rest stands in the summary. */
const MAX_FAILURES = 40;
const MAX_WARNING = 400;
const MIN_COLUMNS = 60;
const HEADS = ['Pass', 'Fail', 'Block', 'Infra', 'Skip', 'Avg'] as const;
const CELL = 7;

/** No line is wider than `columns`, apart from the folder's; ends without a newline. */
export function consoleTable(
  scorecard: Scorecard,
  { columns = 80, color = false, folder }: TableOptions = {},
): string {
  const wide = Math.max(MIN_COLUMNS, columns);
  const paint = painter(color);
  const lines = [
    ...headLines(scorecard, wide, paint),
    '',
    ...categoryLines(scorecard, wide, paint),
    '',
    ...totalLines(scorecard).map((line) => fit(line, wide).trimEnd()),
    ...section('Not passed', failureLines(scorecard.scenarios, wide, paint), paint),
    ...section('Skipped', skippedLines(scorecard.scenarios, wide), paint),
    ...section('Warnings', warningLines(scorecard.warnings ?? [], wide), paint),
    ...(folder === undefined
      ? []
      : ['', `Summary    ${folder}/summary.md`, `Scorecard  ${folder}/scorecard.json`]),
  ];
  return lines.join('\n');
}

type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string;

function headLines({ run_id, config, partial, scenarios }: Scorecard, wide: number, paint: Paint): string[] {
  const words = judgedWords(runShare(scenarios));
  const target = config.target ?? config.backend_url ?? 'unknown';
  return [
    paint('bold', fit(`Agent eval  ${oneLine(run_id)}`, wide).trimEnd()),
    fit(`Target     ${oneLine(target)}`, wide).trimEnd(),
    fit(`Judge      ${oneLine(judgeWords(config))}`, wide).trimEnd(),
    ...(words === null ? [] : [fit(`Scores     ${words}`, wide).trimEnd()]),
    ...(partial === true ? [paint('yellow', fit(`Partial    ${PARTIAL_WORDS}`, wide).trimEnd())] : []),
  ];
}

function categoryLines({ summary }: Scorecard, wide: number, paint: Paint): string[] {
  const names = Object.keys(summary.by_category).map((name) => oneLine(name));
  const space = wide - HEADS.length * CELL;
  const first = Math.min(space, Math.max(8, ...names.map(width)));
  const head = fit('Category', first) + HEADS.map((name) => fit(name, CELL, 'right')).join('');
  return [
    paint('bold', head),
    ...Object.entries(summary.by_category).map(
      ([name, row]) => fit(oneLine(name), first) + cells(row, paint),
    ),
    paint('dim', '─'.repeat(width(head))),
    fit('All', first) + cells(summary, paint),
  ];
}

function cells(row: CategorySummary, paint: Paint): string {
  const infra = row.timeout + row.budget_exceeded + row.infra_error + row.errored;
  const cell = (value: number, style: 'red' | 'green' | 'yellow' | 'dim'): string => {
    const text = fit(String(value), CELL, 'right');
    return paint(value === 0 ? 'dim' : style, text);
  };
  const judged = row.passed + row.failed + row.blocked > 0;
  return [
    cell(row.passed, 'green'),
    cell(row.failed, 'red'),
    cell(row.blocked, 'yellow'),
    cell(infra, 'yellow'),
    cell(row.skipped, 'dim'),
    fit(judged ? row.avg_score.toFixed(2) : '–', CELL, 'right'),
  ].join('');
}

function totalLines({ summary, cost, scenarios }: Scorecard): string[] {
  const judged = summary.passed + summary.failed + summary.blocked;
  const seconds = scenarios.reduce((sum, row) => sum + (row.elapsed_s ?? 0), 0);
  const rate =
    judged === 0
      ? `Nothing was judged: ${summary.total_scenarios} scenario(s), no verdict`
      : `Passed ${summary.passed} of ${judged} judged (${percent(summary.judged_pass_rate)}), ` +
        `${summary.total_scenarios} scenario(s) in all (${percent(summary.pass_rate)})`;
  return [rate, `Spent      $${cost.estimated_total_usd.toFixed(4)}, ${seconds.toFixed(1)} s of scenarios`];
}

function failureLines(rows: readonly ScorecardRow[], wide: number, paint: Paint): string[] {
  const failures = rows.filter(
    (row) =>
      !['passed', 'skipped'].includes(outcomeOf(row.status)) ||
      // A document is missing that should be there.
      row.skipped_optional === false,
  );
  const shown = failures.slice(0, MAX_FAILURES);
  const label = Math.max(0, ...shown.map((row) => width(shortStatus(row.status))));
  const name = Math.min(30, Math.max(0, ...shown.map((row) => width(oneLine(row.scenario_id)))));
  return [
    ...shown.map((row) => {
      const status = fit(shortStatus(row.status), label);
      const rest = wide - label - name - 4;
      const line = fit(oneLine(reasonOf(row), rest * 2), rest).trimEnd();
      return `${paint(row.status === 'FAIL' ? 'red' : 'yellow', status)}  ${fit(oneLine(row.scenario_id), name)}  ${line}`;
    }),
    ...(failures.length > shown.length
      ? [`… and ${failures.length - shown.length} more, in the summary`]
      : []),
  ];
}

function skippedLines(rows: readonly ScorecardRow[], wide: number): string[] {
  const skipped = rows.filter(isExcused);
  const more = skipped.length - MAX_FAILURES;
  const lines = skipped
    .slice(0, MAX_FAILURES)
    .flatMap((row) => wrap(`${oneLine(row.scenario_id)}  ${oneLine(reasonOf(row), MAX_WARNING)}`, wide));
  return more > 0 ? [...lines, `… and ${more} more, in the summary`] : lines;
}

function warningLines(warnings: readonly string[], wide: number): string[] {
  return warnings.flatMap((warning) => wrap(oneLine(warning, MAX_WARNING), wide));
}

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines];
}

function shortStatus(status: string): string {
  return status === 'BLOCKED_BY_ARCHITECTURE' ? 'BLOCKED' : oneLine(status, 16);
}

function reasonOf(row: ScorecardRow): string {
  const cause = row.root_cause ?? undefined;
  const [first] = row.reasons ?? [];
  if (row.error === undefined && first !== undefined) return reasonText(first);
  return row.error ?? (typeof cause === 'string' ? cause : 'no reason given');
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

function painter(color: boolean): Paint {
  return (style, text) => (color ? `\u001B[${CODES[style]}m${text}\u001B[0m` : text);
}
