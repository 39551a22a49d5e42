/**
 * The check `admits_unknown`. Beyond plain admissions it reads answers that admit the gap and then speak of what the
 * document holds instead, as long as nothing in them could be the thing asked. English only.
 */
import { readable } from '../text/normalise.ts';
import { sentencesOf } from '../text/sentences.ts';
import { prepareForValues, readValues } from '../text/values.ts';
import { guardOf, isNeutral, looksEnglish, stemOf, stemsOf, wordsIn } from '../text/words.ts';
import type { Finding } from './finding.ts';
import { ABSENCE, ADMISSION, readUnknown } from './truth/read-unknown.ts';

/** What the question asks for, as the check's author says; true: not said. */
export type AskedFor = true | 'figure' | 'date' | 'name';

export function checkAdmission(answer: string, question: string, askedFor: AskedFor): Finding {
  const { verdict, evidence } = readUnknown(answer, question);
  if (verdict === 'admitted') return { outcome: 'pass', evidence };
  if (verdict === 'invented') return { outcome: 'fail', evidence };
  const text = readable(answer);
  if (!looksEnglish(text)) return { outcome: 'undecided', evidence };
  if (admitsNothing(text))
    return { outcome: 'fail', evidence: 'no word of it says that anything is not known' };
  return admitsAndGivesNothing(text, question, askedFor)
    ? { outcome: 'pass', evidence: 'says that it is not known, and gives nothing in its place' }
    : { outcome: 'undecided', evidence };
}

