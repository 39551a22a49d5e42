/** Months and quarters that a question names, for rows that carry a date. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMED =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\b/gi;

/** Months from 1 to 12; empty when the text names none. */
export function monthsIn(text: string): number[] {
  const quarters = [...text.matchAll(/\bq([1-4])\b/gi)].flatMap(([, quarter]) =>
    [1, 2, 3].map((month) => (Number(quarter) - 1) * 3 + month),
  );
  // "may" and "march" are verbs when they are not capitalised.
  const months = [...text.matchAll(NAMED)]
    .filter(([word]) => !/^(?:may|march)$/.test(word))
    .map(([, short = '']) => MONTHS.indexOf(short.toLowerCase()) + 1);
  return [...new Set([...quarters, ...months])];
}

/** The month of a date such as 2031-05-09 or 2031-05, or of a cell that names one; null for any other cell. */
export function monthOfCell(cell: string): number | null {
  const iso = /^\d{4}-(\d{2})(?:-\d{2})?(?:$|[T ])/.exec(cell)?.[1];
  if (iso !== undefined) return Number(iso);
  return /^[A-Za-z]{3,9}(?:\s\d{4})?$/.test(cell) ? (monthsIn(cell)[0] ?? null) : null;
}
