/** The check `number`: the answer gives this number. */
import { readable } from '../text/normalise.ts';
import { withDigits } from '../text/number-words.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { Quantity } from '../text/quantities.ts';
import { quantitiesIn } from '../text/values.ts';
import { guardOf, looksEnglish, wordsIn } from '../text/words.ts';
import type { Finding } from './checks.ts';
import { matchValues } from './truth/match-values.ts';

export interface WantedNumber {
  readonly value: number;
  readonly unit?: string | undefined;
  /** Relative: 0.01 allows 1 % off. */
  readonly tolerance?: number | undefined;
}

/** Amounts in words that are not read as figures. */
const UNREAD =
  /\b(?:half|quarter|third|thirds|quarters|dozens?|score|couple|twice|double|triple|both|once)\b/i;

/**
 * Passes when the number stands in the answer outside of a denial, in any unit that converts to the wanted one; without
 * a unit in any. Fails only when every amount of the answer was read and none fits.
 */
export function checkNumber(wanted: WantedNumber, answer: string): Finding {
  const text = readable(answer);
  const label = `${wanted.value}${wanted.unit === undefined ? '' : ` ${wanted.unit}`}`;
  const expected = wantedQuantity(wanted);
  if (expected === undefined)
    return { outcome: 'undecided', evidence: `the check's number ${label} cannot be read` };
  const found = sentencesOf(text).flatMap((sentence) =>
    quantitiesIn(sentence).map((given) => ({ given, sentence, match: fits(expected, given, wanted) })),
  );
  const right = found.filter(({ match }) => match === 'same');
  const stated = right.find(({ sentence, given }) => !isDenied(sentence, given));
  if (stated !== undefined) return { outcome: 'pass', evidence: `gives ${stated.given.text}` };
  if (right.length > 0) return { outcome: 'undecided', evidence: `names ${label}, perhaps to deny it` };
  const open = found.find(({ match }) => match === 'unclear');
  if (open !== undefined)
    return { outcome: 'undecided', evidence: `gives ${open.given.text}; ${label} is asked` };
  const others = found.reduce((rest, { given }) => rest.replace(given.text, ' '), withDigits(text));
  if (UNREAD.test(others) || !looksEnglish(text) || mayHold(others, wanted))
    return { outcome: 'undecided', evidence: `does not give ${label} in figures` };
  return { outcome: 'fail', evidence: `does not give ${label}` };
}

function wantedQuantity({ value, unit }: WantedNumber): Quantity | undefined {
  const isSign = unit !== undefined && /^[^\p{L}\p{N}\s%°]+$/u.test(unit);
  const figure = value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 });
  return quantitiesIn(isSign ? `${unit}${figure}` : unit === undefined ? figure : `${figure} ${unit}`)[0];
}

/** Without a wanted unit the figure counts whatever it measures. */
function fits(expected: Quantity, given: Quantity, { unit, tolerance = 0 }: WantedNumber): string {
  const bare = unit === undefined ? { ...given, unit: expected.unit, per: null } : given;
  const { verdict } = matchValues(
    { ...expected, bound: null, per: null },
    { ...bare, bound: null, per: null, approximate: false, halfStep: 0, digits: 1 },
    { asked: new Set(), tolerance },
  );
  const isEnd = given.to !== null && [given.readings[0], given.to[0]].includes(expected.readings[0]);
  return isEnd ? 'same' : verdict;
}

/** In what is no quantity: a year in a date, a digit of a code, a fraction, "none" for 0 and "one" for 1. */
function mayHold(text: string, { value, tolerance = 0 }: WantedNumber): boolean {
  const figures = (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((figure) => Number(figure.replaceAll(',', '')));
  return (
    figures.some((figure) => Math.abs(figure - Math.abs(value)) <= tolerance * Math.abs(value)) ||
    /\d\s?\/\s?\d|(?![0-9])\p{N}/u.test(text) ||
    (value === 1 && /\b(?:one|an?|single)\b/i.test(text)) ||
    (value === 0 && wordsIn(text).some(({ word }) => guardOf(word) === 'negation' || /^free$/i.test(word)))
  );
}

/** A "not" within the six words before the figure. */
function isDenied(sentence: string, given: Quantity): boolean {
  const before = wordsIn(sentence.slice(0, sentence.indexOf(given.text))).slice(-6);
  return before.some(({ word }) => guardOf(word) === 'negation');
}
