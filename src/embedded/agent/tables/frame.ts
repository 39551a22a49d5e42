/** A table ready for look-ups: columns typed, total rows set apart, and the same table turned on its side. */
import type { Table } from '../../documents/types.ts';
import { cellNumber } from '../figures.ts';
import { setsOf } from '../passage-index.ts';

export interface Column {
  readonly name: string;
  readonly index: number;
  readonly kind: 'number' | 'date' | 'text';
  readonly stems: ReadonlySet<string>;
  readonly groups: ReadonlySet<number>;
  readonly money: boolean;
  readonly percent: boolean;
  /** Percentages written as shares of 1. */
  readonly fraction: boolean;
}
export interface Frame {
  readonly title: string;
  readonly columns: readonly Column[];
  /** Without total rows. */
  readonly rows: readonly (readonly string[])[];
  /** Rows that sum up others. */
  readonly totals: readonly (readonly string[])[];
  /** What a row is about: the first text column that is no code. */
  readonly label: Column | null;
  readonly turned: boolean;
  /** Stems of all text in the cells. */
  readonly cellStems: ReadonlySet<string>;
}

const DATE_CELL =
  /^(?:\d{4}-\d{2}(?:-\d{2})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:[ -]\d{2,4})?|q[1-4](?:[ -]\d{4})?|(?:fy ?)?(?:19|20)\d\d|\d{1,2}\/\d{1,2}\/\d{2,4})$/i;
const MONEY_NAME =
  /[$€£]|\b(?:usd|eur|revenue|sales|price|cost|budget|salary|income|profit|amount|spend(?:ing)?|expense|variance|deviation|actual|assets|liabilities|equity|wage|earnings|value)\b/i;
const CODE_NAME = /^(?:sku|id|code|number|no\.?|key|#)$/i;

export function framesOf(table: Table): Frame[] {
  const upright = frame(table, false);
  const first = table.columns[0];
  // A table whose rows are features and whose columns are things is asked about as if it stood the other way.
  const turnable =
    first !== undefined && table.rows.length <= 40 && table.columns.length >= 3 && table.columns.length <= 14;
  const labels = table.rows.map((row) => row[0] ?? '');
  if (!turnable || new Set(labels).size !== labels.length) return [upright];
  const turned: Table = {
    title: table.title,
    columns: [first, ...labels],
    rows: table.columns
      .slice(1)
      .map((name, index) => [name, ...table.rows.map((row) => row[index + 1] ?? '')]),
  };
  return [upright, frame(turned, true)];
}

const isTotal = (row: readonly string[]): boolean =>
  row.some((cell) => /^(?:grand |sub)?totals?\b|^sum$|^average$|^overall$/i.test(cell.trim()));

function frame(table: Table, turned: boolean): Frame {
  const rows = table.rows.filter((row) => !isTotal(row));
  const columns = table.columns.map((name, index) =>
    columnOf(name, index, rows, MONEY_NAME.test(table.title)),
  );
  const label =
    columns.find((column) => column.kind === 'text' && !CODE_NAME.test(column.name)) ??
    columns.find((column) => column.kind !== 'number') ??
    null;
  const { stems } = setsOf(table.rows.flat().join(' '));
  return {
    title: table.title,
    columns,
    rows,
    totals: table.rows.filter(isTotal),
    label,
    turned,
    cellStems: stems,
  };
}

function columnOf(
  name: string,
  index: number,
  rows: readonly (readonly string[])[],
  moneyTitle: boolean,
): Column {
  const cells = rows.map((row) => row[index] ?? '').filter((text) => text !== '');
  const share = (test: (text: string) => boolean): number =>
    cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  const date = share((text) => DATE_CELL.test(text.trim())) > 0.8;
  const number = !date && share((text) => cellNumber(text) !== null) > 0.8;
  const words = name.replaceAll('_', ' ').trim();
  const percent =
    number && (share((text) => text.includes('%')) > 0.5 || /%|percent|\bpct\b|\brate\b/i.test(words));
  const named = MONEY_NAME.test(words) || (moneyTitle && /^(?:q[1-4]|fy|total|(?:19|20)\d\d)/i.test(words));
  return {
    name: words,
    index,
    kind: date ? 'date' : number ? 'number' : 'text',
    ...setsOf(`${words} ${words.replaceAll(/([a-z])([A-Z])/g, '$1 $2')}`),
    money:
      number &&
      !percent &&
      (share((text) => /[$€£]/.test(text)) > 0.5 || (named && !/units|count|headcount|number/i.test(words))),
    percent,
    fraction: percent && share((text) => !text.includes('%') && Math.abs(cellNumber(text) ?? 0) <= 1) === 1,
  };
}

export const cell = (row: readonly string[], column: Column): string => row[column.index] ?? '';
export const numberIn = (row: readonly string[], column: Column): number | null =>
  cellNumber(cell(row, column));
