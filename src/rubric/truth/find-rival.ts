/**
 * What keeps passed checks from deciding an answer with more than one value in it: a check finds a value, and cannot
 * tell for which thing it is given. Sure is only that one value stands apart and the others are set beside it.
 */
import type { Quantity } from '../../text/quantities.ts';
import { readable } from '../../text/normalise.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { prepared, readStatement } from '../../text/statement.ts';
import { prepareForValues, readValues, type Value } from '../../text/values.ts';
import { guardOf, stemOf, stemsOf, wordsIn } from '../../text/words.ts';
import { matchValues } from './match-values.ts';

/** Words by which a clause sets its value beside another one. */
const BESIDE =
  /\b(?:up|down|from|over|above|below|under|ahead|behind|more|less|higher|lower|fewer|earlier|ago|by)\b/i;
const UPWARDS = /\b(?:gr[eo]w\w*|ris\w+|rose|increas\w+|gain\w*|higher|added|climb\w*|up)\b/i;
const DOWNWARDS =
  /\b(?:declin\w+|decreas\w+|fall\w*|fell|dropp?\w*|lower\w*|los[est]\w*|shr[aiu]nk\w*|reduc\w+|down)\b/i;
const CLAUSE_ENDS = /[;:()\u2013]|,(?!\d)|\s(?:and|while|whereas|but|though|although)\s/g;

/** A part of a whole: "$1.3 million of the $4.2 million". */
const WHOLE = /\bof the (?:overall |total |whole )?$/i;
/** "CSF 2.0": a number that belongs to a name. */
const IN_NAME = /(?<![.!?:]\s)(?<!^)\b\p{Lu}[\p{L}]*\s$/u;

interface Placed {
  readonly value: Value;
  /** What stands before it in its sentence. */
  readonly before: string;
  /** The words of its clause. */
  readonly clause: string;
}

function placed(answer: string): Placed[] {
  return sentencesOf(prepareForValues(readable(answer))).flatMap((sentence) =>
    readValues(sentence).map((value) => ({
      value,
      before: sentence.slice(0, value.start),
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

/** The figure of the expected value, with a bound, a sign or a unit that cannot be compared; not of another rate. */
function hasItsFigure(wanted: Value, value: Value): boolean {
  if (wanted.kind !== 'quantity' || value.kind !== 'quantity') return false;
  if (wanted.per !== null && value.per !== null && wanted.per !== value.per) return false;
  const ends = ({ readings, to }: Quantity): number[] => [...readings, ...(to ?? [])].map(Math.abs);
  return ends(wanted).some((figure) => ends(value).includes(figure));
}

/** A year, or the number of a version: it counts nothing. */
function isLabel({ value, before }: Placed): boolean {
  if (value.kind !== 'quantity' || value.unit.kind !== 'none' || value.to !== null) return false;
  const isYear = /^(?:19|20)\d\d$/.test(value.text);
  return isYear || (/^\d+\.\d+$/.test(value.text) && IN_NAME.test(before));
}

/** The value, or the direction, that may be given in the expected one's place, in words; null when there is none. */
export function findRival(answer: string, expected: string, question: string): string | null {
  const truth = readStatement(prepared(expected)).values;
  const asked = stemsOf(question);
  const known = new Set(wordsIn(`${question} ${expected}`).map(({ word }) => stemOf(word)));
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
  for (const wanted of truth) {
    const same = given.filter(({ value }) => said(wanted, value) === 'same');
    const others = candidates.filter((each) => isOther(wanted, each));
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
