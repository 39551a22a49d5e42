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
}
export interface Frame {
  readonly title: string;
  readonly columns: readonly Column[];
  /** Without total rows. */
  readonly rows: readonly (readonly string[])[];
  /** Rows that sum up others. */
  readonly totals: readonly (readonly string[])[];
  /** The first text column: what a row is about. */
  readonly label: Column | null;
  readonly turned: boolean;
}

const DATE_CELL =
  /^(?:\d{4}-\d{2}(?:-\d{2})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:[ -]\d{2,4})?|q[1-4](?:[ -]\d{4})?|\d{1,2}\/\d{1,2}\/\d{2,4})$/i;
const MONEY_NAME =
  /[$€£]|\b(?:usd|eur|revenue|sales|price|cost|budget|salary|income|profit|amount|spend(?:ing)?|expense|variance|actual|assets|liabilities|equity|wage|earnings|value)\b/i;

export function framesOf(table: Table): Frame[] {
  const upright = frame(table, false);
  const first = table.columns[0];
  // A table whose rows are features and whose columns are things is asked about as if it stood the other way.
  const turnable =
    first !== undefined && table.rows.length <= 40 && table.columns.length >= 3 && table.columns.length <= 14;
  if (!turnable) return [upright];
  const labels = table.rows.map((row) => row[0] ?? '');
  if (new Set(labels).size !== labels.length) return [upright];
  const turned: Table = {
    title: table.title,
    columns: [first, ...labels],
    rows: table.columns
      .slice(1)
      .map((name, index) => [name, ...table.rows.map((row) => row[index + 1] ?? '')]),
  };
  return [upright, frame(turned, true)];
}

function frame(table: Table, turned: boolean): Frame {
  const isTotal = (row: readonly string[]): boolean =>
    row.some((cell) => /^(?:grand |sub)?totals?\b|^sum$|^average$|^overall$/i.test(cell.trim()));
  const rows = table.rows.filter((row) => !isTotal(row));
  const columns = table.columns.map((name, index): Column => {
    const cells = rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
    const share = (test: (cell: string) => boolean): number =>
      cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
    const date = share((cell) => DATE_CELL.test(cell.trim())) > 0.8;
    const number = !date && share((cell) => cellNumber(cell) !== null) > 0.8;
    const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
    return {
      name: words.replaceAll('_', ' ').trim(),
      index,
      kind: date ? 'date' : number ? 'number' : 'text',
      ...setsOf(words),
      money:
        number &&
        (share((cell) => /[$€£]/.test(cell)) > 0.5 ||
          (MONEY_NAME.test(words.replaceAll('_', ' ')) && !/%|percent|margin|units|count/i.test(words))),
      percent:
        number && (share((cell) => cell.includes('%')) > 0.5 || /%|percent|\bpct\b|\brate\b/i.test(words)),
    };
  });
  const label =
    columns.find(
      (column) => column.kind === 'text' && !/^(?:sku|id|code|number|no|key)$/i.test(column.name),
    ) ??
    columns.find((column) => column.kind === 'text') ??
    columns.find((column) => column.kind === 'date') ??
    null;
  return { title: table.title, columns, rows, totals: table.rows.filter(isTotal), label, turned };
}

export const cell = (row: readonly string[], column: Column): string => row[column.index] ?? '';
export const numberIn = (row: readonly string[], column: Column): number | null =>
  cellNumber(cell(row, column));
