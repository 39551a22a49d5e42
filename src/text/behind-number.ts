/** What stands behind a number: its scale, its unit, what it counts, what it is a share of. */
import { CURRENCY_SIGN, currencyOf } from './currencies.ts';
import { compoundOf, measureOf, NO_UNIT, nounOf, shareOf, type Unit } from './units.ts';
import { guardOf, isFunctionWord } from './words.ts';

const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  lakh: 1e5,
  crore: 1e7,
  k: 1e3,
  million: 1e6,
  mio: 1e6,
  mn: 1e6,
  mln: 1e6,
  m: 1e6,
  mm: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
  tn: 1e12,
  trn: 1e12,
  t: 1e12,
};

export interface Behind {
  readonly unit: Unit;
  readonly per: string | null;
  /** Characters behind the numeral that belong to it. */
  readonly length: number;
}

const PER =
  /^\s?(?:\/\s?|per\s|a(?=\s(?:second|minute|hour|day|night|week|month|quarter|year|person|head)\b)\s|an(?=\shour\b)\s|each\s|every\s)(\p{L}+)/iu;
/** "7.8 tonnes of wheat per hectare". */
const PER_LATER = /^\sof(?:\s\p{L}+){1,2}\sper\s(\p{L}+)/iu;
const PER_ADVERB = /^\s?(hour|dai|week|month|quarter|year|annual)ly\b/i;

function shareBehind(text: string): { per: string | null; length: number } {
  const match = PER.exec(text) ?? PER_LATER.exec(text);
  if (match?.[1] !== undefined) return { per: shareOf(match[1]), length: match[0].length };
  const adverb = PER_ADVERB.exec(text);
  if (adverb?.[1] === undefined) return { per: null, length: 0 };
  const word = adverb[1].toLowerCase();
  return {
    per: shareOf(word === 'dai' ? 'day' : word === 'annual' ? 'year' : word),
    length: adverb[0].length,
  };
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
    if (codes !== null)
      return { codes, length: words[0].length - two.length + (name === one ? one.length : two.length) };
  }
  return null;
}

function measureBehind(text: string): Behind | null {
  const match =
    /^(\s|-)?(?:degrees?\s)?((?:[\p{L}°µΩ²³"]|\/(?=\p{L}))[\p{L}\p{M}°µ²³2-3]*(?:\/\p{L}+)?)/u.exec(text);
  if (match === null) return null;
  const [whole, gap, word = ''] = match;
  const attached = gap !== ' ';
  const compound = compoundOf(word);
  if (compound !== null) {
    const over = measureOf(compound[0], attached);
    return over === null ? null : { unit: over, per: shareOf(compound[1]), length: whole.length };
  }
  const two = /^\s([\p{L}]+\s\p{L}+)/u.exec(text);
  const unit =
    (two?.[1] === undefined ? null : measureOf(two[1].toLowerCase(), attached)) ?? measureOf(word, attached);
  if (unit === null) return null;
  const length =
    unit.kind === 'measure' && two?.[1]?.toLowerCase() === unit.unit ? two[0].length : whole.length;
  return { unit, ...added(shareBehind(text.slice(length)), length) };
}

const added = (
  { per, length }: { per: string | null; length: number },
  before: number,
): { per: string | null; length: number } => ({
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
    if (measure !== null && word.length > 2)
      return { unit: measure, ...added(shareBehind(text.slice(length)), 0), length: 0 };
    nouns.push(nounOf(word));
  }
  if (nouns.length === 0) return { unit: NO_UNIT, ...shareBehind(text) };
  return { unit: { kind: 'counted', nouns }, ...added(shareBehind(text.slice(length)), 0) };
}

/** "13.5 % by volume": what the parts are measured by belongs to the sign. */
const PERCENT =
  /^(?:\s?(?:%|per ?cent\b|percent(age)? points?\b|pct\b)|[- ]percent(?:age)?\b)(?: (?:by (?:volume|weight|mass)|vol\b\.?|abv\b))?/i;

/** The unit and the share behind a number; `money` is the currency written before it. */
export function readBehind(text: string, money: ReadonlySet<string> | null): Behind {
  const percent = PERCENT.exec(text);
  if (percent !== null && money === null) {
    const points = /points?\b/i.test(percent[0]);
    return {
      unit: { kind: 'percent', points },
      ...added(shareBehind(text.slice(percent[0].length)), percent[0].length),
    };
  }
  const behind = currencyBehind(text);
  if (money !== null || behind !== null) {
    const length = behind?.length ?? 0;
    return {
      unit: { kind: 'money', codes: behind?.codes ?? money ?? new Set() },
      ...added(shareBehind(text.slice(length)), length),
    };
  }
  return measureBehind(text) ?? nounsBehind(text);
}

/** "million" as 1e6, with the characters that it takes. */
export function scaleBehind(text: string, isMoney: boolean): { scale: number; length: number } {
  const match =
    /^([ -]?)(hundred|thousand|lakh|crore|millions?|billions?|trillions?|mio|mln|mn|bn|trn|tn|k|mm|m|b|t)\b\.?/i.exec(
      text,
    );
  if (match === null) return { scale: 1, length: 0 };
  const [whole, gap = '', word = ''] = match;
  const spelt = word.toLowerCase().replace(/s$/, '');
  // "5 m" is five metres; "$5 m" and "5M" are five million. "300 K" is a temperature, "300k" is not.
  if (/^[mb]$/.test(spelt) && !isMoney && (word !== word.toUpperCase() || gap !== ''))
    return { scale: 1, length: 0 };
  // Millimetres and tonnes, save behind a currency: "$11.5mm", "$28.2T".
  if (/^(?:mm|t)$/.test(spelt) && !(isMoney && (spelt === 'mm' || word === 'T')))
    return { scale: 1, length: 0 };
  if (spelt === 'k' && gap !== '' && !isMoney) return { scale: 1, length: 0 };
  return { scale: SCALES[spelt] ?? 1, length: whole.length };
}
