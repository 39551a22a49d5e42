/** The checks `number` and `never_number`: the answer gives this number, or does not. */
import { readable } from '../text/normalise.ts';
import { withDigits } from '../text/number-words.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { Quantity } from '../text/quantities.ts';
import { quantitiesIn } from '../text/values.ts';
import { guardOf, looksEnglish, wordsIn } from '../text/words.ts';
import type { Finding } from './finding.ts';
import { isDenied, isSetAside } from './number-denied.ts';
import { matchValues, type ValueMatch } from './truth/match-values.ts';

export interface WantedNumber {
  readonly value: number;
  readonly unit?: string | undefined;
  /** Relative: 0.01 allows 1 % off. */
  readonly tolerance?: number | undefined;
}

/** Amounts in words that are not read as figures, and tables whose head gives the scale. */
const UNREAD = /\b(?:twice|double|triple|in (?:\S{1,4} )?(?:thousand|million|billion|trillion)s?)\b/i;
/** Parts of a whole: "half of it", "a third". A half or a quarter of the year is none. */
const FRACTION = new RegExp(
  [
    '(?<!\\b(?:first|second|third|fourth|last|next|this|previous|prior|same|final|latest|current|per|each|every|fiscal) )',
    '\\b(?:half|quarters?|thirds?)\\b(?!\\s(?:quarter|party|parties|year|section|version))',
  ].join(''),
  'i',
);
const OF_YEAR = /\b(?:the|a|of|by)\s(?:half|quarter)(?:'s|\s(?:of|in)\s(?:the year|20\d\d))|\bquarterly\b/gi;
/** Words for small counts, and the counts that they stand for. */
const COUNT_WORDS: readonly (readonly [RegExp, (value: number) => boolean])[] = [
  [/\bboth\b|\bcouple\b/i, (value) => value === 2],
  [/\bonce\b/i, (value) => value === 1],
  [/\bdozens?\b/i, (value) => value % 12 === 0 || value > 12],
  [/\b(?:a|two|three|four) score\b/i, (value) => value % 20 === 0],
];
/** "4-1/2 to 4-3/4 percent". */
const MIXED_FRACTION = /\d[ -]\d ?\/ ?\d/;

/**
 * Passes when the number stands in the answer outside of a denial, in any unit that converts to the wanted one; without
 * a unit in any. Fails only when every amount of the answer was read and none fits.
 */
export function checkNumber(
  wanted: WantedNumber,
  answer: string,
  others: readonly WantedNumber[] = [],
): Finding {
  const text = readable(answer);
  const label = labelOf(wanted);
  const expected = wantedQuantity(wanted);
  if (expected === undefined)
    return { outcome: 'undecided', evidence: `the check's number ${label} cannot be read` };
  const found = amountsOf(text, expected, wanted);
  const right = found.filter(({ match }) => match === 'same');
  const stated = right.find(({ sentence, given }) => !isDenied(sentence, given));
  if (stated !== undefined) {
    const restated = otherFigure(found, stated, others);
    if (restated !== undefined)
      return { outcome: 'undecided', evidence: `gives ${stated.given.text}, then ${restated}` };
    return { outcome: 'pass', evidence: `gives ${stated.given.text}` };
  }
  if (right.length > 0) return { outcome: 'undecided', evidence: `names ${label}, perhaps to deny it` };
  const rounded = found.find(({ given }) => isRounded(expected, given, wanted));
  if (rounded !== undefined)
    return { outcome: 'undecided', evidence: `gives ${rounded.given.text}; ${label} is asked` };
  const open = found.find(({ match }) => match === 'unclear');
  if (open !== undefined)
    return { outcome: 'undecided', evidence: `gives ${open.given.text}; ${label} is asked` };
  const unread = found.reduce((rest, { given }) => rest.replace(given.text, ' '), withDigits(text));
  if (
    hasUnread(unread, wanted) ||
    MIXED_FRACTION.test(text) ||
    !looksEnglish(text) ||
    mayHold(unread, wanted)
  )
    return { outcome: 'undecided', evidence: `does not give ${label} in figures` };
  return { outcome: 'fail', evidence: `does not give ${label}` };
}

/** Every one of the numbers, or the first that is missing; failing comes before what cannot be told. */
export function checkNumbers(wanted: readonly WantedNumber[], answer: string): Finding {
  const findings = wanted.map((each) => checkNumber(each, answer, wanted));
  return (
    findings.find(({ outcome }) => outcome === 'fail') ??
    findings.find(({ outcome }) => outcome === 'undecided') ?? {
      outcome: 'pass',
      evidence: findings.map(({ evidence }) => evidence).join(', '),
    }
  );
}

/**
 * Fails when one of the numbers is asserted. Behind a word that denies, doubts or compares it may be named to set it
 * aside, which cannot be told by rule.
 */
export function checkNeverNumbers(forbidden: readonly WantedNumber[], answer: string): Finding {
  const text = readable(answer);
  let open: string | null = null;
  for (const each of forbidden) {
    const expected = wantedQuantity(each);
    const found = expected === undefined ? [] : amountsOf(text, expected, each);
    const same = found.filter(({ match }) => match === 'same');
    const stated = same.find(({ sentence, given }) => !isSetAside(sentence, given));
    if (stated !== undefined) return { outcome: 'fail', evidence: `gives ${stated.given.text}` };
    if (expected === undefined) open ??= `the check's number ${labelOf(each)} cannot be read`;
    const [named] = same;
    if (named !== undefined) open ??= `names ${named.given.text}, perhaps to set it aside`;
  }
  return open === null
    ? { outcome: 'pass', evidence: 'gives none of the numbers that are wrong here' }
    : { outcome: 'undecided', evidence: open };
}

const labelOf = ({ value, unit }: WantedNumber): string => `${value}${unit === undefined ? '' : ` ${unit}`}`;

interface Amount {
  readonly given: Quantity;
  readonly sentence: string;
  readonly match: ValueMatch['verdict'];
}

function amountsOf(text: string, expected: Quantity, wanted: WantedNumber): Amount[] {
  return sentencesOf(text).flatMap((sentence) =>
    quantitiesIn(sentence).map((given) => {
      const signed =
        expected.readings[0] !== undefined && expected.readings[0] < 0 ? fallen(given, sentence) : given;
      return { given, sentence, match: fits(expected, signed, wanted) };
    }),
  );
}

const FALL = new RegExp(
  [
    '\\b(?:fell|fall(?:en|s)?|down|declin\\w+|decreas\\w+|lost|los(?:e|es|ing|s|ses)|dropp?\\w*|shr[aiu]nk\\w*',
    'fewer|less|reduc\\w+|under|below|short|shed|cut|negative|minus)\\b',
  ].join('|'),
  'i',
);

/** "Lost 100,000" for -100,000. */
function fallen(given: Quantity, sentence: string): Quantity {
  const isFall = given.to === null && FALL.test(sentence);
  return isFall ? { ...given, readings: given.readings.map((value) => -Math.abs(value)) } : given;
}

function wantedQuantity({ value, unit }: WantedNumber): Quantity | undefined {
  const isSign = unit !== undefined && /^[^\p{L}\p{N}\s%°]+$/u.test(unit);
  const figure = value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 });
  return quantitiesIn(isSign ? `${unit}${figure}` : unit === undefined ? figure : `${figure} ${unit}`)[0];
}

