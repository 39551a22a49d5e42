/**
 * The figures in a short text: what an expected fact and a claim are compared by. What cannot be read for certain
 * (ranges, dates, times, codes, powers, "14,2") is not read at all: it is then undecided, never guessed.
 */
import { NUMBER_WORDS, numberOfWords } from './claim-words.ts';

export interface ReadValue {
  /** In units of one: "14.2 million" is 14,200,000. */
  readonly value: number;
  /** The word or sign that stands with the figure, a currency included, as written; null for none. */
  readonly unit: string | null;
  /** The text itself marks it as approximate. */
  readonly approximate: boolean;
  /** Of figure, magnitude and unit within the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

const MAGNITUDES: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ['k', 1e3],
  ['thousand', 1e3],
  ['m', 1e6],
  ['mn', 1e6],
  ['million', 1e6],
  ['b', 1e9],
  ['bn', 1e9],
  ['billion', 1e9],
  ['t', 1e12],
  ['trillion', 1e12],
]);

const CURRENCY = String.raw`(?<currency>US\$|[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|CHF|INR)(?=[\s\d]))`;
/** "50.000" is fifty in one country and fifty thousand in another, "14 200" one number or two. */
const EITHER_WAY = String.raw`(?!\d{1,3}\s\d{3}(?!\d)|[1-9]\d{0,2}\.\d{3}(?!\d))`;
const DIGITS = String.raw`(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`;
/** What makes of the digits a part of something else: a range, a date, a time, a version, a code, a product. */
const NOT_WITHIN = String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}][-.,:/'^×]|\d\s?[×^]|\d\s(?=\d{3}(?!\d)))`;
const NOT_BEFORE = String.raw`(?![\p{N}^½¼¾]|[.,:/'×]\s?\d|\s?[×^]\s?\d|\s?-\s?[$€£]?\d|(?:st|nd|rd|th)\b)`;
const FIGURE = new RegExp(
  `${NOT_WITHIN}(?<sign>-)?(?:${CURRENCY}\\s?)?${EITHER_WAY}${DIGITS}${NOT_BEFORE}`,
  'gu',
);
const WORDS = new RegExp(String.raw`\b(?:${NUMBER_WORDS})(?:[-\s](?:and\s)?(?:${NUMBER_WORDS}))*\b`, 'giu');
const MAGNITUDE =
  /^(?<space>[\s-]?)(?<word>hundred|thousand|million|billion|trillion|mn|bn|[kmbt])(?!\p{L})/iu;
const UNIT =
  /^[-\s]?(?<unit>per\s?cent(?:age points?)?|percentage points?|[%‰]|°\s?[CFK]?|[\p{L}µ°]+(?:[23²³])?(?:\/\p{L}+)?)/iu;
/** Words that may follow any figure; two of them are units too. */
const NO_UNIT =
  /^(?:in|at|a|an|as|on|to|of|or|by|is|it|are|was|were|and|but|for|per|if|the|than|that|this|which|while|with|from|not|out|each|every|more|less|fewer|only|now|so|you|plus|about|between|when|who|also)$/i;
const APPROXIMATE =
  /(?:\b(?:about|approximately|approx\.?|roughly|around|circa|ca\.?|nearly|almost|close to|some|an? estimated|estimated at)|[~≈])\s*$/i;
const APPROXIMATE_AFTER = /^(?:-ish\b|\s*(?:or so|or thereabouts|give or take|approximately|approx\b))/i;

/** The figures of the text, in their order. */
export function readValues(text: string): readonly ReadValue[] {
  return [...figures(text), ...worded(text)].toSorted((one, other) => one.start - other.start);
}

function figures(text: string): ReadValue[] {
  return [...text.matchAll(FIGURE)].flatMap((match) => {
    const { sign = '', currency, digits = '' } = match.groups ?? {};
    const after = match.index + match[0].length;
    const plain = Number(digits.replaceAll(',', ''));
    return withUnit(text, {
      plain: sign === '' ? plain : -plain,
      start: match.index,
      after,
      currency: currency ?? null,
    });
  });
}

function worded(text: string): ReadValue[] {
  return [...text.matchAll(WORDS)].flatMap((match) => {
    const plain = numberOfWords(match[0]);
    // "one" alone is more often a pronoun than a number.
    if (plain === null || match[0].toLowerCase() === 'one') return [];
    return withUnit(text, {
      plain,
      start: match.index,
      after: match.index + match[0].length,
      currency: null,
    });
  });
}

interface Figure {
  readonly plain: number;
  readonly start: number;
  readonly after: number;
  readonly currency: string | null;
}

function withUnit(text: string, { plain, start, after, currency }: Figure): ReadValue[] {
  let end = after;
  let value = plain;
  const magnitude = MAGNITUDE.exec(text.slice(end));
  const { word = '', space = '' } = magnitude?.groups ?? {};
  // One letter is a magnitude beside a currency, or a capital right behind the digits; else it may be metre or kelvin.
  const isMagnitude =
    word.length > 1 || (word !== '' && (currency !== null || (/^[KMB]$/.test(word) && space === '')));
  if (magnitude !== null && isMagnitude) {
    value *= MAGNITUDES.get(word.toLowerCase()) ?? 1;
    end += magnitude[0].length;
  }
  const found = currency === null ? UNIT.exec(text.slice(end)) : null;
  const written = found?.groups?.['unit'] ?? null;
  const unit = written === null || NO_UNIT.test(written) ? null : written;
  if (found !== null && unit !== null) end += found[0].length;
  if (!Number.isFinite(value)) return [];
  const approximate =
    APPROXIMATE.test(text.slice(Math.max(0, start - 20), start)) ||
    APPROXIMATE_AFTER.test(text.slice(end, end + 16));
  return [{ value, unit: currency ?? unit, approximate, start, end }];
}
