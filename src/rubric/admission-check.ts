/**
 * The check `admits_unknown`. Beyond plain admissions it reads answers that admit the gap and then speak of what the
 * document holds instead, as long as nothing in them could be the thing asked. English only.
 */
import { readable } from '../text/normalise.ts';
import { sentencesOf } from '../text/sentences.ts';
import { prepareForValues, readValues } from '../text/values.ts';
import { guardOf, isNeutral, looksEnglish, stemOf, stemsOf, wordsIn } from '../text/words.ts';
import type { Finding } from './finding.ts';
import { saysValueIsMissing } from './missing-value.ts';
import { ABSENCE, ADMISSION, readUnknown } from './truth/read-unknown.ts';

export function checkAdmission(answer: string, question: string): Finding {
  const { verdict, evidence } = readUnknown(answer, question);
  if (verdict === 'admitted') return { outcome: 'pass', evidence };
  if (verdict === 'invented') return { outcome: 'fail', evidence };
  if (admitsNothing(answer))
    return { outcome: 'fail', evidence: 'no word of it says that anything is not known' };
  return admitsAndSaysMore(answer, question) || admitsMissingValue(answer, question)
    ? { outcome: 'pass', evidence: 'says that it is not known, and gives nothing in its place' }
    : { outcome: 'undecided', evidence };
}

/** By these, too, an answer may say that something is missing: "the report covers revenue alone". */
const GAP = new RegExp(
  [
    '\\b(?:only|just|alone|solely|merely|limited|restricted|confined|focus\\w*|concentrat\\w*|covers?|sticks?|unsure',
    'uncertain|unclear|guess|gap|skips?|leav\\w+|left|exclud\\w+|elsewhere|another|other|separate|different|instead',
    "wish|hard to|let me|i'll|i will|going to)\\b",
  ].join('|'),
  'i',
);

/** Holds the answer no word at all that could say something is missing, and is no question either? */
function admitsNothing(answer: string): boolean {
  const text = readable(answer);
  if (!looksEnglish(text) || wordsIn(text).length === 0) return false;
  const guards = wordsIn(text).map(({ word }) => (/^or$/i.test(word) ? null : guardOf(word)));
  if (guards.includes('negation') || guards.includes('hedge')) return false;
  return !ABSENCE.test(text) && !GAP.test(text) && !/[?？]/.test(text);
}

const PLACE = new RegExp(
  [
    '\\b(?:in|from|within|on|anywhere in) (?:the|this|that|these|those|there|here|it|any|my|your|either)\\b',
    '\\bin \\S+\\.\\w{2,4}\\b',
  ].join('|'),
  'i',
);
/** "There is no price in the document": where it is missing has to be said. */
const NONE_THERE = /\b(?:no|nothing|none|not|\w+n't)\b/i;
const LOOKED_FOR =
  /\bfound (?:no|nothing)\b|\b(?:isn't|aren't|not) in (?:there|here|it)\b|\bno \p{L}+ given\b/iu;

/** "The workbook has no rates", "it doesn't set one": whatever the verb, it is said of the document. */
const NAMES =
  '(?:it|they|document|report|handbook|release|workbook|spreadsheet|sheet|paper|notes|terms|spec\\w*|statement' +
  '|article|licen[cs]e|file|text|summary|overview|excerpt|filing|datasheet)';
const DENIES =
  "(?:doesn't|does not|don't|do not|didn't|did not|has no|have no|gives? no|states? no|sets? no)";
const DOCUMENT = new RegExp(`\\b${NAMES}\\s${DENIES}\\b`, 'i');

function isAdmission(clause: string): boolean {
  const hasPlace = NONE_THERE.test(clause) && PLACE.test(clause);
  return ADMISSION.test(clause) || hasPlace || LOOKED_FOR.test(clause) || DOCUMENT.test(clause);
}

/** What an answer may be guessed or reckoned from. */
const GUESS = new RegExp(
  [
    '\\b(?:likely|probably|presumably|perhaps|maybe|guess\\w*|estimat\\w+|assum\\w+|around|roughly|approximately',
    'suggest\\w*|impl(?:y|ies)|judging|based on|going by|adding up|calculat\\w+|generally|usually|typically|normally',
    'explicitly|directly|exactly|at length|in detail|by name|prominently|highlight\\w*)\\b',
  ].join('|'),
  'i',
);
const CLAUSES = new RegExp(
  [
    '[;:]\\s|\\s\u2013\\s|,\\s',
    ',?\\s(?:but|though|although|while|whereas|so|and(?= (?:it|the|they|he|she|you|we|i)\\b))\\s',
  ].join('|'),
  'i',
);
/** Of the document, of the agent or of where to look; not of the thing asked. */
const ASIDE = new RegExp(
  [
    "^(?:it|its|that|this|the|these|those|only|just|i|i'd|i've|i'm|you|you'd|your|if|please|sorry|unfortunately|try",
    'for|a|an|in|nor|or|not|as|what|anywhere)\\b',
  ].join('|'),
  'i',
);

function admitsAndSaysMore(answer: string, question: string): boolean {
  const text = readable(answer);
  if (!looksEnglish(text)) return false;
  const sentences = sentencesOf(text).filter((sentence) => !/[?？]["')\]]*$/.test(sentence));
  const asked = stemsOf(question);
  const body = sentences.join('\n');
  if (GUESS.test(body) || hasOtherValue(body, question) || hasOtherName(body, question)) return false;
  const clauses = sentences
    .flatMap((sentence) => sentence.split(CLAUSES))
    .filter((part) => wordsIn(part).length > 0);
  const admissions = clauses.filter((clause) => isAdmission(clause) && isOnMatter(clause, asked));
  return admissions.length > 0 && clauses.every((clause) => denies(clause) || isNeutralAside(clause, asked));
}

function admitsMissingValue(answer: string, question: string): boolean {
  const text = readable(answer);
  return looksEnglish(text) && !/[?？]/.test(text) && saysValueIsMissing(text, question, isAdmission);
}

const denies = (clause: string): boolean => wordsIn(clause).some(({ word }) => guardOf(word) === 'negation');

/** About the thing asked, or about nothing else: "That isn't stated." */
function isOnMatter(clause: string, asked: ReadonlySet<string>): boolean {
  const words = wordsIn(clause).filter(({ word }) => !isNeutral(word) && guardOf(word) === null);
  return (
    words.length === 0 ||
    words.some(({ word }) => asked.has(stemOf(word))) ||
    /^(?:that|it|this)\b/i.test(clause.trim())
  );
}

function isNeutralAside(clause: string, asked: ReadonlySet<string>): boolean {
  const words = wordsIn(clause).filter(({ word }) => !isNeutral(word));
  return ASIDE.test(clause.trim())
    ? !/\bthey\b/i.test(clause)
    : words.every(({ word }) => asked.has(stemOf(word)));
}

function hasOtherValue(text: string, question: string): boolean {
  const values = (source: string): string[] =>
    readValues(prepareForValues(source)).map((value) => value.text);
  const own = new Set(values(readable(question)));
  return values(text).some((value) => !own.has(value));
}

/** Two capitalised words side by side that the question does not have: perhaps somebody's name. */
function hasOtherName(text: string, question: string): boolean {
  const asked = stemsOf(question);
  return [...text.matchAll(/(?<![.!?\n]\s?)(?<=\s)\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+/gu)].some((match) =>
    wordsIn(match[0]).some(({ word }) => !asked.has(stemOf(word))),
  );
}
