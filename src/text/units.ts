/** Units beside numbers. Measures are converted by the `convert` package. */
import { convert, getMeasureKind, type Unit as LibraryUnit } from 'convert';
import { stemOf } from './words.ts';

export type Unit =
  | { readonly kind: 'none' }
  | { readonly kind: 'percent'; readonly points: boolean }
  /** Every currency code that the wording fits: "dollars" fits USD, CAD, AUD … */
  | { readonly kind: 'money'; readonly codes: ReadonlySet<string> }
  | { readonly kind: 'measure'; readonly unit: LibraryUnit }
  /** A count of things, or a unit that nobody can convert: the stems of the words behind the number. */
  | { readonly kind: 'counted'; readonly nouns: readonly string[] };

export const NO_UNIT: Unit = { kind: 'none' };

/** Spellings that the library does not know. */
const ALIASES: Readonly<Record<string, string>> = {
  kilo: 'kg',
  kilos: 'kg',
  sec: 's',
  secs: 's',
  min: 'minutes',
  mins: 'minutes',
  hr: 'hours',
  hrs: 'hours',
  yr: 'years',
  yrs: 'years',
  wk: 'weeks',
  wks: 'weeks',
  mbit: 'Mb',
  gbit: 'Gb',
  kbit: 'kb',
};
/** Units that the library cannot convert, in one spelling. */
const UNCONVERTED: Readonly<Record<string, string>> = {
  v: 'volt',
  a: 'ampere',
  amp: 'ampere',
  amps: 'ampere',
  ohms: 'ohm',
  ω: 'ohm',
};
const COMPOUND: Readonly<Record<string, readonly [string, string]>> = {
  kmh: ['km', 'h'],
  kph: ['km', 'h'],
  mph: ['miles', 'h'],
  mbps: ['Mb', 's'],
  gbps: ['Gb', 's'],
  kbps: ['kb', 's'],
};

/** English words besides: no unit unless written right behind the digits. */
const ALSO_WORDS = /^(?:in|at|as|a|d|e|p|c)$/i;

function isLibraryUnit(word: string): word is LibraryUnit {
  return getMeasureKind(word) !== undefined;
}

/** The measure that a word names, or null. Case matters where the library says so: MB is no Mb. */
export function measureOf(word: string, attached: boolean): Unit | null {
  if (!attached && ALSO_WORDS.test(word)) return null;
  const spelt = ALIASES[word.toLowerCase()] ?? word;
  if (isLibraryUnit(spelt)) return { kind: 'measure', unit: spelt };
  const lower = spelt.toLowerCase();
  return lower.length > 2 && isLibraryUnit(lower) ? { kind: 'measure', unit: lower } : null;
}

/** "km/h" and "mph" as what is measured and what it is shared by, or null. */
export function compoundOf(word: string): readonly [string, string] | null {
  const parts = COMPOUND[word.toLowerCase()];
  if (parts !== undefined) return parts;
  const [over, under, ...rest] = word.split('/');
  return over && under && rest.length === 0 ? [over, under] : null;
}

/** The stem of a counted noun or of a unit that is only compared by name. */
export function nounOf(word: string): string {
  return stemOf(UNCONVERTED[word.toLowerCase()] ?? word);
}

/** Do both measure the same (mass, length, time …)? */
export function isSameMeasure(one: LibraryUnit, other: LibraryUnit): boolean {
  return getMeasureKind(one) === getMeasureKind(other);
}

const MONTHS: Readonly<Record<string, number>> = {
  mo: 1,
  month: 1,
  quarter: 3,
  y: 12,
  year: 12,
  decade: 120,
};
const monthsIn = (unit: string): number | undefined => MONTHS[unit.toLowerCase().replace(/s$/, '')];

/** The value of one unit in another of the same measure. A year is twelve months. */
export function converted(value: number, from: LibraryUnit, to: LibraryUnit): number {
  const [own, other] = [monthsIn(from), monthsIn(to)];
  return own !== undefined && other !== undefined ? (value * own) / other : convert(value, from).to(to);
}

/** A month is no fixed number of days: between calendar units and others there is no exact conversion. */
export function isConvertedExactly(one: LibraryUnit, other: LibraryUnit): boolean {
  return (
    getMeasureKind(one) !== getMeasureKind('s') ||
    (monthsIn(one) === undefined) === (monthsIn(other) === undefined)
  );
}

const BASES = 's min h day week month year kg g l m km ha'.split(' ').filter(isLibraryUnit);

/** The unit in one spelling, for a share: "per hour" and "/h" are one. */
export function shareOf(word: string): string {
  const measure = measureOf(word, true);
  if (measure?.kind === 'measure') {
    for (const base of BASES) {
      if (isSameMeasure(measure.unit, base) && Math.abs(converted(1, measure.unit, base) - 1) < 1e-9)
        return base;
    }
  }
  return nounOf(word === 'annum' ? 'year' : word);
}
