/** One claim against the fact it is about, as far as both can be computed with. What cannot is undecided. */
import { prepareForValues, readValues, type Value } from '../text/values.ts';
import type { Quantity } from '../text/quantities.ts';
import { readable } from '../text/normalise.ts';
import { isSameMeasure } from '../text/units.ts';
import { isFunctionWord, looksEnglish, wordsIn } from '../text/words.ts';
import type { Claim } from './judgement.ts';
import { isShownRounding, matchValues } from './truth/match-values.ts';

export type ClaimReading =
  | { readonly kind: 'right' }
  | { readonly kind: 'undecided' }
  /** Stated as fact, and not what was expected. `deviation` is null for what has no size: times, versions, codes. */
  | { readonly kind: 'wrong'; readonly deviation: number | null }
  /** Called approximate by the answer itself. */
  | { readonly kind: 'approximate'; readonly deviation: number };

const RIGHT: ClaimReading = { kind: 'right' };
const UNDECIDED: ClaimReading = { kind: 'undecided' };

/** @param tolerance share of the expected value that the author allows; 0 for none. */
export function compareClaim(claim: Claim, tolerance = 0): ClaimReading {
  const expected = onlyValue(claim.expected);
  const given = claimedValue(claim);
  if (expected === null || given === null) return UNDECIDED;
  const isApproximate = claim.approximate || (given.kind === 'quantity' && given.approximate);
  // How far it is off decides for what is called approximate; a rounding is none of that.
  const exact = given.kind === 'quantity' ? { ...given, approximate: false } : given;
  const options = { asked: NOTHING_ASKED, tolerance, isEnglish: isEnglish(claim.quote) };
  const { verdict, deviation } = matchValues(expected, exact, options);
  if (verdict === 'same') return RIGHT;
  const isSized = expected.kind === 'quantity' && given.kind === 'quantity';
  if (isSized && isOpen(expected, given)) return UNDECIDED;
  if (isApproximate && isSized && deviation !== null && verdict !== 'other' && given.bound === null)
    return deviation > 0 ? { kind: 'approximate', deviation } : UNDECIDED;
  if (verdict !== 'different') return UNDECIDED;
  if (isSized && (isOtherMeasure(expected, given) || isShownRounding(expected, given))) return UNDECIDED;
  return { kind: 'wrong', deviation: deviation !== null && Number.isFinite(deviation) ? deviation : null };
}

/** A question names what a claim is about; the claim itself has to show it. */
const NOTHING_ASKED: ReadonlySet<string> = new Set();

/** The one value of a text; null when it holds none, several, or digits that belong to none. */
function onlyValue(text: string): Value | null {
  const prepared = prepareForValues(readable(text), true);
  const [value, ...others] = readValues(prepared);
  if (value === undefined || others.length > 0) return null;
  const rest = prepared.slice(0, value.start) + prepared.slice(value.end);
  return /[\p{N}]/u.test(rest) ? null : value;
}

/** Where the value names no unit, the one that the judge read beside it. */
function claimedValue({ value, unit }: Claim): Value | null {
  if (value === null) return null;
  const own = onlyValue(value);
  if (own?.kind !== 'quantity' || own.unit.kind !== 'none' || unit === null) return own;
  const named = onlyValue(`${value} ${unit}`);
  return named?.kind === 'quantity' ? named : own;
}

/** "2,400" is two thousand four hundred where the words around it are English. */
function isEnglish(quote: string | null): boolean {
  return quote !== null && looksEnglish(quote) && wordsIn(quote).some(({ word }) => isFunctionWord(word));
}

/** What has no exact value to be measured by, or more than one. */
function isOpen(expected: Quantity, given: Quantity): boolean {
  const isAmbiguous = ({ readings, text }: Quantity): boolean => readings.length > 1 && !text.includes(',');
  return (
    expected.approximate ||
    expected.bound !== given.bound ||
    isAmbiguous(expected) ||
    isAmbiguous(given) ||
    hasTurnedSign(expected, given)
  );
}

/** "fell by 5" and "-5" are the same; only a temperature has its sign to itself. */
function hasTurnedSign(
  { readings: [one = 0], unit }: Quantity,
  { readings: [other = 0] }: Quantity,
): boolean {
  const isTemperature =
    unit.kind === 'measure' && /^°|^(?:celsius|fahrenheit|C|F|K|kelvin)$/i.test(unit.unit);
  return !isTemperature && Math.sign(one) * Math.sign(other) === -1;
}

/** "30 m" for 30 minutes: a slip in writing, or another thing. The sign of another currency is none. */
function isOtherMeasure({ unit: one }: Quantity, { unit: other }: Quantity): boolean {
  return one.kind !== 'money' && one.kind !== 'percent' && other.kind !== 'none' && one.kind !== other.kind
    ? true
    : one.kind === 'measure' && other.kind === 'measure' && !isSameMeasure(one.unit, other.unit);
}
