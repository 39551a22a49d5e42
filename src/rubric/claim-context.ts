/** What stands around a figure and changes what it says: "over", "or more", "per month", "and a half". */
import type { ReadValue } from './claim-value.ts';

export interface FigureContext {
  /** A bound, not a value: "at least 10", "under 5 %", "500+". */
  readonly isBound: boolean;
  /** Of a rate, what it is taken over: `month`, `year`; null for no rate. */
  readonly rate: string | null;
  /** The figure goes on in a way that is not read: "2 and a half days". */
  readonly isCutOff: boolean;
}

const BOUND_BEFORE =
  /(?:\b(?:over|more than|greater than|above|beyond|at least|at most|a minimum of|a maximum of|up to|as many as|under|less than|fewer than|below|no more than|no less than|exceed(?:s|ed|ing)?|between|within)|[<>≥≤])\s*$/i;
const BOUND_AFTER =
  /^(?:\+|\s*(?:or|and) (?:more|less|fewer|above|below|over|under|up|higher|lower)\b|\s*plus\b)/i;
const RATE =
  /^\s?(?:(?:\/|per |an? |each |every )\s?(?<unit>\p{L}+)|(?<adverb>hourly|daily|weekly|monthly|quarterly|yearly|annually|p\.a\.))/iu;
const CUT_OFF =
  /^(?:\s?(?:and|&) (?:a |an |one |three )?(?:half|quarter|thirds?|quarters)\b|\s?[½¼¾⅓⅔]|\s\d+\/\d)/i;
const PERIODS: ReadonlyMap<string, string> = new Map([
  ['hourly', 'hour'],
  ['daily', 'day'],
  ['weekly', 'week'],
  ['monthly', 'month'],
  ['quarterly', 'quarter'],
  ['yearly', 'year'],
  ['annually', 'year'],
  ['annum', 'year'],
  ['p.a.', 'year'],
]);
/** Of the words before a figure: enough for the longest of them. */
const BEFORE = 20;
const AFTER = 24;

export function contextOf(text: string, { start, end }: ReadValue): FigureContext {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const after = text.slice(end, end + AFTER);
  const { unit, adverb } = RATE.exec(after)?.groups ?? {};
  const over = (unit ?? adverb)?.toLowerCase() ?? null;
  return {
    isBound: BOUND_BEFORE.test(before) || BOUND_AFTER.test(after),
    rate: over === null ? null : (PERIODS.get(over) ?? over),
    isCutOff: CUT_OFF.test(after),
  };
}

/** The figure with the words around it that change what it says. */
export function spanInContext(text: string, { start, end }: ReadValue): { start: number; end: number } {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const after = text.slice(end, end + AFTER);
  const head = BOUND_BEFORE.exec(before)?.[0].length ?? 0;
  const tail = Math.max(
    0,
    ...[BOUND_AFTER, RATE, CUT_OFF].map((words) => words.exec(after)?.[0].length ?? 0),
  );
  return { start: start - head, end: end + tail };
}
