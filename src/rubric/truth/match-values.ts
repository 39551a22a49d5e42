/** One value of an answer against the expected one. */
import type { CalendarDate, ClockTime } from '../../text/moments.ts';
import type { Quantity } from '../../text/quantities.ts';
import {
  converted,
  isConvertedExactly,
  isSameMeasure,
  measureOf,
  shareOf,
  type Unit,
} from '../../text/units.ts';
import type { Code, Value } from '../../text/values.ts';
import { stemOf } from '../../text/words.ts';

/**
 * - `same`: no reader would say that they differ.
 * - `different`: no reader would say that they are the same.
 * - `unclear`: it cannot be told by rule.
 * - `other`: they measure different things, so the one is no answer for the other.
 */
export interface ValueMatch {
  readonly verdict: 'same' | 'different' | 'unclear' | 'other';
  /** Relative, for quantities: 0.05 is 5 % off. null where it has no meaning. */
  readonly deviation: number | null;
}

export interface MatchOptions {
  /** Stems of the question: a unit that it names need not be repeated. */
  readonly asked: ReadonlySet<string>;
  /** Relative deviation that counts as the same; 0 by default. */
  readonly tolerance?: number;
  /** Surely an English sentence: "2,400" is two thousand four hundred. */
  readonly isEnglish?: boolean;
}

const verdict = (of: ValueMatch['verdict'], deviation: number | null = null): ValueMatch => ({
  verdict: of,
  deviation,
});

/** A value that the answer calls approximate is the same up to here. */
const APPROXIMATELY = 0.05;
/** Beyond this it is another one; between the two the rubric's table gives it half of the marks. */
const NO_LONGER = 0.15;
const ROUNDING = 1e-9;

export function matchValues(expected: Value, given: Value, options: MatchOptions): ValueMatch {
  if (expected.kind === 'quantity' && given.kind === 'quantity')
    return matchQuantities(expected, given, options);
  if (expected.kind === 'date' && given.kind === 'date') return matchDates(expected, given);
  if (expected.kind === 'time' && given.kind === 'time') return matchTimes(expected, given);
  if (expected.kind === 'code' && given.kind === 'code') return matchCodes(expected, given);
  // "2.4" for version 2.4, "5" for 5 p.m.: perhaps the same thing.
  const isPerhaps =
    expected.kind === 'code' ||
    expected.kind === 'time' ||
    (expected.kind === 'quantity' && given.kind === 'code');
  return verdict(isPerhaps ? 'unclear' : 'other');
}

/** In other capitals it may be the same part number, and is another password. */
function matchCodes(expected: Code, given: Code): ValueMatch {
  if (expected.code !== given.code)
    return verdict(isSameShape(expected.code, given.code) ? 'different' : 'unclear');
  const written = (code: Code): string => code.text.replaceAll(/[\s()-]/g, '').slice(-code.code.length);
  return verdict(/\p{L}/u.test(given.code) && written(expected) !== written(given) ? 'unclear' : 'same');
}

/** Codes are compared only with codes like them: as long, letters and digits in the same places. */
function isSameShape(one: string, other: string): boolean {
  const shape = (code: string): string => code.replaceAll(/\d+/g, '0').replaceAll(/\p{L}+/gu, 'a');
  return shape(one) === shape(other);
}

function matchDates(expected: CalendarDate, given: CalendarDate): ValueMatch {
  const results = given.readings.flatMap((reading) =>
    expected.readings.map((wanted) => {
      const parts = [
        [wanted.year, reading.year],
        [wanted.month, reading.month],
        [wanted.day, reading.day],
      ] as const;
      if (parts.some(([one, other]) => one !== null && other !== null && one !== other)) return 'different';
      if (expected.weekday !== null && given.weekday !== null && expected.weekday !== given.weekday)
        return 'unclear';
      return parts.some(([one, other]) => one !== null && other === null) ? 'unclear' : 'same';
    }),
  );
  if (results.every((result) => result === 'different')) return verdict('different');
  // "03/04/2026" is right for March 4th only if it is read the one way.
  if (results.includes('same'))
    return verdict(results.includes('different') && given.readings.length > 1 ? 'unclear' : 'same');
  return verdict('unclear');
}

const HALF_DAY = 12 * 60;

function matchTimes(expected: ClockTime, given: ClockTime): ValueMatch {
  if (expected.zone !== null && given.zone !== null && expected.zone !== given.zone)
    return verdict('unclear');
  const apart = Math.abs(expected.minutes - given.minutes);
  if (apart < ROUNDING) return verdict('same');
  if (Math.abs(apart - HALF_DAY) < ROUNDING && !(expected.definite && given.definite))
    return verdict('unclear');
  return verdict('different');
}

interface Comparable {
  /** Turns a given reading into the expected unit; null: the units cannot be compared. */
  readonly convert: ((value: number) => number) | null;
  readonly onMiss: ValueMatch['verdict'];
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
const incomparable = (onMiss: ValueMatch['verdict']): Comparable => comparable({ convert: null, onMiss });

function compareUnits(expected: Unit, given: Unit, asked: ReadonlySet<string>): Comparable {
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
      [...asked].some((stem) => named.unit.toLowerCase().startsWith(stem) && stem.length >= 3)) ||
    (named.kind === 'percent' && asked.has('percent')) ||
    (named.kind === 'percent' && asked.has('percentag'));
  if (!isAsked) return incomparable('unclear');
  return comparable({ measured: named.kind !== 'counted' });
}

