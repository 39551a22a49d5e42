/** Plain sums over a table's column: total, average, largest, smallest, count, over the rows that a question names. */
import { rowPassages } from '../../documents/rows.ts';
import type { Table } from '../../documents/types.ts';
import { monthOfCell, monthsIn } from './periods.ts';
import { stemsOf, termsOf } from '../../documents/search/words.ts';

type Operation = 'total' | 'average' | 'highest' | 'lowest' | 'count';
type Row = readonly string[];
interface Selection {
  readonly rows: readonly Row[];
  /** What the rows were chosen by. */
  readonly conditions: readonly string[];
}

const OPERATIONS: readonly (readonly [Operation, RegExp])[] = [
  ['count', /\b(?:how many|number of) (?:rows|entries|records|lines)\b/i],
  ['highest', /\b(?:highest|most|largest|biggest|greatest|maximum|top|best)\b/i],
  ['lowest', /\b(?:lowest|least|fewest|smallest|minimum)\b/i],
  ['average', /\b(?:average|mean)\b/i],
  ['total', /\b(?:total|sum|altogether|in all|overall)\b/i],
];

/** The worded result, or null when the question asks for no such thing or names no column of the tables. */
export function answerFromTables(question: string, tables: readonly Table[]): string | null {
  const found = operationIn(question);
  if (found === null) return null;
  const asked = new Set(stemsOf(question));
  const after = stemsOf(question.slice(found.end));
  if (found.operation === 'count') {
    const [table] = tables;
    if (table === undefined) return null;
    const selection = select(table, question, asked);
    return `${wordRows(selection)} of ${table.title}.`;
  }
  const [column] = tables
    .flatMap((table) => namedColumns(table, asked, true).map((named) => ({ table, ...named })))
    // The figure that is meant comes next after "highest" or "total".
    .toSorted(
      (a, b) => distance(after, a.stems) - distance(after, b.stems) || b.stems.length - a.stems.length,
    );
  return column === undefined
    ? null
    : compute(found.operation, column.table, column.index, select(column.table, question, asked), asked);
}

/** The sum that is asked for, and where the words for it end. */
function operationIn(question: string): { operation: Operation; end: number } | null {
  for (const [operation, pattern] of OPERATIONS) {
    const match = pattern.exec(question);
    if (match !== null) return { operation, end: match.index + match[0].length };
  }
  return null;
}

function distance(words: readonly string[], stems: readonly string[]): number {
  const place = words.findIndex((word) => stems.includes(word));
  return place < 0 ? words.length : place;
}

function compute(
  operation: Exclude<Operation, 'count'>,
  table: Table,
  column: number,
  selection: Selection,
  asked: ReadonlySet<string>,
): string | null {
  const name = table.columns[column] ?? '';
  const values = selection.rows.flatMap((row) => {
    const value = numberOf(row[column] ?? '');
    return value === null ? [] : [{ row, value }];
  });
  if (values.length === 0) return null;
  const total = values.reduce((sum, { value }) => sum + value, 0);
  const basis = `${wordRows({ ...selection, rows: values.map(({ row }) => row) })} of ${table.title}`;
  if (operation === 'total') return `The total of ${name} is ${worded(total)} (${basis}).`;
  if (operation === 'average')
    return `The average of ${name} is ${worded(total / values.length)} (${basis}).`;
  const group = namedColumns(table, asked, false)[0]?.index ?? null;
  const sign = operation === 'highest' ? 1 : -1;
  if (group === null) {
    const [best] = values.toSorted((a, b) => sign * (b.value - a.value));
    const [row] = rowPassages({ ...table, rows: best === undefined ? [] : [best.row] });
    return `The ${operation} ${name} is ${worded(best?.value ?? 0)}: ${row?.text ?? ''} (${basis}).`;
  }
  const sums = new Map<string, number>();
  for (const { row, value } of values) sums.set(row[group] ?? '', (sums.get(row[group] ?? '') ?? 0) + value);
  const [best] = [...sums].toSorted(([, a], [, b]) => sign * (b - a));
  const each = sums.size === values.length ? name : `total of ${name}`;
  return `${best?.[0] ?? ''} has the ${operation} ${each}: ${worded(best?.[1] ?? 0)} (${basis}).`;
}

/** The columns, of numbers or of words, whose whole name stands in the question; those with longer names first. */
function namedColumns(
  table: Table,
  asked: ReadonlySet<string>,
  ofNumbers: boolean,
): { index: number; stems: string[] }[] {
  return table.columns
    .map((name, index) => ({ index, stems: [...termsOf(name).keys()] }))
    .filter(({ stems }) => stems.length > 0 && stems.every((stem) => asked.has(stem)))
    .filter(({ index }) => isNumeric(table, index) === ofNumbers)
    .toSorted((a, b) => b.stems.length - a.stems.length);
}

function isNumeric(table: Table, column: number): boolean {
  const cells = table.rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => numberOf(cell) !== null);
}

/** The rows with a value or a month that the question names; rows that are totals themselves stay out. */
function select(table: Table, question: string, asked: ReadonlySet<string>): Selection {
  const months = monthsIn(question);
  let rows = table.rows.filter((row) => !/^(?:grand |sub)?total\b/i.test(row[0] ?? ''));
  const conditions: string[] = [];
  for (const [column, name] of table.columns.entries()) {
    const cells = [...new Set(rows.map((row) => row[column] ?? ''))];
    const isDated = months.length > 0 && cells.some((cell) => monthOfCell(cell) !== null);
    const wanted = new Set(
      isDated ? cells.filter((cell) => months.includes(monthOfCell(cell) ?? 0)) : namedValues(cells, asked),
    );
    // A month that no row has leaves none: the sum of all the others is not what was asked for.
    if (wanted.size === 0 && !isDated) continue;
    rows = rows.filter((row) => wanted.has(row[column] ?? ''));
    conditions.push(`${name}: ${[...wanted].slice(0, 4).join(', ')}${wanted.size > 4 ? ', …' : ''}`);
  }
  return { rows, conditions };
}

/** Values in words that stand whole in the question, without those that are part of a longer one. */
function namedValues(cells: readonly string[], asked: ReadonlySet<string>): string[] {
  const named = cells
    .filter((cell) => /\p{L}/u.test(cell))
    .map((cell) => ({ cell, stems: stemsOf(cell) }))
    .filter(({ stems }) => stems.length > 0 && stems.every((stem) => asked.has(stem)));
  return named
    .filter(
      ({ stems }) =>
        !named.some(
          (other) => other.stems.length > stems.length && stems.every((stem) => other.stems.includes(stem)),
        ),
    )
    .map(({ cell }) => cell);
}

/** A cell that is one amount: a currency, a percent sign and brackets for a loss are allowed. */
function numberOf(cell: string): number | null {
  const plain = cell.replaceAll(/[$€£,%\s]/g, '').replace(/^\((.*)\)$/, '-$1');
  return /^[-+]?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

const worded = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

const wordRows = ({ rows, conditions }: Selection): string =>
  `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${conditions.length > 0 ? ` with ${conditions.join('; ')}` : ''}`;
