/** Can a value in one unit be compared with one in another, and by which conversion? */
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
}

const asItIs = (value: number): number => value;
const comparable = (of: Partial<Comparable>): Comparable => ({
  convert: asItIs,
  onMiss: 'different',
  measured: true,
  rough: false,
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
    });
  }
  if (expected.kind === 'counted' || given.kind === 'counted') return incomparable('unclear');
  return incomparable('other');
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
