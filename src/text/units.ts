/** Units and scales that stand beside numbers, and which of them can be compared. */

/** What a number measures; numbers of different dimensions never answer for one another. */
export type Dimension =
  | 'money'
  | 'percent'
  | 'factor'
  | 'time'
  | 'data'
  | 'rate'
  | 'frequency'
  | 'length'
  | 'plain';

export interface Unit {
  readonly dimension: Dimension;
  /** Multiplies the number into the dimension's base unit (USD stays USD, MHz → Hz). */
  readonly factor: number;
  /** Tells units of a dimension apart that can not be converted: the currency, days against weeks. */
  readonly name: string;
}

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:thousand|tausend|k|thsd)$/i, 1e3],
  [/^(?:million(?:s|en)?|millones|milhões|mio|mn|mln|mm|mill|M)$/i, 1e6],
  [/^(?:billion(?:s)?|milliarden?|milliards?|mrd|bn|bln|B)$/i, 1e9],
  [/^(?:trillion(?:s)?|billionen|tn|trn|T)$/i, 1e12],
];

/** 1e6 for "million"; null when the word is no scale. A lower-case m is one only beside a currency. */
export function scaleOf(word: string, besideCurrency: boolean): number | null {
  const bare = word.replace(/\.$/, '');
  if (bare === 'm' && !besideCurrency) return null;
  if ((bare === 'b' || bare === 't') && !besideCurrency) return null;
  for (const [pattern, factor] of SCALES) if (pattern.test(bare)) return factor;
  return null;
}

const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:us ?\$|\$|usd|u\.s\. dollars?|us dollars?|dollars?|bucks|us-dollar)$/i, 'USD'],
  [/^(?:€|eur|euros?)$/i, 'EUR'],
  [/^(?:£|gbp|pounds?(?: sterling)?|quid)$/i, 'GBP'],
  [/^(?:¥|jpy|yen)$/i, 'JPY'],
  [/^(?:chf|francs?)$/i, 'CHF'],
  [/^(?:₹|inr|rupees?)$/i, 'INR'],
];

export function currencyOf(word: string): string | null {
  for (const [pattern, name] of CURRENCIES) if (pattern.test(word.trim())) return name;
  return null;
}

