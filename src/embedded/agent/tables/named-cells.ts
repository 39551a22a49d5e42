/** Which rows a question names by the text of their cells. */
import { stem, wordsOf } from '../words.ts';
import { cell, type Column, type Frame } from './frame.ts';

type Rows = readonly (readonly string[])[];

export interface NamedRows {
  /** Rows left when total rows count as rows. */
  readonly all: Rows;
  /** Rows left among those that are no totals. */
  readonly detail: Rows;
  readonly values: readonly string[];
  readonly columns: ReadonlySet<Column>;
  /** The best match is a total row that the question names by more than the word "total". */
  readonly totalRow: boolean;
}

interface Hit {
  readonly column: Column;
  readonly value: string;
  readonly score: number;
}

const PERIOD_LIKE = /^(?:q[1-4]|(?:19|20)\d\d|fy\d+|fiscal)$/;

export function narrowByNames(frame: Frame, text: string): NamedRows {
  const hits = findCells(frame, text);
  let detail: Rows = frame.rows;
  let all: Rows = [...frame.rows, ...frame.totals];
  const values: string[] = [];
  const columns = new Set<Column>();
  for (const column of new Set(hits.map((hit) => hit.column))) {
    const own = hits.filter((hit) => hit.column === column);
    const keep = new Set(
      own.filter((hit) => hit.score >= (own[0]?.score ?? 0) * 0.75).map((hit) => hit.value),
    );
    const narrowed = all.filter((row) => keep.has(cell(row, column)));
    if (narrowed.length === 0 || narrowed.length === all.length) continue;
    all = narrowed;
    detail = detail.filter((row) => keep.has(cell(row, column)));
    values.push(...keep);
    columns.add(column);
  }
  const totalRow =
    all.length > 0 &&
    all.every((row) => frame.totals.includes(row)) &&
    values.some((value) => wordsOf(value).length > 1);
  return { all, detail: detail.length > 0 ? detail : all, values, columns, totalRow };
}

/** Best first. A cell counts when its words stand in the question, "total" being optional. */
function findCells(frame: Frame, text: string): Hit[] {
  const asked = new Set(wordsOf(text).map(stem));
  const initials = new Set((text.match(/\b\p{Lu}{2,5}\b/gu) ?? []).map((name) => name.toLowerCase()));
  const spoken = ` ${wordsOf(text).join(' ')} `;
  const hits: Hit[] = [];
  for (const column of frame.columns.filter(({ kind }) => kind !== 'number')) {
    for (const value of new Set([...frame.rows, ...frame.totals].map((row) => cell(row, column)))) {
      const words = wordsOf(value);
      if (
        words.length === 0 ||
        words.length > 14 ||
        (column.kind === 'date' && words.every((word) => PERIOD_LIKE.test(word)) && !frame.turned)
      )
        continue;
      const stems = words.filter((word) => word.length > 1 && word !== 'total').map(stem);
      if (stems.length === 0) continue;
      const met = stems.filter((word) => asked.has(word));
      const share = met.length / Math.max(1, stems.length);
      const length = met.join(' ').length;
      const short = words.map((word) => word[0] ?? '').join('');
      if (spoken.includes(` ${words.join(' ')} `))
        hits.push({ column, value, score: words.join(' ').length + 10 });
      else if (words.length > 1 && (initials.has(short) || (initials.has('hr') && words.join(' ') === 'hr')))
        hits.push({ column, value, score: 12 });
      else if (share === 1 && length > 0) hits.push({ column, value, score: length + 6 });
      else if (share >= 0.6 && length >= 3) hits.push({ column, value, score: length * share });
      else if (met.some((word) => /\d/.test(word) && word.length >= 4 && !PERIOD_LIKE.test(word)))
        hits.push({ column, value, score: length });
    }
  }
  return hits.toSorted((a, b) => b.score - a.score);
}
