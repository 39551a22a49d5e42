/** Months, quarters and years: which a question asks for, and whether a cell falls into them. */

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

export interface Period {
  /** 1–12; empty: any month. */
  readonly months: readonly number[];
  readonly year: number | null;
  readonly words: string;
}

/** The period a question names, or null. */
export function periodIn(text: string): Period | null {
  const lower = text
    .toLowerCase()
    .replaceAll(
      /\b(first|second|third|fourth) quarter\b/g,
      (_, which: string) => `q${['first', 'second', 'third', 'fourth'].indexOf(which) + 1}`,
    );
  const year = /\b((?:19|20)\d\d)\b/.exec(lower)?.[1];
  const quarter = /\bq([1-4])\b/.exec(lower)?.[1];
  const half = /\bh([12])\b|\b(first|second) half\b/.exec(lower);
  let months: number[] = [];
  let words = '';
  if (quarter !== undefined) {
    const first = Number(quarter) * 3 - 2;
    months = [first, first + 1, first + 2];
    words = `Q${quarter}`;
  } else if (half) {
    const first = half[1] === '1' || half[2] === 'first' ? 1 : 7;
    months = [0, 1, 2, 3, 4, 5].map((offset) => first + offset);
    words = first === 1 ? 'the first half' : 'the second half';
  } else {
    const named = MONTHS.flatMap((month, index) => (monthPattern(month).test(lower) ? [index + 1] : []));
    const [from, to] = [named[0], named.at(-1)];
    const range = named.length === 2 && /\b(?:to|through|until)\b|–|-/.test(lower);
    months = range && from !== undefined && to !== undefined ? named.concat(between(from, to)) : named;
    words = named.map((month) => capital(MONTHS[month - 1] ?? '')).join(range ? ' to ' : ' and ');
  }
  if (months.length === 0 && year === undefined) return null;
  return {
    months: [...new Set(months)].toSorted((a, b) => a - b),
    year: year === undefined ? null : Number(year),
    words: [words, year].filter((part) => part !== undefined && part !== '').join(' '),
  };
}

const between = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from - 1) }, (_, index) => from + 1 + index);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
// "may" and "march" are also verbs: they count as months after a preposition or with a year or another month near.
const monthPattern = (month: string): RegExp =>
  month === 'may'
    ? /\b(?:in|for|of|during|since|until|by|and|to) may\b|\bmay (?:19|20)\d\d\b/
    : month === 'march'
      ? /\bmarch\b(?! (?:on|into))/
      : new RegExp(`\\b(?:${month}|${month.slice(0, 3)})\\b`);

/** Does a date cell ("2025-03", "March", "Q1 2025") fall into the period? */
export function isWithin(cell: string, period: Period): boolean {
  const text = cell.trim().toLowerCase();
  const year = /\b((?:19|20)\d\d)\b/.exec(text)?.[1];
  if (period.year !== null && year !== undefined && Number(year) !== period.year) return false;
  if (period.months.length === 0) return period.year !== null && year !== undefined;
  const quarter = /\bq([1-4])\b/.exec(text)?.[1];
  if (quarter !== undefined)
    return period.months.includes(Number(quarter) * 3 - 2) && period.months.length <= 3;
  const month = /^\d{4}-(\d{2})/.exec(text)?.[1] ?? /^(\d{1,2})\/\d{1,2}\/\d{2,4}$/.exec(text)?.[1];
  if (month !== undefined) return period.months.includes(Number(month));
  const named = MONTHS.findIndex((name) => text.startsWith(name.slice(0, 3)));
  return named >= 0 && period.months.includes(named + 1);
}

/** "2025-03" becomes "March 2025"; other cells stay as they are. */
export function wordedDate(cell: string): string {
  const match = /^(\d{4})-(\d{2})$/.exec(cell.trim());
  const month = MONTHS[Number(match?.[2] ?? 0) - 1];
  return match === null || month === undefined ? cell : `${capital(month)} ${match[1] ?? ''}`;
}
