/** Tables of plain text whose columns are kept apart by runs of spaces. */
import type { Table } from './types.ts';

const GAP = / {2,}|\t+/;
const cellsOf = (line: string): string[] => line.trim().split(GAP);
/** Two spaces after a sentence's end are typing, not a column. */
const isAligned = (line: string): boolean => GAP.test(line.trim()) && !/[.!?] {2}\p{Lu}/u.test(line);
const hasFigure = (cells: readonly string[]): boolean => cells.some((cell) => /\d/.test(cell));

/**
 * The table that begins at `index`, with the number of lines it takes, or null. It has two lines or more; the first is
 * the header when it has no figure while later lines have some, and it may lack the cell above the row names.
 */
export function alignedTable(
  lines: readonly string[],
  index: number,
  title: string,
): { table: Table; used: number } | null {
  let end = index;
  while (end < lines.length && isAligned(lines[end] ?? '')) end += 1;
  const block = lines.slice(index, end).map(cellsOf);
  const [first, ...rest] = block;
  if (first === undefined || rest.length === 0) return null;
  const width = block.reduce((most, row) => Math.max(most, row.length), 0);
  const isHeader = first.length >= width - 1 && !hasFigure(first) && rest.some(hasFigure);
  const columns = isHeader ? [...(first.length < width ? [''] : []), ...first] : block[0]?.map(() => '');
  return { table: { title, columns: columns ?? [], rows: isHeader ? rest : block }, used: end - index };
}