/** Without a wanted unit the figure counts whatever it measures. Either end of a range counts as a number. */
function fits(
  expected: Quantity,
  given: Quantity,
  { unit, tolerance = 0 }: WantedNumber,
): ValueMatch['verdict'] {
  const bare = unit === undefined ? { ...given, unit: expected.unit, per: null } : given;
  const ends = bare.to === null ? [bare.readings] : [bare.readings, bare.to];
  const verdicts = ends.map(
    (readings) =>
      matchValues(
        { ...expected, bound: null, per: null, to: null },
        { ...bare, readings, to: null, bound: null, per: null, approximate: false, halfStep: 0, digits: 1 },
        { asked: new Set(), tolerance },
      ).verdict,
  );
  // A fall that is told in words was given its sign before.
  const isRise = (expected.readings[0] ?? 0) < 0 && ends.every(([first = 0]) => first > 0);
  if (isRise) return 'different';
  return (
    verdicts.find((each) => each === 'same') ?? verdicts.find((each) => each === 'unclear') ?? 'different'
  );
}

/** 28.4 and 183,323 are told in no halves, quarters or thirds; 3.5, 25 and 33 may be. */
function maybeFraction(value: number): boolean {
  const digits = String(Math.abs(value)).replace('.', '').replace(/0+$/, '');
  return digits.length < 3 || /5$|^[36]+7?$/.test(digits);
}

function hasUnread(text: string, { value }: WantedNumber): boolean {
  return (
    UNREAD.test(text) ||
    (maybeFraction(value) && FRACTION.test(text.replaceAll(OF_YEAR, ' '))) ||
    COUNT_WORDS.some(([word, standsFor]) => word.test(text) && standsFor(value))
  );
}

/** The number rounded, or near one that the answer calls approximate: exact it is not, wrong neither. */
function isRounded(expected: Quantity, given: Quantity, { unit }: WantedNumber): boolean {
  const { verdict, deviation } = matchValues(
    { ...expected, bound: null, per: null, unit: unit === undefined ? given.unit : expected.unit },
    { ...given, bound: null, per: null },
    { asked: new Set() },
  );
  return verdict === 'same' || (given.approximate && deviation !== null && deviation <= 0.15);
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

const RESTATES = new RegExp(
  [
    '\\b(?:in other words|to sum(?:mari[sz]e| up)|in (?:short|sum|summary)|that is to say|i\\.e\\.|actually',
    'correction|on second thought|make that|i mean)\\b',
  ].join('|'),
  'i',
);

/** Another figure of the kind where the answer says the same again, or corrects itself. */
function otherFigure(
  found: readonly Amount[],
  stated: Amount,
  others: readonly WantedNumber[],
): string | undefined {
  const wanted = others.map(({ value }) => value);
  return found.find(
    ({ sentence, given, match }) =>
      RESTATES.test(sentence) &&
      match !== 'same' &&
      given.unit.kind === stated.given.unit.kind &&
      !wanted.includes(given.readings[0] ?? Number.NaN),
  )?.given.text;
}
