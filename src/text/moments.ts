/** Calendar dates and clock times of a text. Dates in words are read by chrono-node. */
// English alone: the package's main entry loads every language, which takes longer than all else a worker loads.
import { strict } from 'chrono-node/en';

export interface CalendarDate {
  readonly kind: 'date';
  /** "03/04/2026" may be April 3rd or March 4th: every reading. A missing part is null. */
  readonly readings: readonly {
    readonly year: number | null;
    readonly month: number;
    readonly day: number | null;
  }[];
  /** The first three letters of the weekday that is written before it, lower case. */
  readonly weekday: string | null;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface ClockTime {
  readonly kind: 'time';
  /** Minutes since midnight; with seconds as a fraction. */
  readonly minutes: number;
  /** False for "5:45", which may be in the afternoon. */
  readonly definite: boolean;
  readonly zone: string | null;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const NUMERIC =
  /(?<![\d./-])(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\6(\d{4}|\d{2}(?!\d))|(\d{1,2})\/(\d{1,2}))(?=T\d|[^\d/-]|$)(?!\.\d)/g;
const WEEKDAY = /(?:\b(?:on )?(mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?,?\s+(?:the\s+)?)$/i;
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const MONTH_AND_YEAR = new RegExp(`\\b(${MONTHS.join('|')}),?\\s+(?:of\\s+)?(\\d{4})\\b`, 'gi');

const NAMES_MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

function numericReadings(match: RegExpExecArray): CalendarDate['readings'] {
  const [year, month, day] = [match[1], match[3], match[4]].map(Number);
  if (match[1] !== undefined && year && month && day) return [{ year, month, day }];
  const [a, b] =
    match[9] === undefined ? [Number(match[5]), Number(match[7])] : [Number(match[9]), Number(match[10])];
  const written = match[8];
  const known = written === undefined ? null : Number(written.length === 2 ? `20${written}` : written);
  const readings = [{ year: known, month: b, day: a }];
  // A stop between the parts is the continental notation: the day comes first.
  if (match[6] !== '.' && a !== b) readings.push({ year: known, month: a, day: b });
  return readings;
}

function dateIn(
  readings: CalendarDate['readings'],
  text: string,
  start: number,
  weekday: string | null = null,
): CalendarDate {
  return { kind: 'date', readings, weekday, text, start, end: start + text.length };
}

/** Every date of a text; "today" and "next week" are none. */
export function readDates(text: string): CalendarDate[] {
  const found: CalendarDate[] = [];
  for (const match of text.matchAll(NUMERIC)) {
    const readings = numericReadings(match).filter(
      ({ month, day }) => month >= 1 && month <= 12 && day !== null && day >= 1 && day <= 31,
    );
    if (readings.length > 0) found.push(dateIn(readings, match[0], match.index));
  }
  for (const { index, text: written, start } of strict.parse(text)) {
    const isKnown = start.isCertain('month') && start.isCertain('day') && NAMES_MONTH.test(written);
    const [month, day] = [start.get('month'), start.get('day')];
    if (!isKnown || month === null || day === null) continue;
    const year = start.isCertain('year') ? start.get('year') : null;
    const weekday = /^(?:on )?(mon|tue|wed|thu|fri|sat|sun)/i.exec(written)?.[1]?.toLowerCase();
    add(found, dateIn([{ year, month, day }], written, index, weekday));
  }
  for (const match of text.matchAll(MONTH_AND_YEAR)) {
    const month = MONTHS.indexOf((match[1] ?? '').toLowerCase()) + 1;
    add(found, dateIn([{ year: Number(match[2]), month, day: null }], match[0], match.index));
  }
  return found.map((date) => withWeekday(text, date)).toSorted((a, b) => a.start - b.start);
}

function add(found: CalendarDate[], date: CalendarDate): void {
  if (!found.some(({ start, end }) => start < date.end && date.start < end)) found.push(date);
}

function withWeekday(text: string, date: CalendarDate): CalendarDate {
  const lead = WEEKDAY.exec(text.slice(0, date.start));
  return lead === null
    ? date
    : { ...date, weekday: (lead[1] ?? '').slice(0, 3).toLowerCase(), start: lead.index };
}

const MERIDIEM = String.raw`(a\.?m\b\.?|p\.?m\b\.?)`;
const DAYTIME = String.raw`in the (?:early |late )?(?:morning|afternoon|evening)`;
const TIME = new RegExp(
  [
    String.raw`(?<![\d.,:])(?:(\d{1,2})[:h](\d{2})(?!\d|[.,]\d)(?::(\d{2}))?(?:\s?(?:hrs?|hours|uhr)\b)?(?:\s?${MERIDIEM})?`,
    String.raw`|(\d{1,2})(?:\.(\d{2}))?\s?${MERIDIEM}`,
    String.raw`|(\d{1,2})(?:\s?(?:o'clock|uhr\b)|(?=\sin the (?:morning|afternoon|evening)\b))`,
    String.raw`|\b(noon|midnight)\b)`,
    String.raw`((?:\so'clock)?(?:,?\s(?:${DAYTIME}|at night))?)`,
    String.raw`(?:\s?\(?(utc|gmt|z|[ecmp][sd]t|cest|cet|bst)\b\)?)?`,
  ].join(''),
  'giu',
);

/** Every clock time of a text. */
export function readTimes(text: string): ClockTime[] {
  const found: ClockTime[] = [];
  for (const match of text.matchAll(TIME)) {
    const word = match[9]?.toLowerCase();
    const hour = word === undefined ? Number(match[1] ?? match[5] ?? match[8]) : 12;
    const minute = Number(match[2] ?? match[6] ?? 0) + Number(match[3] ?? 0) / 60;
    if (hour > 24 || minute >= 60) continue;
    const half = halfOfDay(match[4] ?? match[7], match[10] ?? '', word);
    const isWritten24 = half === null && (hour > 12 || hour === 0 || (match[1] ?? '').startsWith('0'));
    const at = half === null ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
    found.push({
      kind: 'time',
      minutes: 60 * (at % 24) + minute,
      definite: half !== null || isWritten24,
      zone: match[11] === undefined ? null : match[11].toLowerCase().replace(/^z$|^gmt$/, 'utc'),
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return found;
}

function halfOfDay(
  meridiem: string | undefined,
  phrase: string,
  word: string | undefined,
): 'am' | 'pm' | null {
  if (word !== undefined) return word === 'noon' ? 'pm' : 'am';
  if (meridiem !== undefined) return /^a/i.test(meridiem) ? 'am' : 'pm';
  if (/morning/i.test(phrase)) return 'am';
  return /afternoon|evening/i.test(phrase) ? 'pm' : null;
}
