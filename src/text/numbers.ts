/** Numbers of a text with their scale, unit and place. Reads English and continental notations. */
import { maskedNames } from './labels.ts';
import { currencyOf, PLAIN, scaleOf, type Unit, UNIT_AFTER, unitOf } from './units.ts';

export interface NumberMention {
  /** In the unit's base (14.2 million → 14,200,000). */
  readonly value: number;
  /** Other readings: "50.000" may be fifty or fifty thousand. */
  readonly readings: readonly number[];
  readonly unit: Unit;
  /** A scale word or letter was written ("million", "k"). */
  readonly scaled: boolean;
  /** Written as a share of a period or a head: "month" for $49/month. */
  readonly per: string | null;
  /** The noun behind it: "employees" for 340 employees. */
  readonly noun: string | null;
  /** Said to be approximate: about, roughly, ~. */
  readonly approximate: boolean;
  /** Written with + or −, or said to be down: −1 for "down 100,000", 1 for "+47,000", 0 when nothing is said. */
  readonly sign: -1 | 0 | 1;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const DIGITS =
  /(?<![\p{L}\p{N}_.,]|[\p{L}_]-)((?<![\p{L}\p{N}%)])[+-])?\s?(us\$|usd\s?|eur\s?|gbp\s?|\$|€|£|¥|₹)?\s?([+-])?(\d{1,3}(?:[,']\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?: \d{3})+(?:[,.]\d{1,2})?(?!\d)|\d+[.,]\d+|\d+|\.\d+)(?![\p{N}_])/giu;

const APPROXIMATE_BEFORE =
  /(?:\b(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|c\.|some|nearly|almost|close to|near|in the region of|in the neighbou?rhood of|in the ballpark of|on the order of|an? estimated|estimated(?: at)?|just (?:over|under|above|below|shy of)|a (?:bit|little) (?:over|under|more than|less than|above|below)|slightly (?:over|under|more than|less than|above|below)|well over|rund|etwa|ungefähr|environ)\s+(?:usd\s?|us\$|[$€£])?|~\s?(?:usd\s?|us\$|[$€£])?)$/i;
const APPROXIMATE_AFTER = /^\s?(?:or so|-?ish\b|or thereabouts|give or take|approximately|approx\b|roughly)/i;

function readDigits(raw: string): { value: number; readings: number[] } {
  const text = raw.replace(/['\s]/g, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) {
    const value = Number(text.replace(/,/g, ''));
    const decimal = /^\d{1,3},\d{3}$/.test(text) ? [Number(text.replace(',', '.'))] : [];
    return { value, readings: [value, ...decimal] };
  }
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) {
    const value = Number(text.replace(/\./g, '').replace(',', '.'));
    return { value, readings: [value] };
  }
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(text)) {
    const value = Number(text.replace(/\./g, ''));
    return { value, readings: [value] };
  }
  if (/^\d{1,3}\.\d{3}$/.test(text)) {
    return { value: Number(text), readings: [Number(text), Number(text.replace('.', ''))] };
  }
  const value = Number(text.replace(',', '.'));
  return { value, readings: [value] };
}

const NOUN_SKIP =
  /^(?:year-on-year|year-over-year|yoy|of|in|to|and|or|a|an|the|for|on|at|by|vs|from|with|per|is|are|was|were|as|that|which|than|if|but|not|you|we|it|out|while|up|down|more|less|each|total|overall|also|only|so|because|when|under|over|above|below|until|through|during|after|before|according|compared|versus|here|there|all|both|i|they|he|she|this|these|those|plus|minus|higher|lower|faster|further|additional|different|new|separate|full|paid|minor|major|other|whole|first|year-end|net|formal|core|main|total)$/i;

function nounAfter(text: string): string | null {
  let rest = text;
  for (let step = 0; step < 4; step += 1) {
    const match = /^(?:[^\S\n]|-)+([\p{L}][\p{L}'-]*)/u.exec(rest);
    const word = match?.[1];
    if (match === null || word === undefined || /^(?:points?|stars?|marks?)$/i.test(word)) return null;
    if (!NOUN_SKIP.test(word)) return word.toLowerCase();
    if (
      !/^(?:of|the|paid|minor|major|new|different|separate|additional|full|net|formal|core|main|other|total)$/i.test(
        word,
      )
    )
      return null;
    rest = rest.slice(match[0].length);
  }
  return null;
}

const PER =
  /^\s?(?:\/|per|a|an|each|every|p\.\s?)\s?(month|mo|year|yr|annum|week|wk|day|hour|user|seat|person|head|employee|quarter|record)\b\.?/i;
const PER_ADVERB = /^\s?(monthly|annually|yearly|weekly|daily|hourly|quarterly)\b/i;
const PER_NAMES: Readonly<Record<string, string>> = {
  mo: 'month',
  monthly: 'month',
  yr: 'year',
  annum: 'year',
  annually: 'year',
  yearly: 'year',
  wk: 'week',
  weekly: 'week',
  daily: 'day',
  hourly: 'hour',
  quarterly: 'quarter',
};

const PER_LATER = /^(?:\s[a-z]+){1,2}\s(?:per|each|every|a)\s(month|year|week|day|quarter)\b/i;

function perOf(after: string): string | null {
  const word = (
    PER.exec(after)?.[1] ??
    PER_ADVERB.exec(after)?.[1] ??
    PER_LATER.exec(after)?.[1]
  )?.toLowerCase();
  return word === undefined ? null : (PER_NAMES[word] ?? word);
}

const DOWN =
  /\b(?:down(?: by)?|lost|losing|fell(?: by)?|dropped(?: by)?|drop of|decline(?:d|s)?(?: of| by)?|decreased?(?: by| of)?|loss of|shed|shrank(?: by)?|minus|negative|cut(?: of)?|fewer|reduction of|under budget by|underspent by|below budget by)\s+(?:(?:about|around|roughly|some|by|of|a|an|its?|the|approximately|total|nearly|almost)\s+)*(?:usd\s?|us\$|[$€£])?$/i;
const UP =
  /\b(?:up(?: by)?|gain(?:ed|s)?(?: of)?|added|adding|rose(?: by)?|grew(?: by)?|increased?(?: by| of)?|growth of|growing(?: by)?|plus|over budget by|overspent by)\s+(?:(?:about|around|roughly|some|by|of|a|an|its?|the|approximately|total|nearly|almost)\s+)*(?:usd\s?|us\$|[$€£])?$/i;

const FALLS_AFTER =
  /^[^.,;:()]{0,24}?\b(?:decline|drop|decrease|fall|loss(?:es)?|reduction|lower|less|fewer|down|below|beneath|under budget|below budget|shrinkage|were lost|job losses)\b/i;
const RISES_AFTER =
  /^[^.,;:()]{0,24}?\b(?:growth|increase|rise|gains?|higher|above|up|jump|over budget|above budget|more|were added|added|faster)\b/i;

function signOf(before: string, written: string, after: string): -1 | 0 | 1 {
  if (written === '-' || DOWN.test(before)) return -1;
  if (written === '+' || UP.test(before)) return 1;
  const [falls, rises] = [FALLS_AFTER.exec(after), RISES_AFTER.exec(after)];
  if (falls !== null && (rises === null || falls[0].length < rises[0].length)) return -1;
  return rises === null ? 0 : 1;
}

/** "15 paid vacation days": the unit stands behind what kind of days they are. */
const DAYS_OFF =
  /^\s(?:(?:PTO|paid|vacation|holiday|leave|annual|remote|full|extra|additional|unpaid|sick|time-off|work|home-office)\s){1,2}(days?|weeks?|hours?|months?)\b/i;

/** Every number of a text whose number words are already digits (see number-words.ts). Labels such as Q3 are not numbers. */
export function numbersIn(text: string): NumberMention[] {
  const source = maskedNames(text);
  const result: NumberMention[] = [];
  for (const match of source.matchAll(DIGITS)) {
    const [whole, signOut = '', prefix = '', signIn = '', raw = ''] = match;
    const start = match.index + whole.length - whole.trimStart().length;
    const before = source.slice(Math.max(0, start - 60), start);
    let end = match.index + whole.length;
    const { value: bare, readings } = readDigits(raw);
    if (!Number.isFinite(bare)) continue;
    const currencyBefore = prefix === '' ? null : currencyOf(prefix);
    let scale = 1;
    const scaleMatch =
      /^[\s-]?(thousand|tausend|thsd|million(?:en|s)?|millones|mio\.?|mln\.?|mn\b\.?|billions?|billionen|milliarden?|milliards?|mrd\.?|bn\b\.?|bln\.?|trillions?|trn\b\.?|tn\b\.?|k(?![\p{L}\p{N}/])|mm(?![\p{L}\p{N}/])|m(?![\p{L}\p{N}/²])|b(?![\p{L}\p{N}/])|t(?![\p{L}\p{N}/]))/iu.exec(
        source.slice(end),
      );
    const currencyLater =
      scaleMatch === null
        ? false
        : /^\s?(?:us[- ]?dollars?|dollars?|usd|us\$|\$|€|eur|£|gbp)/i.test(
            source.slice(end + scaleMatch[0].length),
          );
    if (scaleMatch !== null) {
      const factor = scaleOf(scaleMatch[1] ?? '', currencyBefore !== null || currencyLater);
      if (factor !== null) {
        scale = factor;
        end += scaleMatch[0].length;
      }
    }
    const isYearOnYear = /^[-\s]?year[- ](?:on|over|to)[- ]/i.test(source.slice(end));
    const unitMatch = isYearOnYear
      ? null
      : (UNIT_AFTER.exec(source.slice(end)) ?? DAYS_OFF.exec(source.slice(end)));
    let unit: Unit =
      currencyBefore === null ? PLAIN : { dimension: 'money', factor: 1, name: currencyBefore };
    if (unitMatch !== null && currencyBefore === null) {
      const named = unitOf(unitMatch[1] ?? unitMatch[0].replace(/^[\s-]+/, ''));
      if (named !== null && !(named.dimension === 'length' && scale > 1)) {
        unit = named;
        end += unitMatch[0].length;
      }
    }
    const after = source.slice(end);
    const isOutOf = /^\s?(?:\/|out of|of)\s?(?:5|five|10|ten|100)\b/i.test(after);
    result.push({
      value: bare * scale * unit.factor,
      readings: readings.map((reading) => reading * scale * unit.factor),
      unit,
      scaled: scale > 1,
      per: perOf(after),
      noun: isOutOf ? 'rating' : nounAfter(after),
      approximate: APPROXIMATE_BEFORE.test(before) || APPROXIMATE_AFTER.test(after),
      sign: signOf(before, signIn === '' ? signOut : signIn, after),
      text: source.slice(start, end).trim(),
      start,
      end,
    });
  }
  return result;
}
