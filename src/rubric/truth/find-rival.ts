/**
 * What keeps passed checks from deciding an answer with more than one value in it: a check finds a value, and cannot
 * tell for which thing it is given. Sure is only that one value stands apart and the others are set beside it.
 */
import type { Quantity } from '../../text/quantities.ts';
import { readable } from '../../text/normalise.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { prepared, readStatement } from '../../text/statement.ts';
import { prepareForValues, readValues, type Value } from '../../text/values.ts';
import { guardOf, isFunctionWord, stemOf, stemsOf, wordsIn } from '../../text/words.ts';
import { matchValues } from './match-values.ts';

/** Words by which a clause sets its value beside another one. */
const BESIDE =
  /\b(?:up|down|from|over|above|below|under|ahead|behind|more|less|higher|lower|fewer|earlier|ago|by|times|apiece|each)\b/i;
const UPWARDS = /\b(?:gr[eo]w\w*|ris\w+|rose|increas\w+|gain\w*|higher|added|climb\w*|up)\b/i;
const DOWNWARDS =
  /\b(?:declin\w+|decreas\w+|fall\w*|fell|dropp?\w*|lower\w*|los[est]\w*|shr[aiu]nk\w*|reduc\w+|down)\b/i;
const CLAUSE_ENDS = /[;:()\u2013]|,(?!\d)|\s(?:and|while|whereas|but|though|although)\s/g;

/** A part of a whole: "$1.3 million of the $4.2 million". */
const WHOLE = /\bof the (?:overall |total |whole )?$/i;
/** "CSF 2.0": a number that belongs to a name. */
const IN_NAME = /(?:\b\p{Lu}{2,}|(?<![.!?:]\s)(?<!^)\b\p{Lu}[\p{L}]*)\s$/u;

interface Placed {
  readonly value: Value;
  /** What stands before it in its sentence, and behind it. */
  readonly before: string;
  readonly behind: string;
  /** The words of its clause. */
  readonly clause: string;
}

function placed(answer: string): Placed[] {
  return sentencesOf(prepareForValues(readable(answer))).flatMap((sentence) =>
    readValues(sentence).map((value) => ({
      value,
      before: sentence.slice(0, value.start),
      behind: sentence.slice(value.end),
      clause: clauseAt(sentence, value),
    })),
  );
}

function clauseAt(sentence: string, { start, end }: Value): string {
  let from = 0;
  let to = sentence.length;
  for (const match of sentence.matchAll(CLAUSE_ENDS)) {
    if (match.index + match[0].length <= start) from = match.index + match[0].length;
    else if (match.index >= end) {
      to = match.index;
      break;
    }
  }
  return `${sentence.slice(from, start)} ${sentence.slice(end, to)}`;
}

/** A word that question or truth hold themselves ("in the first year") sets nothing aside. */
function setsAside(clause: string, known: ReadonlySet<string>): boolean {
  return wordsIn(clause).some(
    ({ word }) => (guardOf(word) === 'contrast' || guardOf(word) === 'negation') && !known.has(stemOf(word)),
  );
}

const figuresOf = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

/** Half of the last written digit's worth, where there are three digits or more. */
const roundingOf = ({ digits, halfStep }: Quantity): number => (digits > 2 ? halfStep : 0);

/** The figure of the expected value, with a bound, a sign or a unit that cannot be compared; not of another rate. */
function hasItsFigure(wanted: Value, value: Value): boolean {
  if (wanted.kind !== 'quantity' || value.kind !== 'quantity') return false;
  if (wanted.per !== null && value.per !== null && wanted.per !== value.per) return false;
  const ends = ({ readings, to }: Quantity): number[] => [...readings, ...(to ?? [])].map(Math.abs);
  return ends(wanted).some((figure) =>
    ends(value).some((end) => Math.abs(figure - end) <= roundingOf(value)),
  );
}

/** A year, the second year of a season, the number of a version or a form, a part of "4-1/2": it counts nothing alone. */
function isLabel({ value, before, behind }: Placed): boolean {
  if (value.kind !== 'quantity') return false;
  if (/\d\s?\/\s?$/.test(before)) return true;
  if (value.to !== null) return false;
  const { text } = value;
  return (
    /^(?:19|20)\d\d$/.test(text) ||
    /^\d{1,2}-[A-Z]$/.test(text) ||
    (/^\d\d$/.test(text) && /(?:19|20)\d\d\s?[-\u2013]$/.test(before)) ||
    (/^\d+\.\d+$/.test(text) && IN_NAME.test(before)) ||
    /^(?:[- ]\d)?\s?\/\s?\d/.test(behind)
  );
}

