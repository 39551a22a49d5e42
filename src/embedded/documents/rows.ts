/** Table rows worded as passages, so that full-text retrieval finds them. */
import type { Passage, Table } from './types.ts';

export function rowPassages(table: Table, headings: readonly string[]): Passage[] {
  return table.rows.map((row, index) => ({
    text: row
      .map((cell, column) =>
        cell === ''
          ? ''
          : (table.columns[column] ?? '') === ''
            ? cell
            : `${table.columns[column] ?? ''}: ${cell}`,
      )
      .filter((part) => part !== '')
      .join(table.columns.every((name) => name === '') ? ': ' : '; '),
    headings: table.title === '' || headings.includes(table.title) ? headings : [...headings, table.title],
    paragraph: index,
    kind: 'row' as const,
  }));
}
