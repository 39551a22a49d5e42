/** Finds the tables in a sheet's grid: title lines above, a header row, rows until the next gap. */
import type { Table } from './types.ts';

type Row = readonly string[];

const filled = (row: Row): number => row.filter((cell) => cell !== '').length;
const isNumeric = (cell: string): boolean => !Number.isNaN(Number(cell.replaceAll(/[$€£,%\s]/g, '')));
const isYear = (cell: string): boolean => /^(?:19|20)\d\d$/.test(cell);

/** A header names its columns: words or years, no amounts. */
const isHeader = (row: Row): boolean =>
  filled(row) > 1 && row.every((cell) => cell === '' || isYear(cell) || !isNumeric(cell));

/** Tables are titled by sheet and the line above them; lines outside of tables are notes. */
export function sheetTables(sheet: string, grid: readonly Row[]): { tables: Table[]; notes: string[] } {
  const tables: Table[] = [];
  const notes: string[] = [];
  let title = '';
  for (let index = 0; index < grid.length;) {
    const row = grid[index] ?? [];
    if (!isHeader(row)) {
      const text = row.filter((cell) => cell !== '').join(': ');
      if (filled(row) === 1) title = text;
      if (text !== '') notes.push(text);
      index += 1;
      continue;
    }
    let end = index + 1;
    while (end < grid.length && filled(grid[end] ?? []) > 0) end += 1;
    const first = row.findIndex((cell) => cell !== '');
    const columns = row.slice(first);
    // A lone cell inside a table is a heading of a group, not a row.
    const rows = grid
      .slice(index + 1, end)
      .filter((cells) => filled(cells) > 1)
      .map((cells) => columns.map((_, column) => cells[first + column] ?? ''));
    if (rows.length === 0) notes.push(columns.join('; '));
    else
      tables.push({ title: title === '' || title === sheet ? sheet : `${sheet}: ${title}`, columns, rows });
    title = '';
    index = end;
  }
  return { tables, notes };
}