function matchQuantities(expected: Quantity, given: Quantity, options: MatchOptions): ValueMatch {
  const units = compareUnits(expected.unit, given.unit, options.asked);
  const convert = withShares(expected, given, units.convert);
  if (convert === null) return wrongUnit(expected, given, units.onMiss);
  if ((expected.to === null) !== (given.to === null)) return verdict('unclear');
  if (!sharesAgree(expected, given, options.asked) && convert === units.convert) return verdict('unclear');
  const off = furthest(expected, given, 0, convert);
  const { deviation } = off;
  // A temperature or a difference of temperatures: 9 °F is -12.8 °C as the one, 5 °C as the other.
  const asDifference = off.given - convert(0);
  if (
    convert(0) !== 0 &&
    given.readings[0] !== off.expected &&
    deviation > ROUNDING &&
    deviationOf(off.expected, asDifference).deviation <= ROUNDING
  )
    return verdict('unclear', deviation);
  // "21.600" may be read another way: by that reading nobody is right, and nobody wrong.
  const isCertain = options.isEnglish === true && given.text.includes(',') && expected.readings.length === 1;
  if (
    !isCertain &&
    given.readings.length > 1 &&
    deviation > ROUNDING &&
    furthest(expected, given, 1, convert).deviation <= ROUNDING
  )
    return verdict('unclear', deviation);
  if (given.bound !== expected.bound && !asksForBound(given.bound, options.asked))
    return verdict(given.bound === null && deviation > APPROXIMATELY ? 'different' : 'unclear', deviation);
  if (units.rough)
    return verdict(deviation > 0.1 ? 'different' : deviation <= ROUNDING ? 'same' : 'unclear', deviation);
  if (deviation <= Math.max(ROUNDING, options.tolerance ?? 0)) return verdict('same', deviation);
  if (given.approximate) return matchApproximate(deviation);
  if (Math.sign(off.expected) !== Math.sign(off.given) && Math.abs(off.expected) === Math.abs(off.given))
    return verdict('different', deviation);
  if (!units.measured) return verdict('different', deviation);
  return matchRounded(expected, given, off, convert);
}

const BOUND_STEMS = {
  max: [
    'highest',
    'maximum',
    'max',
    'limit',
    'most',
    'longest',
    'largest',
    'latest',
    'cap',
    'upper',
    'may',
    'allowed',
    'above',
    'over',
    'exceed',
  ],
  min: [
    'lowest',
    'minimum',
    'min',
    'least',
    'smallest',
    'shortest',
    'earliest',
    'lower',
    'below',
    'under',
    'above',
    'over',
    'exceed',
  ],
};

/** Asked for the highest, "up to 8" says 8. */
function asksForBound(bound: Quantity['bound'], asked: ReadonlySet<string>): boolean {
  return bound !== null && BOUND_STEMS[bound].some((word) => asked.has(stemOf(word)));
}

function matchApproximate(deviation: number): ValueMatch {
  if (deviation <= APPROXIMATELY) return verdict('same', deviation);
  return verdict(deviation <= NO_LONGER ? 'unclear' : 'different', deviation);
}

/** Rounded by the answer to two digits or more: the same. Told finer than the truth is: nobody knows. */
function matchRounded(
  expected: Quantity,
  given: Quantity,
  off: Closest,
  convert: (value: number) => number,
): ValueMatch {
  const apart = Math.abs(off.expected - off.given);
  const givenStep = Math.abs(convert(given.halfStep) - convert(0)) * (1 + ROUNDING);
  if (given.digits >= 2 && givenStep > expected.halfStep && apart <= givenStep)
    return verdict('same', off.deviation);
  if (givenStep < expected.halfStep && apart <= expected.halfStep)
    return verdict(expected.approximate ? 'same' : 'unclear', off.deviation);
  if (expected.approximate && off.deviation <= APPROXIMATELY) return verdict('unclear', off.deviation);
  return verdict('different', off.deviation);
}

/** The same figure in another currency or of another measure is the wrong unit; another figure may be a conversion. */
function wrongUnit(expected: Quantity, given: Quantity, onMiss: ValueMatch['verdict']): ValueMatch {
  const sameFigure =
    given.readings.some((value) => expected.readings.includes(value)) && expected.readings[0] !== 0;
  const areNamed =
    expected.unit.kind === given.unit.kind &&
    (expected.unit.kind === 'money' || expected.unit.kind === 'measure');
  return verdict(sameFigure && areNamed ? 'different' : onMiss);
}

/** "20 m/s" in km/h: rates of measures are converted where their shares are, too. */
function withShares(
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

function sharesAgree(expected: Quantity, given: Quantity, asked: ReadonlySet<string>): boolean {
  if (expected.per === given.per) return true;
  const only = expected.per === null ? given.per : given.per === null ? expected.per : null;
  return only !== null && [...asked].some((stem) => shareOf(stem) === only);
}

interface Closest {
  readonly deviation: number;
  readonly expected: number;
  readonly given: number;
}

/** The deviation of the likelier (0) or the other (1) reading; of a range, that of the end that is further off. */
function furthest(
  expected: Quantity,
  given: Quantity,
  reading: 0 | 1,
  convert: (value: number) => number,
): Closest {
  const low = deviationOf(expected.readings[0] ?? 0, convert(given.readings[reading] ?? 0));
  if (expected.to === null || given.to === null) return low;
  const high = deviationOf(expected.to[0] ?? 0, convert(given.to[reading] ?? given.to[0] ?? 0));
  return high.deviation > low.deviation ? high : low;
}

function deviationOf(expected: number, given: number): Closest {
  const apart = Math.abs(given - expected);
  const deviation = apart === 0 ? 0 : expected === 0 ? Number.POSITIVE_INFINITY : apart / Math.abs(expected);
  return { deviation, expected, given };
}
