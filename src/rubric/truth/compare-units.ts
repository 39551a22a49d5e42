/** Can a value in one unit be compared with one in another, and by which conversion? */
import type { Unit as LibraryUnit } from 'convert';
import type { Quantity } from '../../text/quantities.ts';
import {
  converted,
  isConvertedExactly,
  isSameMeasure,
  measureOf,
  shareOf,
  type Unit,
} from '../../text/units.ts';
import { stemOf } from '../../text/words.ts';

/** What two values with incomparable units are to one another. */
type Verdict = 'different' | 'unclear' | 'other';

export interface Comparable {
  /** Turns a given reading into the expected unit; null: the units cannot be compared. */
  readonly convert: ((value: number) => number) | null;
  readonly onMiss: Verdict;
  /** Measured values may be rounded; counts may not. */
  readonly measured: boolean;
  /** The conversion holds only roughly: months and days. */
  readonly rough: boolean;
  /** Off by no more than this share, both may be meant as the same: days are of work, bytes of 1,000 or of 1,024. */
  readonly doubt: number;
}

const asItIs = (value: number): number => value;
const comparable = (of: Partial<Comparable>): Comparable => ({
  convert: asItIs,
  onMiss: 'different',
  measured: true,
  rough: false,
  doubt: 0,
  ...of,
});
const incomparable = (onMiss: Verdict): Comparable => comparable({ convert: null, onMiss });

/** How a given unit becomes the expected one. `asked` are the stems of the question. */
export function compareUnits(expected: Unit, given: Unit, asked: ReadonlySet<string>): Comparable {
  if (given.kind === 'none' || expected.kind === 'none') return compareBare(expected, given, asked);
  if (expected.kind === 'counted' && given.kind === 'counted') {
    const shares =
      expected.nouns.some((noun) => given.nouns.includes(noun)) ||
      given.nouns.some((noun) => asked.has(noun));
    return shares ? comparable({ measured: false }) : incomparable('unclear');
  }
  if (expected.kind === 'percent' && given.kind === 'percent')
    return expected.points === given.points ? comparable({}) : incomparable('unclear');
  if (expected.kind === 'money' && given.kind === 'money') {
    const sameCurrency = [...given.codes].some((code) => expected.codes.has(code));
    return sameCurrency ? comparable({}) : incomparable('unclear');
  }
  if (expected.kind === 'measure' && given.kind === 'measure') {
    const [from, to] = [given.unit, expected.unit];
    if (!isSameMeasure(from, to)) return incomparable('other');
    const exact = isConvertedExactly(from, to);
    return comparable({
      convert: (value) => (from === to ? value : converted(value, from, to)),
      rough: !exact,
      doubt: doubtOf(from, to),
    });
  }
  if (expected.kind === 'counted' || given.kind === 'counted') return incomparable('unclear');
  return incomparable('other');
}

/** Of several sizes, by country or trade, which are no further apart than this. */
const SIZE_DOUBT = 0.35;
const SEVERAL_SIZES =
  /^(?:gallons?|gal|quarts?|qt|pints?|pt|cups?|fl.*|fluid.*|ounces?|oz|tablespoons?|tbsp|teaspoons?|tsp|tons?|hp|pounds?)$/i;
/** Megabytes are of 1,000 or of 1,024 kilobytes, up to the terabyte. */
const DATA_DOUBT = 0.11;
/** A week of work has 40 hours, one of the calendar 168. */
const TIME_DOUBT = 3.5;

function doubtOf(from: LibraryUnit, to: LibraryUnit): number {
  if (from === to) return 0;
  if (SEVERAL_SIZES.test(from) || SEVERAL_SIZES.test(to)) return SIZE_DOUBT;
  if (isSameMeasure(from, 's') && timeGroup(from) !== timeGroup(to)) return TIME_DOUBT;
  return isSameMeasure(from, 'MB') ? DATA_DOUBT : 0;
}

/** A day of leave is eight hours and a week of it five days: between hours, days, weeks and months there is doubt. */
function timeGroup(unit: LibraryUnit): string {
  const seconds = converted(1, unit, 's');
  if (seconds <= 3_600) return 'hours';
  if (seconds < 604_800) return 'days';
  return Math.abs(seconds - 604_800) < 1 ? 'weeks' : 'months';
}

/** A number without a unit counts as one of the unit that the question names. */
function compareBare(expected: Unit, given: Unit, asked: ReadonlySet<string>): Comparable {
  if (expected.kind === 'none' && given.kind === 'none') return comparable({ measured: false });
  const named = expected.kind === 'none' ? given : expected;
  const isAsked =
    (named.kind === 'counted' &&
      (expected.kind === 'counted' || named.nouns.some((noun) => asked.has(noun)))) ||
    (named.kind === 'measure' &&
      (asked.has(stemOf(named.unit)) ||
        [...asked].some((stem) => named.unit.toLowerCase().startsWith(stem) && stem.length >= 3))) ||
    (named.kind === 'percent' && asked.has('percent')) ||
    (named.kind === 'percent' && asked.has('percentag'));
  if (!isAsked) return incomparable('unclear');
  return comparable({ measured: named.kind !== 'counted' });
}

/** "20 m/s" in km/h: rates of measures are converted where their shares are, too. */
export function withShares(
  expected: Quantity,
  given: Quantity,
  convert: Comparable['convert'],
): Comparable['convert'] {
  const [to, from] = [expected.per, given.per];
  if (convert === null || to === null || from === null || to === from) return convert;
  const [wanted, own] = [measureOf(to, true), measureOf(from, true)];
  if (expected.unit.kind !== 'measure' || wanted?.kind !== 'measure' || own?.kind !== 'measure')
    return convert;
  if (!isSameMeasure(wanted.unit, own.unit) || !isConvertedExactly(wanted.unit, own.unit)) return convert;
  const times = converted(1, wanted.unit, own.unit);
  return (value) => convert(value) * times;
}

/** The same share, or one that the question names. */
export function sharesAgree(expected: Quantity, given: Quantity, asked: ReadonlySet<string>): boolean {
  if (expected.per === given.per) return true;
  const only = expected.per === null ? given.per : given.per === null ? expected.per : null;
  return only !== null && [...asked].some((stem) => shareOf(stem) === only);
}
