/** items.csv and summary.csv: for spreadsheets. Pure. */
import { levelName } from '../../grade/level.ts';
import type { Cell } from '../cells/cell-schema.ts';
import type { ExperimentCard } from './card-schema.ts';

type Field = string | number | boolean | null;

/** Read as a formula by a spreadsheet, whoever wrote it. */
const FORMULA = /^[=+\-@\t\r]/;

/** One field, by RFC 4180; text that would be a formula gets an apostrophe before it. */
export function csvField(value: Field): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csv(rows: readonly (readonly Field[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

const ITEM_COLUMNS = [
  'experiment',
  'run_id',
  'variant',
  'case',
  'sample',
  'status',
  'grade',
  'passed',
  'part',
  'answer',
  'levels',
  'stop',
  'input_tokens',
  'output_tokens',
  'usd_answer',
  'usd_judge',
  'ms',
  'first_token_ms',
  'error',
] as const;

/** A row for each part of each sample; one without an answer has one row. */
export function itemsCsv(cells: readonly Cell[]): string {
  const rows = cells.flatMap((cell) =>
    cell.samples.flatMap((sample) => {
      const { judgement, usage, judge } = sample;
      const levels = Object.entries(judgement?.levels ?? {})
        .map(([key, { level }]) => `${key}=${level === null ? '' : levelName(level)}`)
        .join(' ');
      const parts = Object.entries(sample.parts);
      return (parts.length === 0 ? [['', '']] : parts).map(([part = '', text = '']): readonly Field[] => [
        cell.experiment,
        cell.run_id,
        cell.variant,
        cell.case,
        sample.sample,
        sample.status,
        judgement?.grade ?? null,
        judgement?.passed ?? null,
        part,
        text,
        levels,
        sample.stop,
        usage?.input ?? null,
        usage?.output ?? null,
        sample.usd,
        judge?.usd ?? null,
        sample.ms.total,
        sample.ms.first_token,
        sample.error,
      ]);
    }),
  );
  return csv([ITEM_COLUMNS, ...rows]);
}

/** A row per variant and criterion. */
export function summaryCsv({ variants, experiment, run_id, task, mode }: ExperimentCard): string {
  const rows = variants.flatMap((each) =>
    Object.entries(each.levels).map(([criterion, counts]): readonly Field[] => [
      experiment,
      run_id,
      task,
      mode,
      each.variant,
      criterion,
      counts.excellent,
      counts.good,
      counts.fair,
      counts.poor,
      counts.open,
      each.coverage[criterion] ?? null,
      each.grade.value,
      each.grade.low,
      each.grade.high,
      each.pass_rate?.value ?? null,
      each.n,
      each.unjudged,
      each.usd.answers,
      each.usd.judge,
      each.latency_ms?.p50 ?? null,
      each.latency_ms?.p95 ?? null,
    ]),
  );
  const columns = [
    'experiment',
    'run_id',
    'task',
    'mode',
    'variant',
    'criterion',
    'excellent',
    'good',
    'fair',
    'poor',
    'open',
    'coverage',
    'grade',
    'grade_low',
    'grade_high',
    'pass_rate',
    'cells',
    'unjudged',
    'usd_answers',
    'usd_judge',
    'p50_ms',
    'p95_ms',
  ];
  return csv([columns, ...rows]);
}
