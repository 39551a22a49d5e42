/** Tables of plain text whose columns are kept apart by runs of spaces. */
import type { Table } from './types.ts';

const GAP = / {2,}|\t+/;
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .split(GAP)
    .map((cell) => cell.trim());
const isAligned = (line: string): boolean =>
  /\S(?: {2,}|\t+)\S/.test(line.trim()) && !/[.!?] {2}\p{Lu}/u.test(line);

/**
 * The table that begins at `index`, with the number of lines it takes, or null. At least two lines; the first is the
 * header when it has the later lines' number of cells, or one less (an empty corner), and none of their figures.
 */
export function alignedTable(
  lines: readonly string[],
  index: number,
  title: string,
): { table: Table; used: number } | null {
  let end = index;
  while (end < lines.length && (lines[end] ?? '').trim() !== '' && isAligned(lines[end] ?? '')) end += 1;
  const block = lines.slice(index, end).map(cellsOf);
  if (block.length < 2) {
    // A header whose only label stands far to the right: "            trillions of dollars".
    const corner =
      /^\s{8,}\S/.test(lines[index] ?? '') && isAligned(lines[index + 1] ?? '')
        ? alignedTable(lines, index + 1, title)
        : null;
    if (corner === null || corner.table.columns.length !== 2) return null;
    return {
      table: { ...corner.table, columns: [corner.table.columns[0] ?? '', (lines[index] ?? '').trim()] },
      used: corner.used + 1,
    };
  }
  const width = Math.max(...block.slice(1).map((row) => row.length));
  const [first = [], ...rest] = block;
  const figures = (row: readonly string[]): number =>
    row.slice(1).filter((cell) => /^[-+$€£(]?\d[\d,.]*[%)]?$/.test(cell) && !/^(?:19|20)\d\d$/.test(cell))
      .length;
  const isHeader =
    figures(first) === 0 &&
    rest.some((row) => figures(row) > 0) &&
    (first.length === width || first.length === width - 1);
  const fitted = (row: readonly string[]): string[] =>
    row.length > width
      ? [...row.slice(0, width - 1), row.slice(width - 1).join(' ')]
      : [...row, ...Array.from({ length: width - row.length }, () => '')];
  const columns = isHeader ? (first.length === width ? first : ['', ...first]) : fitted([]);
  return { table: { title, columns, rows: (isHeader ? rest : block).map(fitted) }, used: end - index };
}