/** Counts another thing where the wanted value stands with its unit: "two cases" beside "3 days", "40 %" beside 142. */
function countsElse(wanted: Value, { value, behind }: Placed, known: ReadonlySet<string>): boolean {
  if (wanted.kind !== 'quantity' || value.kind !== 'quantity') return false;
  const noun = /^\s([\p{L}-]+)/u.exec(behind)?.[1];
  const isForeign = noun !== undefined && !isFunctionWord(noun) && !known.has(stemOf(noun));
  if (value.unit.kind === 'counted')
    return wanted.unit.kind !== 'counted' && value.unit.nouns.every((each) => !known.has(stemOf(each)));
  if (value.unit.kind === 'none') return wanted.unit.kind !== 'none' && isForeign;
  return wanted.unit.kind === 'none' && wordsIn(value.text).every(({ word }) => !known.has(stemOf(word)));
}

/** "$30 more ($79 against $49)": two values whose difference is the wanted one are what it was reckoned from. */
function withoutOperands(wanted: Value, others: readonly Placed[]): readonly Placed[] {
  if (wanted.kind !== 'quantity') return others;
  const [difference] = wanted.readings;
  const first = ({ value }: Placed): number | undefined =>
    value.kind === 'quantity' && value.to === null ? value.readings[0] : undefined;
  const isOperand = (each: Placed): boolean =>
    others.some(
      (other) => Math.abs((first(each) ?? Number.NaN) - (first(other) ?? Number.NaN)) === difference,
    );
  return others.filter((each) => !isOperand(each));
}

const COMPARES = /\b(?:more|less|higher|lower|difference|fewer|better|compare\w*)\b/i;

/** The value, or the direction, that may be given in the expected one's place, in words; null when there is none. */
export function findRival(answer: string, expected: string, question: string): string | null {
  const truth = readStatement(prepared(expected)).values;
  const asked = stemsOf(question);
  const known = new Set(wordsIn(`${question} ${expected}`).map(({ word }) => stemOf(word)));
  // What is asked is itself a difference: "$30 more than the other" sets nothing aside.
  if (COMPARES.test(`${question} ${expected}`))
    for (const word of ['than', 'versus', 'vs', 'compared', 'apart']) known.add(stemOf(word));
  const told = new Set(figuresOf(question));
  const own = readValues(prepareForValues(readable(question)));
  const given = placed(answer);
  const said = (one: Value, other: Value) => matchValues(one, other, { asked }).verdict;
  const isOther = (wanted: Value, { value }: Placed): boolean => {
    const verdict = said(wanted, value);
    if (value.kind !== wanted.kind || verdict === 'same' || verdict === 'other') return false;
    if (verdict === 'unclear' && hasItsFigure(wanted, value)) return false;
    return ![...truth, ...own].some(
      (one) => one !== wanted && (said(one, value) === 'same' || hasItsFigure(one, value)),
    );
  };
  const candidates = given.filter(
    (each) => !isLabel(each) && !figuresOf(each.value.text).every((figure) => told.has(figure)),
  );
  // What the question names is not what it asks for.
  const asks = truth.filter((wanted) => !own.some((one) => said(wanted, one) === 'same'));
  for (const wanted of asks) {
    const same = given.filter(({ value }) => said(wanted, value) === 'same');
    const isFirstAndLast =
      given.length > 1 && [given[0], given.at(-1)].every((each) => same.some((one) => one === each));
    // Steps of a reckoning that begins and ends with the right value.
    if (isFirstAndLast) continue;
    const isStated = same.length > 0 || given.some(({ value }) => hasItsFigure(wanted, value));
    const others = withoutOperands(
      wanted,
      candidates.filter((each) => isOther(wanted, each) && !(isStated && countsElse(wanted, each, known))),
    );
    if (same.length > 0 && others.length > 0 && same.every(({ clause }) => setsAside(clause, known)))
      return `${same[0]?.value.text ?? ''} beside another value`;
    const rival = others.find(
      ({ clause, before }) => !setsAside(clause, known) && !BESIDE.test(clause) && !WHOLE.test(before),
    );
    if (rival !== undefined) return rival.value.text;
  }
  return turnsRound(answer, `${expected} ${question}`);
}

/** The answer speaks of a fall where truth and question speak of a rise alone, or the other way round. */
function turnsRound(answer: string, known: string): string | null {
  const text = readable(answer);
  for (const [own, other] of [
    [UPWARDS, DOWNWARDS],
    [DOWNWARDS, UPWARDS],
  ] as const) {
    if (own.test(known) && !other.test(known) && !own.test(text) && other.test(text))
      return other.exec(text)?.[0] ?? null;
  }
  return null;
}
