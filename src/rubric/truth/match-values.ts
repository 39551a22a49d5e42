/** One value of an answer against the expected one. */
import { compareUnits, sharesAgree, withShares } from './compare-units.ts';
import type { CalendarDate, ClockTime } from '../../text/moments.ts';
import type { Quantity } from '../../text/quantities.ts';
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
  if (units.rough) return verdict(deviation > 0.1 ? 'different' : 'unclear', deviation);
  if (deviation <= Math.max(ROUNDING, options.tolerance ?? 0)) return verdict('same', deviation);
  // The very figure in another unit is no conversion.
  if (deviation <= units.doubt && given.readings[0] !== expected.readings[0])
    return verdict('unclear', deviation);
  if (given.approximate) return matchApproximate(deviation);
  // "Down by 100,000" is -100,000: the sign may stand in words.
  if (Math.sign(off.expected) !== Math.sign(off.given) && Math.abs(off.expected) === Math.abs(off.given))
    return verdict(off.expected < 0 ? 'unclear' : 'different', deviation);
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

/**
 * Is the given value the expected one, rounded to the last place that is not a zero? Two digits are enough of a measured
 * value; of a count the rounding has to show: 183,000 for 183,323.
 */
export function isShownRounding(expected: Quantity, given: Quantity): boolean {
  const units = compareUnits(expected.unit, given.unit, new Set());
  const convert = withShares(expected, given, units.convert);
  const [wanted, written] = [expected.readings[0] ?? 0, Math.abs(given.readings[0] ?? 0)];
  if (convert === null || written === 0) return false;
  let step = 2 * given.halfStep;
  while (step < written && Math.abs(written % (step * 10)) < step / 2) step *= 10;
  const digits = Math.floor(Math.log10(written / step) + ROUNDING) + 1;
  const apart = Math.abs(wanted - convert(given.readings[0] ?? 0));
  const half = Math.abs(convert(step) - convert(0)) / 2;
  return digits >= (units.measured ? 2 : 3) && apart <= half * (1 + ROUNDING);
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