const UNITS: readonly (readonly [RegExp, Unit])[] = [
  [
    /^(?:%|percent|per cent|pct\.?|prozent|percentage points?|percent points?|pp|p\.p\.|points? of percentage)$/i,
    { dimension: 'percent', factor: 1, name: '%' },
  ],
  [/^(?:basis points?|bps)$/i, { dimension: 'percent', factor: 0.01, name: '%' }],
  [/^(?:x|×|times|fold|-fold)$/i, { dimension: 'factor', factor: 1, name: 'x' }],
  [/^(?:minutes?|mins?)$/i, { dimension: 'time', factor: 1, name: 'minutes' }],
  [/^(?:hours?|hrs?|h)$/i, { dimension: 'time', factor: 1, name: 'hours' }],
  [
    /^(?:(?:business |working |calendar |work )?days?|tage?n?)$/i,
    { dimension: 'time', factor: 1, name: 'days' },
  ],
  [/^(?:weeks?|wks?|wochen?)$/i, { dimension: 'time', factor: 1, name: 'weeks' }],
  [/^(?:months?|monate?n?)$/i, { dimension: 'time', factor: 1, name: 'months' }],
  [/^(?:years?|yrs?|jahren?)$/i, { dimension: 'time', factor: 1, name: 'years' }],
  [/^(?:kb|kib|kilobytes?)$/i, { dimension: 'data', factor: 1e3, name: 'bytes' }],
  [/^(?:mb|mib|megabytes?|megs?)$/i, { dimension: 'data', factor: 1e6, name: 'bytes' }],
  [/^(?:gb|gib|gigabytes?|gigs?)$/i, { dimension: 'data', factor: 1e9, name: 'bytes' }],
  [/^(?:tb|tib|terabytes?)$/i, { dimension: 'data', factor: 1e12, name: 'bytes' }],
  [/^(?:bytes?)$/i, { dimension: 'data', factor: 1, name: 'bytes' }],
  [/^(?:kbit\/s|kbps|kb\/s|kilobits? per second)$/, { dimension: 'rate', factor: 1e3, name: 'bit/s' }],
  [
    /^(?:[Mm]bit\/?s(?:ec)?|[Mm]bits\/s|[Mm]b\/s|[Mm]bps|[Mm]bit\/s|mbit per second|[Mm]egabits?(?: per |\/)sec(?:ond)?|[Mm]egabits?)$/,
    { dimension: 'rate', factor: 1e6, name: 'bit/s' },
  ],
  [
    /^(?:[Gg]bit\/?s(?:ec)?|[Gg]b\/s|[Gg]bps|[Gg]igabits?(?: per |\/)sec(?:ond)?|[Gg]igabits?)$/,
    { dimension: 'rate', factor: 1e9, name: 'bit/s' },
  ],
  [/^(?:KB\/s|kilobytes?(?: per |\/)sec(?:ond)?)$/i, { dimension: 'rate', factor: 8e3, name: 'bit/s' }],
  [
    /^(?:MB\/s|MBps|[Mm]egabytes?(?: per |\/)sec(?:ond)?)$/,
    { dimension: 'rate', factor: 8e6, name: 'bit/s' },
  ],
  [
    /^(?:GB\/s|GBps|[Gg]igabytes?(?: per |\/)sec(?:ond)?)$/,
    { dimension: 'rate', factor: 8e9, name: 'bit/s' },
  ],
  [/^(?:ghz|gigahertz)$/i, { dimension: 'frequency', factor: 1e9, name: 'Hz' }],
  [/^(?:mhz|megahertz)$/i, { dimension: 'frequency', factor: 1e6, name: 'Hz' }],
  [/^(?:khz|kilohertz)$/i, { dimension: 'frequency', factor: 1e3, name: 'Hz' }],
  [/^(?:m|meters?|metres?)$/i, { dimension: 'length', factor: 1, name: 'm' }],
  [/^(?:cm|centimet(?:er|re)s?)$/i, { dimension: 'length', factor: 0.01, name: 'm' }],
  [/^(?:ft|feet|foot)$/i, { dimension: 'length', factor: 0.3048, name: 'm' }],
];

/** The unit a word or phrase names, or null. Case matters only for bits against bytes. */
export function unitOf(word: string): Unit | null {
  const currency = currencyOf(word);
  if (currency !== null) return { dimension: 'money', factor: 1, name: currency };
  for (const [pattern, unit] of UNITS) if (pattern.test(word.trim())) return unit;
  return null;
}

export const PLAIN: Unit = { dimension: 'plain', factor: 1, name: '' };

/** The spellings a number reader looks for behind a number, longest first. */
export const UNIT_AFTER =
  /^(?:[-\s]?(?:percentage points?|percent(?:age)?|per cent|pct\b\.?|prozent\b|basis points?|bps\b|pp\b)|\s?%|\s?×|[-\s]?(?:fold|times)\b|x\b|[-\s]?(?:(?:business|working|calendar|work) )?(?:minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|months?|years?|yrs?|tagen?|wochen?|monaten?|jahren?)\b|\s?(?:[kmg](?:i?b|bit|bits)(?:\/s(?:ec)?|ps)|[kmg](?:ega|iga|ilo)?(?:bits?|bytes?)(?:\s?(?:per|\/)\s?sec(?:ond)?)?|[kmgt]i?b\b|bytes?\b|[kmg]hz\b|(?:kilo|mega|giga)hertz\b)|\s?(?:us[- ]dollars?|u\.s\. dollars?|dollars?|usd|us\$|\$|€|euros?|eur\b|£|gbp\b|pounds?\b|bucks\b|yen\b|chf\b)|\s?(?:cm|meters?|metres?|feet|ft|m)\b)/i;