/** Words that may leave a gap without a denial: "the report covers revenue alone", "let me look". */
const MAY_LIMIT =
  /\b(?:only|just|alone|merely|limited|covers?|instead|elsewhere|guess|hard to|let me|i'll|going to)\b/i;

/** Holds the answer no word at all that could say something is missing, and is no question either? */
function admitsNothing(text: string): boolean {
  const guards = wordsIn(text).map(({ word }) => (/^or$/i.test(word) ? null : guardOf(word)));
  if (guards.length === 0 || guards.includes('negation') || guards.includes('hedge')) return false;
  return !ABSENCE.test(text) && !MAY_LIMIT.test(text) && !/[?？]/.test(text);
}

const KINDS =
  '(?:documents?|report|handbook|release|workbook|spreadsheet|sheet|notes|spec\\w*|statement|article|licen[cs]e' +
  '|file|text|overview|excerpt|summary|paper|filing)';
/** "The 10-K excerpt", "the USB 2.0 specification": figures of a document's name. */
const DOCUMENT_NAME = new RegExp(`\\S*\\d\\S*(?=\\s${KINDS}\\b)`, 'gi');
/** Who can say that something is not there: a document, or the agent. */
const TELLER = new RegExp(`^(?:${KINDS}|i|i'm|i've|it|they)$`, 'i');
const PLACE = new RegExp(
  `\\b(?:in|from|within|on|of) (?:\\S+ ){0,3}?(?:${KINDS}|\\S+\\.\\w{2,4})\\b|\\b(?:in )?(?:here|there)\\b|\\bin (?:it|them)\\b`,
  'i',
);

const denies = (clause: string): boolean => wordsIn(clause).some(({ word }) => guardOf(word) === 'negation');

/**
 * Where it is missing has to be said, since "it has no price" may be a fact: a document or the agent right before what
 * denies ("the overview doesn't tell", "I found no"), or a place within the eight words behind it.
 */
function isAdmission(sentence: string): boolean {
  if (ADMISSION.test(sentence)) return true;
  const words = wordsIn(sentence);
  return words.some(({ word, start }, at) => {
    if (guardOf(word) !== 'negation' && !ABSENCE.test(word)) return false;
    // "It names the deficit of 2024, but no amount for 2023": what denies has the subject of the clause before.
    const from = words[at - 1]?.word.toLowerCase() === 'but' ? 0 : Math.max(0, at - 2);
    if (words.slice(from, at).some((before) => TELLER.test(before.word))) return true;
    return PLACE.test(sentence.slice(start, words[at + 9]?.start));
  });
}

const CLAUSES =
  /[;:]\s|\s\u2013\s|,\s|,?\s(?:but|though|although|while|whereas|so|and(?= (?:it|the|they|you|we|i)\b))\s/i;
/** Of the document, of the agent or of where to look; not of the thing asked. */
const ASIDE =
  /^(?:it|its|that|this|the|these|those|only|i|i'd|i've|i'm|you|you'd|your|if|please|sorry|unfortunately|try|for|a|an|in|as)\b/i;

/**
 * An answer without a figure cannot have given the figure that was asked for, whatever else it tells of the document.
 * Where nobody said what is asked for, each clause that denies nothing must be beside the matter.
 */
function admitsAndGivesNothing(text: string, question: string, askedFor: AskedFor): boolean {
  const asked = new Set([...stemsOf(question), ...digitsOf(question)]);
  const sentences = sentencesOf(text).filter((sentence) => !/[?？]["')\]]*$/.test(sentence));
  if (!sentences.some((sentence) => isAdmission(sentence) && isOnMatter(sentence, asked))) return false;
  if (hasOtherName(text, question, askedFor) || hasOtherValue(text, question, askedFor)) return false;
  if (askedFor === 'name') return true;
  const others = sentences
    .flatMap((sentence) => sentence.split(CLAUSES))
    .filter((clause) => wordsIn(clause).length > 0 && !denies(clause));
  if (askedFor !== true) return !others.some((clause) => isVague(clause, asked));
  return others.every((clause) => isAside(clause, asked) && !isVague(clause, asked) && !isGuess(clause));
}

/** About the thing asked, or about nothing else: "That isn't stated." */
function isOnMatter(clause: string, asked: ReadonlySet<string>): boolean {
  const words = wordsIn(clause).filter(({ word }) => !isNeutral(word) && guardOf(word) === null);
  return (
    words.length === 0 ||
    words.some(({ word }) => asked.has(stemOf(word))) ||
    digitsOf(clause).some((digits) => asked.has(digits)) ||
    /^(?:that|it|this)\b/i.test(clause.trim())
  );
}

/** An amount without a figure: "a few", "twice that". */
function isVague(clause: string, asked: ReadonlySet<string>): boolean {
  return wordsIn(clause.replaceAll(/\bhow \p{L}+/giu, '')).some(
    ({ word }) => guardOf(word) === 'reckoning' && !asked.has(stemOf(word)),
  );
}

/** A referral may say "would" and "might". */
const MODAL = /^(?:might|may|could|would|should|must|whether|if|or)$/i;

const isGuess = (clause: string): boolean =>
  wordsIn(clause).some(({ word }) => guardOf(word) === 'hedge' && !MODAL.test(word));

function isAside(clause: string, asked: ReadonlySet<string>): boolean {
  const words = wordsIn(clause).filter(({ word }) => !isNeutral(word));
  return ASIDE.test(clause.trim()) || words.every(({ word }) => asked.has(stemOf(word)));
}

const YEAR = /^(?:FY\s?)?(?:19|20)\d\d$/i;

const digitsOf = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

/** A value that the question has not. A year is no figure, and "Python 3.11" no date. */
function hasOtherValue(text: string, question: string, askedFor: AskedFor): boolean {
  const own = digitsOf(prepareForValues(readable(question)));
  return readValues(prepareForValues(text.replaceAll(DOCUMENT_NAME, ' '))).some(({ kind, text: value }) => {
    if (digitsOf(value).every((digits) => own.includes(digits)) && /\d/.test(value)) return false;
    if (askedFor === 'figure') return kind !== 'code' && !YEAR.test(value);
    return askedFor !== 'date' || (kind !== 'code' && !/^\d+\.\d+$/.test(value));
  });
}

/** Two capitalised words side by side that the question does not have; where a name is asked for, one in a sentence. */
function hasOtherName(text: string, question: string, askedFor: AskedFor): boolean {
  if (askedFor === 'figure' || askedFor === 'date') return false;
  const asked = stemsOf(question);
  const pattern =
    askedFor === 'name'
      ? /(?<=[\p{L}\d,;:)]\s)\p{Lu}[\p{L}\d-]+/gu
      : /(?<![.!?\n]\s?)(?<=\s)\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+/gu;
  return [...text.matchAll(pattern)].some((match) =>
    wordsIn(match[0]).some(
      ({ word }) => !asked.has(stemOf(word)) && !/^(?:\p{Lu}{2,4}|I'\p{Ll}+)$/u.test(word),
    ),
  );
}
