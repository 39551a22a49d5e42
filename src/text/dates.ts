/** Calendar dates in the notations people use, and the text without them. */

export interface DateMention {
  readonly year: number | null;
  /** 1–12. */
  readonly month: number;
  readonly day: number | null;
  /** The other reading of 03/04/2024, when both are possible. */
  readonly swapped: { readonly month: number; readonly day: number } | null;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LOCAL_MONTHS: Readonly<Record<string, number>> = {
  januar: 1,
  januari: 1,
  enero: 1,
  janvier: 1,
  februar: 2,
  febrero: 2,
  février: 2,
  märz: 3,
  marzo: 3,
  mars: 3,
  abril: 4,
  avril: 4,
  mai: 5,
  mayo: 5,
  juni: 6,
  junio: 6,
  juin: 6,
  juli: 7,
  julio: 7,
  juillet: 7,
  agosto: 8,
  août: 8,
  septiembre: 9,
  septembre: 9,
  oktober: 10,
  octubre: 10,
  octobre: 10,
  noviembre: 11,
  novembre: 11,
  dezember: 12,
  diciembre: 12,
  décembre: 12,
};
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|' +
  `${Object.keys(LOCAL_MONTHS).join('|')})\\.?`;
const DAY = '([0-3]?\\d)(?:st|nd|rd|th|\\.)?';
const YEAR = '((?:19|20)\\d{2})';

function monthNumber(name: string): number {
  const lower = name.toLowerCase();
  return LOCAL_MONTHS[lower] ?? MONTHS.indexOf(lower.slice(0, 3)) + 1;
}

interface Reading {
  readonly year: number | null;
  readonly month: number;
  readonly day: number | null;
}

const FORMS: readonly { readonly pattern: RegExp; readonly read: (groups: readonly string[]) => Reading }[] =
  [
    {
      pattern: new RegExp(`\\b${YEAR}[-/.]([01]?\\d)[-/.]([0-3]?\\d)(?!\\d)`, 'gi'),
      read: ([year = '', month = '', day = '']) => ({
        year: Number(year),
        month: Number(month),
        day: Number(day),
      }),
    },
    {
      pattern: new RegExp(`(?<![\\d./-])([0-3]?\\d)[./-]([0-3]?\\d)[./-]((?:19|20)?\\d{2})(?![\\d/-])`, 'gi'),
      read: ([day = '', month = '', year = '']) => ({
        year: Number(year.length === 2 ? `20${year}` : year),
        month: Number(month),
        day: Number(day),
      }),
    },
    {
      pattern: new RegExp(`\\b${MONTH}\\s+${DAY}(?:\\s*,\\s*|\\s+)${YEAR}\\b`, 'giu'),
      read: ([month = '', day = '', year = '']) => ({
        year: Number(year),
        month: monthNumber(month),
        day: Number(day),
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\d)${DAY}\\s+(?:of\\s+|de\\s+)?${MONTH}(?:\\s*,\\s*|\\s+(?:de\\s+)?)${YEAR}\\b`,
        'giu',
      ),
      read: ([day = '', month = '', year = '']) => ({
        year: Number(year),
        month: monthNumber(month),
        day: Number(day),
      }),
    },
    {
      pattern: new RegExp(`\\b${YEAR}\\s+${MONTH}\\s+${DAY}\\b`, 'giu'),
      read: ([year = '', month = '', day = '']) => ({
        year: Number(year),
        month: monthNumber(month),
        day: Number(day),
      }),
    },
    {
      pattern: new RegExp(
        `\\b${MONTH}\\s+${DAY}(?![\\d.,]*\\d|\\s*(?:%|percent|jobs|million|people))`,
        'giu',
      ),
      read: ([month = '', day = '']) => ({ year: null, month: monthNumber(month), day: Number(day) }),
    },
    {
      pattern: new RegExp(`(?<![\\d.,])${DAY}\\s+(?:of\\s+)?${MONTH}(?![\\p{L}])`, 'giu'),
      read: ([day = '', month = '']) => ({ year: null, month: monthNumber(month), day: Number(day) }),
    },
    {
      pattern: new RegExp(`\\b${MONTH}(?:\\s*,?\\s+(?:of\\s+)?)${YEAR}\\b`, 'giu'),
      read: ([month = '', year = '']) => ({ year: Number(year), month: monthNumber(month), day: null }),
    },
    {
      pattern: new RegExp(`\\b${YEAR}-([01]\\d)(?![\\d-])`, 'g'),
      read: ([year = '', month = '']) => ({ year: Number(year), month: Number(month), day: null }),
    },
  ];

function valid(reading: Reading): boolean {
  return (
    reading.month >= 1 &&
    reading.month <= 12 &&
    (reading.day === null || (reading.day >= 1 && reading.day <= 31))
  );
}

/** Dates with at least a month and a day or a year. A bare month or year is not one. */
export function datesIn(text: string): DateMention[] {
  const result: DateMention[] = [];
  if (!/\d/.test(text)) return result;
  for (const { pattern, read } of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (result.some((other) => start < other.end && other.start < end)) continue;
      const reading = read(match.slice(1));
      const swapped: Reading = { year: reading.year, month: reading.day ?? 0, day: reading.month };
      const numeric = /^\d{1,2}[./-]\d{1,2}[./-]/.test(match[0]);
      if (valid(reading)) {
        const other = numeric && valid(swapped) && swapped.month !== reading.month;
        result.push({
          ...reading,
          swapped: other ? { month: swapped.month, day: reading.month } : null,
          text: match[0],
          start,
          end,
        });
      } else if (numeric && valid(swapped)) {
        result.push({ ...swapped, swapped: null, text: match[0], start, end });
      }
    }
  }
  return result.toSorted((a, b) => a.start - b.start);
}

/** Do two dates name the same day (or month, where one gives no day)? A missing year matches any. */
export function sameDate(a: DateMention, b: DateMention): boolean {
  if (a.year !== null && b.year !== null && a.year !== b.year) return false;
  const same = (
    x: { month: number; day: number | null },
    y: { month: number; day: number | null },
  ): boolean => x.month === y.month && (x.day === null || y.day === null || x.day === y.day);
  return (
    same(a, b) || (a.swapped !== null && same(a.swapped, b)) || (b.swapped !== null && same(a, b.swapped))
  );
}

/** The text with dates and lone years blanked, so that a number reader does not take them for quantities. */
export function withoutDates(text: string): string {
  let result = text;
  for (const date of datesIn(text)) {
    result = result.slice(0, date.start) + date.text.replace(/[\d.,/-]/g, '_') + result.slice(date.end);
  }
  return result
    .replace(
      /(?<![\d$€£.,_]|\$\s)(?:19|20)\d{2}(?:\s?[-–/]\s?(?:(?:19|20)\d{2}|\d{2}))?(?![\d%]|[.,]\d|\s?(?:%|percent|per cent|units?|jobs|employees|people|dollars|million|billion|thousand|k\b|MHz|integrations|days|deaths))/gi,
      (year) => year.replace(/\d/g, '_'),
    )
    .replace(/(?<!\d)\d{1,2}[-–/]\d{2}(?=\s+(?:flu\s+)?season)/gi, (years) => years.replace(/\d/g, '_'))
    .replace(/\b\d{1,2}(?::\d{2})?\s?(?:[ap]\.?m\.?)(?![a-z])/gi, (time) => time.replace(/\d/g, '_'))
    .replace(/\b\d{1,2}:\d{2}\b/g, (time) => time.replace(/\d/g, '_'));
}
