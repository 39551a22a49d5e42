/** Numbers of a text with what they measure. Reads English and continental notations. */
import { readBehind, scaleBehind } from './behind-number.ts';
import { currencyOf } from './currencies.ts';
import { converted, isSameMeasure, type Unit } from './units.ts';

export interface Quantity {
  readonly kind: 'quantity';
  /** "50.000" may be fifty or fifty thousand: every reading, the likelier one first. Scales are multiplied in. */
  readonly readings: readonly number[];
  /** The upper end of a range, in the same unit; null for a single value. */
  readonly to: readonly number[] | null;
  readonly unit: Unit;
  /** What it is a share of: "month" for $49 per month. */
  readonly per: string | null;
  /** "at least" and "at most". */
  readonly bound: 'min' | 'max' | null;
  /** Called approximate: about, roughly, ~. */
  readonly approximate: boolean;
  /** Half of the last written digit's worth: 0.05 for 14.2, 50,000 for 14.2 million. */
  readonly halfStep: number;
  /** What a scale word multiplied the written figure by: 1,000,000 for "14.2 million". */
  readonly scale: number;
  /** How many significant digits were written. */
  readonly digits: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const GROUPED = String.raw`\d{1,3}(?:[,']\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}`;
const SPACED = String.raw`\d{1,3}(?: \d{3})+(?:[,.]\d{1,2})?(?!\d)`;
const NUMERAL = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.,]|\p{L}-)(${GROUPED}|${SPACED}|\d+[.,]\d+|\d+|\.\d+)(?![\p{N}_]|[.,]\d)`,
  'gu',
);

const APPROXIMATE =
  /(?:\b(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|some|nearly|almost|close to|just (?:over|under|above|below))\s+(?:a |the )?|~\s?)$/i;
const APPROXIMATE_AFTER =
  /^\s?(?:or so\b|or thereabouts\b|give or take\b|approximately\b|roughly\b|ish\b|-ish\b)/i;
const MIN_BOUND =
  /\b(?:at least|no less than|no fewer than|minimum(?: of)?|more than|over|from|above|>=?|≥)\s*(?:a |the )?$/i;
const MAX_BOUND =
  /\b(?:at most|(?<!\b(?:adds?|adding|comes?|sums?|summing|amounts?) )up to|no more than|not more than|maximum(?: of)?|max\.?|less than|fewer than|under|below|until|within|limited to|<=?|≤)\s*(?:a |the |of )?$/i;
const MAX_AFTER = /^\s?(?:max(?:imum)?\b|at most\b|or (?:less|fewer)\b|tops\b)/i;
const MIN_AFTER = /^\s?(?:min(?:imum)?\b|at least\b|or more\b|\+(?!\d)|and (?:over|above|up)\b)/i;

/** The numeral's readings, the likelier first. "'84" may be a year. */
function readNumeral(raw: string, before: string): number[] {
  if (/^\d\d$/.test(raw) && /(?:^|\s)'$/.test(before))
    return [Number(raw), Number(`${raw < '50' ? 20 : 19}${raw}`)];
  const text = raw.replaceAll(/['\s]/g, '');
  const english = Number(text.replaceAll(',', ''));
  const continental = Number(text.replaceAll('.', '').replace(',', '.'));
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(text) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return [continental];
  if (/^\d+,\d+$/.test(text)) return /^\d{1,3},\d{3}$/.test(text) ? [english, continental] : [continental];
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(text)) return [english, continental];
  return [english];
}

function writtenDigits(raw: string): { halfStep: number; digits: number } {
  const fraction = /[.,](\d+)$/.exec(raw)?.[1];
  const isFraction = fraction !== undefined && !(fraction.length === 3 && /^[1-9]\d{0,2}[.,]/.test(raw));
  return {
    halfStep: 0.5 * 10 ** (isFraction ? -fraction.length : 0),
    digits: raw.replaceAll(/\D/g, '').replace(/^0+/, '').length,
  };
}

/** A currency sign or code before the numeral, with a sign before or behind it. */
const BEFORE =
  /(?<![\p{L}\p{N}])(-|minus |negative |\+|plus )?\s?(us\$|s?fr\.|[$€£¥₹₩₽₺]|\p{Lu}{3}(?=\s))?\s?([+-])?$/iu;

/** Every number of a text whose number words are already digits, and whose dates, times and codes are masked. */
export function readQuantities(text: string): Quantity[] {
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMERAL)) {
    const raw = match[0];
    const lead = BEFORE.exec(text.slice(Math.max(0, match.index - 14), match.index));
    const money = lead?.[2] === undefined ? null : currencyOf(lead[2]);
    const sign = /^(?:-|minus |negative )$/i.test(lead?.[1] ?? '') || lead?.[3] === '-' ? -1 : 1;
    const start =
      match.index - (money === null ? (lead?.[1] ?? '').length : (lead?.[0].trimStart().length ?? 0));
    const numeralEnd = match.index + raw.length;
    const rest = text.slice(numeralEnd, numeralEnd + 120);
    const scaled = scaleBehind(rest, money !== null || /^[ -]?\w{1,9}\.? ?[$€£]/.test(rest));
    const behind = readBehind(rest.slice(scaled.length), money);
    const end = numeralEnd + scaled.length + behind.length;
    const written = writtenDigits(raw);
    const around = readAround(text, start, end);
    found.push({
      kind: 'quantity',
      readings: readNumeral(raw, text.slice(0, match.index)).map((value) => sign * value * scaled.scale),
      to: null,
      unit: behind.unit,
      per: behind.per,
      bound: around.bound,
      approximate: around.approximate,
      halfStep: written.halfStep * scaled.scale,
      scale: scaled.scale,
      digits: written.digits,
      text: text.slice(start, end),
      start: around.start,
      end: around.end,
    });
  }
  return joined(text, found);
}

/** "at least", "about" and the like belong to the value: their words say nothing else. */
function readAround(
  text: string,
  start: number,
  end: number,
): { bound: Quantity['bound']; approximate: boolean; start: number; end: number } {
  const before = text.slice(Math.max(0, start - 40), start);
  const after = text.slice(end, end + 40);
  const [min, max, about] = [MIN_BOUND, MAX_BOUND, APPROXIMATE].map((pattern) => pattern.exec(before));
  const [minAfter, maxAfter, aboutAfter] = [MIN_AFTER, MAX_AFTER, APPROXIMATE_AFTER].map((pattern) =>
    pattern.exec(after),
  );
  const longest = (matches: readonly (RegExpExecArray | null | undefined)[]): number =>
    Math.max(0, ...matches.map((match) => match?.[0].length ?? 0));
  return {
    bound: max || maxAfter ? 'max' : min || minAfter ? 'min' : null,
    approximate: Boolean(about || aboutAfter),
    start: start - longest([min, max, about]),
    end: end + longest([minAfter, maxAfter, aboutAfter]),
  };
}

/** Two numbers that make one value: a range ("15–18 %"), or a length of parts ("2 hours 22 minutes"). */
function joined(text: string, parts: readonly Quantity[]): Quantity[] {
  const result: Quantity[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    const one = last === undefined ? null : (asRange(text, last, part) ?? asSum(text, last, part));
    if (one === null) result.push(part);
    else result.splice(-1, 1, one);
  }
  return result;
}

function asRange(text: string, low: Quantity, high: Quantity): Quantity | null {
  if (low.to !== null) return null;
  const between = text.slice(low.end, high.start);
  const isDash = /^\s?(?:\u2013|-)\s?$/.test(between);
  const isWorded =
    /^\s(?:to|through)\s$/.test(between) ||
    (/^\sand\s$/.test(between) && /\bbetween\s(?:\S{1,4}\s)?$/i.test(text.slice(0, low.start)));
  if (!isDash && !isWorded) return null;
  // "$15–18 million": the sign before the first holds for both.
  const hasSignAhead = low.unit.kind === 'money' && high.unit.kind === 'none';
  const sharesUnit = low.unit.kind === 'none' || hasSignAhead || sameKind(low.unit, high.unit);
  if (!sharesUnit || (high.readings[0] ?? 0) <= (low.readings[0] ?? 0)) return null;
  const bound = /\bfrom\s$/i.test(text.slice(0, low.start)) ? null : low.bound;
  // "15–18 million": the scale behind the second holds for both.
  const isBelow = (low.readings[0] ?? 0) <= (high.readings[0] ?? 0) / high.scale;
  const sharesScale = low.unit.kind === 'none' || (low.unit.kind === 'money' && isDash && isBelow);
  const scale = low.scale === 1 && sharesScale ? high.scale : 1;
  return {
    ...high,
    ...(hasSignAhead ? { unit: low.unit } : {}),
    readings: low.readings.map((value) => value * scale),
    to: high.readings,
    bound,
    approximate: low.approximate || high.approximate,
    text: text.slice(low.start, high.end),
    start: low.start,
  };
}

function sameKind(one: Unit, other: Unit): boolean {
  return one.kind === other.kind;
}

function asSum(text: string, big: Quantity, small: Quantity): Quantity | null {
  if (big.unit.kind !== 'measure' || small.unit.kind !== 'measure' || big.to !== null) return null;
  if (!/^(?:,? and |, | |)$/.test(text.slice(big.end, small.start))) return null;
  const total = sumOf(big, small);
  if (total === null) return null;
  return {
    ...small,
    readings: [total],
    bound: big.bound,
    approximate: big.approximate,
    digits: 9,
    text: text.slice(big.start, small.end),
    start: big.start,
  };
}

/** null unless both measure the same, the second in a smaller unit and less than one of the first. */
function sumOf(big: Quantity, small: Quantity): number | null {
  if (big.unit.kind !== 'measure' || small.unit.kind !== 'measure') return null;
  if (!isSameMeasure(big.unit.unit, small.unit.unit)) return null;
  const [one, other] = [big.readings[0], small.readings[0]];
  if (one === undefined || other === undefined) return null;
  const inSmall = converted(1, big.unit.unit, small.unit.unit);
  return inSmall > 1 && other < inSmall ? one * inSmall + other : null;
}
