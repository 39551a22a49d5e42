/** Whether two figures are of one kind, and the factor or conversion between them. */
import { convert, getMeasureKind, MeasureKind, type Unit } from 'convert';

export type UnitMatch =
  /** Neither figure's unit needs a conversion. */
  | { readonly kind: 'same'; readonly measured: boolean }
  | {
      readonly kind: 'converted';
      /** From the unit of the claim to that of the expected figure. */
      readonly toExpected: (value: number) => number;
      readonly toClaimed: (value: number) => number;
      /** Off by less than this share, the two may still be meant as equal. */
      readonly slack: number;
    }
  | { readonly kind: 'unknown' };

const UNKNOWN: UnitMatch = { kind: 'unknown' };
const SAME_MEASURE: UnitMatch = { kind: 'same', measured: true };
const SAME_COUNT: UnitMatch = { kind: 'same', measured: false };

const MONEY: ReadonlyMap<string, string> = new Map([
  ['$', 'dollar'],
  ['us$', 'dollar'],
  ['usd', 'dollar'],
  ['dollar', 'dollar'],
  ['dollars', 'dollar'],
  ['€', 'euro'],
  ['eur', 'euro'],
  ['euro', 'euro'],
  ['euros', 'euro'],
  ['£', 'gbp'],
  ['gbp', 'gbp'],
  ['¥', 'yen'],
  ['jpy', 'yen'],
  ['yen', 'yen'],
  ['₹', 'rupee'],
  ['inr', 'rupee'],
  ['rupees', 'rupee'],
  ['chf', 'franc'],
  ['francs', 'franc'],
]);
const PERCENT: ReadonlySet<string> = new Set(['%', 'percent', 'per cent']);
const SPELT: ReadonlyMap<string, string> = new Map([
  ['sec', 's'],
  ['secs', 's'],
  ['mins', 'min'],
  ['hr', 'h'],
  ['hrs', 'h'],
  ['°', 'deg'],
]);
/** Of several sizes, by country or trade: nothing certain comes of converting them. */
const SEVERAL_SIZES =
  /^(?:gallons?|gal|quarts?|qt|pints?|pt|cups?|fl|floz|fluid|ounces?|oz|tablespoons?|tbsp|teaspoons?|tsp|tons?|hp|deg|degrees?|pounds?)$/i;
/** Megabytes are of 1,000 or of 1,024 kilobytes, up to the terabyte. */
const DATA_SLACK = 0.11;
const CONVERSION_SLACK = 1e-3;

/** @param claimed unit of the claim, as written; null for none. */
export function matchUnits(expected: string | null, claimed: string | null): UnitMatch {
  const [wanted, given] = [nameOf(expected), nameOf(claimed)];
  if (wanted === given) return isMeasured(wanted) ? SAME_MEASURE : SAME_COUNT;
  // A bare figure is of the thing asked where that is a count; where it is measured its unit may be another one.
  if (given === null || wanted === null) return isMeasured(wanted ?? given) ? UNKNOWN : SAME_COUNT;
  return conversion(wanted, given);
}

function conversion(wanted: string, given: string): UnitMatch {
  if (!isUnit(wanted) || !isUnit(given)) return UNKNOWN;
  const kind = getMeasureKind(wanted);
  if (kind !== getMeasureKind(given) || SEVERAL_SIZES.test(wanted) || SEVERAL_SIZES.test(given))
    return UNKNOWN;
  if (kind === MeasureKind.Time && timeGroup(wanted) !== timeGroup(given)) return UNKNOWN;
  return {
    kind: 'converted',
    toExpected: (value) => convert(value, given).to(wanted),
    toClaimed: (value) => convert(value, wanted).to(given),
    slack: kind === MeasureKind.Data ? DATA_SLACK : CONVERSION_SLACK,
  };
}

/** A day of leave is eight hours and a week of it five days: hours, days, weeks and months are not compared. */
function timeGroup(unit: Unit): string {
  const seconds = convert(1, unit).to('s');
  if (seconds <= 3_600) return 'hours';
  if (seconds < 604_800) return 'days';
  return seconds === 604_800 ? 'weeks' : 'months';
}

/** One name for all spellings; null for no unit. Case tells MB from Mb, so it stays where a unit has few letters. */
function nameOf(written: string | null): string | null {
  const text = written?.trim() ?? '';
  if (text === '') return null;
  const lower = text.toLowerCase();
  const money = MONEY.get(lower);
  if (money !== undefined) return money;
  if (PERCENT.has(lower)) return '%';
  const known = SPELT.get(lower) ?? text.replace(/^°\s+/, '°');
  if (isUnit(known)) return known;
  if (lower.length > 3 && isUnit(lower)) return lower;
  return lower.length > 3 ? lower.replace(/s$/, '') : lower;
}

function isMeasured(name: string | null): boolean {
  if (name === null) return false;
  return name === '%' || isUnit(name) || name.includes('/') || [...MONEY.values()].includes(name);
}

function isUnit(name: string): name is Unit {
  return getMeasureKind(name) !== undefined;
}
