/** Table rows worded as passages, so that a search over text finds them. */
import { shortName } from './headings.ts';
import type { Passage, Table } from './types.ts';

/** One passage a row, "Column: cell; Column: cell", under the table's title. */
export function rowPassages(table: Table): Passage[] {
  const headings = table.title === '' ? [] : [table.title];
  return table.rows
    .map((row) => ({ text: wordRow(table.columns, row), headings }))
    .filter(({ text }) => text !== '');
}

function wordRow(columns: readonly string[], row: readonly string[]): string {
  return row
    .map((cell, index) => ({ name: shortName(columns[index] ?? ''), cell }))
    .filter(({ cell }) => cell !== '')
    .map(({ name, cell }) => (name === '' ? cell : `${name}: ${cell}`))
    .join(columns.every((name) => name === '') ? ': ' : '; ');
}
