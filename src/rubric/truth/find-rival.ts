/**
 * What keeps passed checks from deciding an answer with more than one value in it: a check finds a value, and cannot
 * tell for which thing it is given. Sure is only that one value stands apart and the others are set beside it.
 */
import { readable } from '../../text/normalise.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { prepared, readStatement } from '../../text/statement.ts';
import { prepareForValues, readValues, type Value } from '../../text/values.ts';
import { guardOf, stemsOf, wordsIn } from '../../text/words.ts';
import { matchValues } from './match-values.ts';

/** Words by which a clause sets its value beside another one. */
const BESIDE =
  /\b(?:up|down|from|over|above|below|under|ahead|behind|more|less|higher|lower|fewer|earlier|ago|by)\b/i;
const UPWARDS = /\b(?:gr[eo]w\w*|ris\w+|rose|increas\w+|gain\w*|higher|added|climb\w*|up)\b/i;
const DOWNWARDS =
  /\b(?:declin\w+|decreas\w+|fall\w*|fell|dropp?\w*|lower\w*|los[est]\w*|shr[aiu]nk\w*|reduc\w+|down)\b/i;
const CLAUSE_ENDS = /[;:()\u2013]|,(?!\d)|\s(?:and|while|whereas|but|though|although)\s/g;

interface Placed {
  readonly value: Value;
  /** The words of its clause. */
  readonly clause: string;
}

function placed(answer: string): Placed[] {
  return sentencesOf(prepareForValues(readable(answer))).flatMap((sentence) =>
    readValues(sentence).map((value) => ({ value, clause: clauseAt(sentence, value) })),
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

const setsAside = (clause: string): boolean =>
  wordsIn(clause).some(({ word }) => guardOf(word) === 'contrast' || guardOf(word) === 'negation');

/** The same number, where one of the two says nothing of what it measures, or in a word for it of its own. */
function isSameFigure(one: Value, other: Value): boolean {
  if (one.kind !== 'quantity' || other.kind !== 'quantity' || one.per !== other.per) return false;
  const isLoose = [one, other].some(({ unit }) => unit.kind === 'none' || unit.kind === 'counted');
  return isLoose && one.readings[0] === other.readings[0];
}

/** The value, or the direction, that may be given in the expected one's place, in words; null when there is none. */
export function findRival(answer: string, expected: string, question: string): string | null {
  const truth = readStatement(prepared(expected)).values;
  const asked = stemsOf(question);
  const own = readValues(prepareForValues(readable(question)));
  const given = placed(answer);
  const said = (one: Value, other: Value) =>
    isSameFigure(one, other) ? 'same' : matchValues(one, other, { asked }).verdict;
  for (const wanted of truth) {
    const same = given.filter(({ value }) => said(wanted, value) === 'same');
    const stated = same.filter(({ clause }) => !setsAside(clause));
    // Where several values are expected, one may well be what another is compared with.
    if (truth.length === 1 && same.length > 0 && stated.length === 0)
      return `${same[0]?.value.text ?? ''} beside another value`;
    const rival = given.find(
      ({ value, clause }) =>
        ['different', 'unclear'].includes(said(wanted, value)) &&
        ![...truth, ...own].some((known) => known !== wanted && said(known, value) === 'same') &&
        !setsAside(clause) &&
        !BESIDE.test(clause),
    );
    if (rival !== undefined && !same.includes(rival)) return rival.value.text;
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
