/** Numbers of a text with what they measure. Reads English and continental notations. */
import { CURRENCY_SIGN, currencyOf } from './currencies.ts';
import { compoundOf, converted, isSameMeasure, measureOf, NO_UNIT, nounOf, shareOf, type Unit } from './units.ts';
import { guardOf, isFunctionWord } from './words.ts';

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
  /** How many significant digits were written. */
  readonly digits: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const NUMERAL =
  /(?<![\p{L}\p{N}_.,]|\p{L}-)(\d{1,3}(?:[,']\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?: \d{3})+(?:[,.]\d{1,2})?(?!\d)|\d+[.,]\d+|\d+|\.\d+)(?![\p{N}_]|[.,]\d)/gu;

const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mio: 1e6,
  mn: 1e6,
  mln: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
  tn: 1e12,
  trn: 1e12,
};

const APPROXIMATE =
  /(?:\b(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|some|nearly|almost|close to|just (?:over|under|above|below))\s+(?:a |the )?|~\s?)$/i;
const APPROXIMATE_AFTER = /^\s?(?:or so\b|or thereabouts\b|give or take\b|approximately\b|roughly\b|ish\b|-ish\b)/i;
const MIN_BOUND = /\b(?:at least|no less than|no fewer than|minimum(?: of)?|more than|over|from|above|>=?|≥)\s*(?:a |the )?$/i;
const MAX_BOUND =
  /\b(?:at most|up to|no more than|not more than|maximum(?: of)?|max\.?|less than|fewer than|under|below|until|within|limited to|<=?|≤)\s*(?:a |the |of )?$/i;
const MAX_AFTER = /^\s?(?:max(?:imum)?\b|at most\b|or (?:less|fewer)\b|tops\b)/i;
const MIN_AFTER = /^\s?(?:min(?:imum)?\b|at least\b|or more\b|\+(?!\d)|and (?:over|above|up)\b)/i;

/** The numeral's readings, the likelier first. */
function readNumeral(raw: string): number[] {
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

interface Behind {
  readonly unit: Unit;
  readonly per: string | null;
  /** Characters behind the numeral that belong to it. */
  readonly length: number;
}

const PER = /^\s?(?:\/\s?|per\s|a(?=\s(?:second|minute|hour|day|night|week|month|quarter|year|person|head)\b)\s|an(?=\shour\b)\s|each\s|every\s)(\p{L}+)/iu;
/** "7.8 tonnes of wheat per hectare". */
const PER_LATER = /^\sof(?:\s\p{L}+){1,2}\sper\s(\p{L}+)/iu;
const PER_ADVERB = /^\s?(hour|dai|week|month|quarter|year|annual)ly\b/i;

function shareBehind(text: string): { per: string | null; length: number } {
  const match = PER.exec(text) ?? PER_LATER.exec(text);
  if (match?.[1] !== undefined) return { per: shareOf(match[1]), length: match[0].length };
  const adverb = PER_ADVERB.exec(text);
  if (adverb?.[1] === undefined) return { per: null, length: 0 };
  const word = adverb[1].toLowerCase();
  return { per: shareOf(word === 'dai' ? 'day' : word === 'annual' ? 'year' : word), length: adverb[0].length };
}

/** The currency named behind a number: "Swiss francs", "US dollars", "EUR", "€". */
function currencyBehind(text: string): { codes: ReadonlySet<string>; length: number } | null {
  const sign = new RegExp(`^\\s?(?:${CURRENCY_SIGN.source})`, 'iu').exec(text);
  const signCodes = sign === null ? null : currencyOf(sign[0].trim());
  if (sign !== null && signCodes !== null) return { codes: signCodes, length: sign[0].length };
  const words = /^[ -]?((u\.s\.|\p{L}+)(?:[ -](\p{L}+))?)/iu.exec(text);
  if (words === null) return null;
  const [, two = '', one = ''] = words;
  for (const name of [two.replaceAll('-', ' ').replace(/^u\.s\./i, 'us'), one]) {
    const codes = currencyOf(name);
    if (codes !== null) return { codes, length: words[0].length - two.length + (name === one ? one.length : two.length) };
  }
  return null;
}

function measureBehind(text: string): Behind | null {
  const match = /^(\s|-)?(?:degrees?\s)?((?:[\p{L}°µΩ²³"]|\/(?=\p{L}))[\p{L}\p{M}°µ²³2-3]*(?:\/\p{L}+)?)/u.exec(text);
  if (match === null) return null;
  const [whole, gap, word = ''] = match;
  const attached = gap !== ' ';
  const compound = compoundOf(word);
  if (compound !== null) {
    const over = measureOf(compound[0], attached);
    return over === null ? null : { unit: over, per: shareOf(compound[1]), length: whole.length };
  }
  const two = /^\s([\p{L}]+\s\p{L}+)/u.exec(text);
  const unit = (two?.[1] === undefined ? null : measureOf(two[1].toLowerCase(), attached)) ?? measureOf(word, attached);
  if (unit === null) return null;
  const length = unit.kind === 'measure' && two?.[1]?.toLowerCase() === unit.unit ? two[0].length : whole.length;
  return { unit, ...added(shareBehind(text.slice(length)), length) };
}

const added = ({ per, length }: { per: string | null; length: number }, before: number): { per: string | null; length: number } => ({
  per,
  length: before + length,
});

/** "15 paid days": a measure one word further on. "14 containers", "340 full-time employees": what is counted. */
function nounsBehind(text: string): Behind {
  const run = /^(?:[ -]\p{L}[\p{L}\p{M}'-]*){1,4}/u.exec(text)?.[0] ?? '';
  const words = run.split(/[ ]|^-/).filter((word) => word !== '');
  const nouns: string[] = [];
  let length = 0;
  for (const [index, word] of words.entries()) {
    if (isFunctionWord(word) || guardOf(word) !== null) break;
    const measure = index === 1 ? measureOf(word, false) : null;
    length += word.length + 1;
    // The words stay words: fifteen paid days are not fifteen unpaid ones.
    if (measure !== null && word.length > 2) return { unit: measure, ...added(shareBehind(text.slice(length)), 0), length: 0 };
    nouns.push(nounOf(word));
  }
  if (nouns.length === 0) return { unit: NO_UNIT, ...shareBehind(text) };
  return { unit: { kind: 'counted', nouns }, ...added(shareBehind(text.slice(length)), 0) };
}

function readBehind(text: string, money: ReadonlySet<string> | null): Behind {
  const percent = /^\s?(?:%|per ?cent\b|percent(age)? points?\b|pct\b)|^[- ]percent(?:age)?\b/i.exec(text);
  if (percent !== null && money === null) {
    const points = /points?$/i.test(percent[0]);
    return { unit: { kind: 'percent', points }, ...added(shareBehind(text.slice(percent[0].length)), percent[0].length) };
  }
  const behind = currencyBehind(text);
  if (money !== null || behind !== null) {
    const length = behind?.length ?? 0;
    return { unit: { kind: 'money', codes: behind?.codes ?? money ?? new Set() }, ...added(shareBehind(text.slice(length)), length) };
  }
  return measureBehind(text) ?? nounsBehind(text);
}

function scaleBehind(text: string, isMoney: boolean): { scale: number; length: number } {
  const match = /^([ -]?)(thousand|millions?|billions?|trillions?|mio|mln|mn|bn|trn|tn|k|m|b)\b\.?/i.exec(text);
  if (match === null) return { scale: 1, length: 0 };
  const [whole, gap = '', word = ''] = match;
  const spelt = word.toLowerCase().replace(/s$/, '');
  // "5 m" is five metres; "$5 m" and "5M" are five million. "300 K" is a temperature, "300k" is not.
  if (/^[mb]$/.test(spelt) && !isMoney && (word !== word.toUpperCase() || gap !== '')) return { scale: 1, length: 0 };
  if (spelt === 'k' && gap !== '' && !isMoney) return { scale: 1, length: 0 };
  return { scale: SCALES[spelt] ?? 1, length: whole.length };
}

/** A currency sign or code before the numeral, with a sign before or behind it. */
const BEFORE = /(?<![\p{L}\p{N}])(-|minus |negative |\+|plus )?\s?(us\$|s?fr\.|[$€£¥₹₩₽₺]|\p{Lu}{3}(?=\s))?\s?([+-])?$/iu;

/** Every number of a text whose number words are already digits, and whose dates, times and codes are masked. */
export function readQuantities(text: string): Quantity[] {
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMERAL)) {
    const raw = match[0];
    const lead = BEFORE.exec(text.slice(Math.max(0, match.index - 14), match.index));
    const money = lead?.[2] === undefined ? null : currencyOf(lead[2]);
    const sign = /^(?:-|minus |negative )$/i.test(lead?.[1] ?? '') || lead?.[3] === '-' ? -1 : 1;
    const start = match.index - (money === null ? (lead?.[1] ?? '').length : (lead?.[0].trimStart().length ?? 0));
    const numeralEnd = match.index + raw.length;
    const rest = text.slice(numeralEnd, numeralEnd + 120);
    const scaled = scaleBehind(rest, money !== null || /^[ -]?\w{1,9}\.? ?[$€£]/.test(rest));
    const behind = readBehind(rest.slice(scaled.length), money);
    const end = numeralEnd + scaled.length + behind.length;
    const written = writtenDigits(raw);
    const around = readAround(text, start, end);
    found.push({
      kind: 'quantity',
      readings: readNumeral(raw).map((value) => sign * value * scaled.scale),
      to: null,
      unit: behind.unit,
      per: behind.per,
      bound: around.bound,
      approximate: around.approximate,
      halfStep: written.halfStep * scaled.scale,
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
  const [minAfter, maxAfter, aboutAfter] = [MIN_AFTER, MAX_AFTER, APPROXIMATE_AFTER].map((pattern) => pattern.exec(after));
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
  const sharesUnit = low.unit.kind === 'none' || sameKind(low.unit, high.unit);
  if (!sharesUnit || (high.readings[0] ?? 0) <= (low.readings[0] ?? 0)) return null;
  const bound = /\bfrom\s$/i.test(text.slice(0, low.start)) ? null : low.bound;
  // "15–18 million": the scale behind the second holds for both.
  const scale = low.unit.kind === 'none' && high.halfStep >= 500 && low.halfStep < 1 ? 2 * high.halfStep : 1;
  return {
    ...high,
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
  return { ...small, readings: [total], bound: big.bound, approximate: big.approximate, digits: 9, text: text.slice(big.start, small.end), start: big.start };
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
