/** Finds the tables in a sheet's grid: title lines above, a header row, rows until the next gap. */
import type { Table } from './types.ts';

const filled = (row: readonly string[]): number => row.filter((cell) => cell !== '').length;
const isNumeric = (cell: string): boolean =>
  cell !== '' && !Number.isNaN(Number(cell.replaceAll(/[$€£,%\s]/g, '')));

export function sheetTables(
  sheet: string,
  grid: readonly (readonly string[])[],
): { tables: Table[]; notes: string[] } {
  const tables: Table[] = [];
  const notes: string[] = [];
  let title = '';
  for (let index = 0; index < grid.length;) {
    const row = grid[index] ?? [];
    const count = filled(row);
    if (count === 0) {
      index += 1;
    } else if (count === 1 || !isHeader(row)) {
      const text = row.filter((cell) => cell !== '').join(': ');
      if (count === 1) title = text;
      notes.push(text);
      index += 1;
    } else {
      const first = row.findIndex((cell) => cell !== '');
      const columns = row.slice(first);
      const rows: string[][] = [];
      index += 1;
      while (index < grid.length && filled(grid[index] ?? []) > 0) {
        const cells = (grid[index] ?? []).slice(first);
        // A lone text cell inside a table is a group heading ("Assets"), not a row.
        if (filled(cells) > 1) rows.push(columns.map((_, column) => cells[column] ?? ''));
        index += 1;
      }
      const name = title === '' || title === sheet ? sheet : `${sheet}: ${title}`;
      if (rows.length > 0) tables.push({ title: name, columns, rows });
      else notes.push(columns.join('; '));
      title = '';
    }
  }
  return { tables, notes };
}

/** A header names its columns: mostly words, or years and quarters, none of it money. */
function isHeader(row: readonly string[]): boolean {
  const cells = row.filter((cell) => cell !== '');
  const words = cells.filter((cell) => !isNumeric(cell) || /^(?:19|20)\d\d$/.test(cell)).length;
  return words === cells.length;
}
