/**
 * An admission in several sentences, where a value was asked for: an answer that says that it is not there, and holds no
 * value, no name and no guess, cannot have given it, whatever else it tells of the document. English only.
 */
import { sentencesOf } from '../text/sentences.ts';
import { withDigits } from '../text/number-words.ts';
import { readValues } from '../text/values.ts';
import { stemOf, stemsOf, wordsIn } from '../text/words.ts';

/** Questions that only a figure, a date or a name answers. */
const ASKS_DATE = /\b(?:when|what (?:date|day|year))\b/i;
const ASKS_NAME = /\b(?:who|whose|names?|identifiers?)\b/i;
const ASKS_FIGURE = new RegExp(
  [
    '\\bhow (?:many|much|long|high|low|old|fast|big|large|wide|tall)\\b',
    '\\bwhat\\b.*\\b(?:rate|share|price|cost|revenue|growth|salary|score|size|length|deficit|number|percentage|fine|projects?|projected)\\b',
    '\\bwhat does .{1,60} cost\\b',
  ].join('|'),
  'i',
);

const FILE = /\b[\w.-]+\.(?:pdf|md|txt|csv|xlsx|html?|docx?|json|py|org|com|gov)\b/gi;
/** "The USB 2.0 specification", "the 10-K": documents. */
const EDITION =
  /\b\d{1,2}-[A-Z]\b|(?<=\b\p{Lu}[\p{L}]*)\s\d+\.\d+(?=\s(?:spec\w*|standard|document|notes|text|release)\b)/gu;
const YEAR = /\b(?:FY\s?)?(?:19|20)\d\d\b/gi;
/** Amounts without a figure. */
const VAGUE = new RegExp(
  [
    '\\b(?:few|several|many|most|half|zero|majority|dozens?|hundreds?|thousands?|millions?|billions?|twice|double\\w*',
    'triple\\w*|high(?:er|est)?|low(?:er|est)?|rose|fell|grew|increased|decreased|declined|unchanged|same as)\\b',
  ].join('|'),
  'i',
);
const GUESS =
  /\b(?:likely|probably|presumably|perhaps|maybe|estimat\w+|assum\w+|around|roughly|approximately|suggest\w*|impl(?:y|ies)|judging)\b/i;
/** Words of guessing that are harmless where the answer says that it will not. */
const RECKONS = /\b(?:guess\w*|calculat\w+|usually|typically|normally|generally|based on)\b/i;
const WILL_NOT = /\b(?:could|would|rather not|won't|wouldn't|don't want|can't|cannot)\b/i;
/** Of a gap in the document, beyond the plain admissions; "it has no price" may be said of the thing itself. */
const GAP = new RegExp(
  [
    '\\b(?:silent on|leaves? (?:out|open)|without success|to be found|nothing (?:on|about))\\b',
    '\\bnobody is (?:named|mentioned|listed)\\b',
    '\\b(?:holds|contains|includes|records|shows|lists) no\\b',
    "\\b(?:don't|didn't|can't|couldn't|wasn't able to) (?:see|find|locate|come across|offer)\\b",
    "\\b(?:isn't|aren't|not) (?:part of|among)\\b",
  ].join('|'),
  'i',
);

/** "The three minor ones", where the major ones are asked for: a figure of the opposite. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['major', 'minor'],
  ['maximum', 'minimum'],
  ['highest', 'lowest'],
  ['internal', 'external'],
  ['part-time', 'full-time'],
];

function withoutOpposites(text: string, question: string): string {
  const words = OPPOSITES.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]).filter(
    ([asked, opposite]) => question.includes(asked) && !question.includes(opposite),
  );
  return words.reduce(
    (rest, [, opposite]) =>
      rest.replaceAll(new RegExp(`\\b[\\p{L}\\d]+ ${opposite} ones\\b`, 'giu'), 'others'),
    text,
  );
}

/** The answer is readable, and no question stands at its end. */
export function saysValueIsMissing(
  answer: string,
  question: string,
  isAdmission: (sentence: string) => boolean,
): boolean {
  const asksName = ASKS_NAME.test(question);
  if (!asksName && !ASKS_DATE.test(question) && !ASKS_FIGURE.test(question)) return false;
  const text = withoutOpposites(answer, question.toLowerCase())
    .replaceAll(FILE, 'the file')
    .replaceAll(EDITION, ' ');
  const sentences = sentencesOf(text);
  const about = new Set([...stemsOf(question), ...digitsIn(question)]);
  const gaps = sentences.filter((sentence) => GAP.test(sentence) || isAdmission(sentence));
  if (!gaps.some((sentence) => isAbout(sentence, about))) return false;
  if (sentences.some((sentence) => GUESS.test(sentence) || VAGUE.test(withoutAsked(sentence, about))))
    return false;
  if (sentences.some((sentence) => RECKONS.test(sentence) && !WILL_NOT.test(sentence))) return false;
  return !hasOtherFigure(text, question) && !hasOtherName(text, about, asksName);
}

const isAbout = (sentence: string, about: ReadonlySet<string>): boolean =>
  wordsIn(sentence).some(({ word }) => about.has(stemOf(word))) ||
  digitsIn(sentence).some((figure) => about.has(figure));

/** "Maximum", "high", "many" of the question give nothing away. */
function withoutAsked(sentence: string, about: ReadonlySet<string>): string {
  return sentence
    .replaceAll(/\bhow \p{L}+/giu, '')
    .replaceAll(/[\p{L}'-]+/gu, (word) => (about.has(stemOf(word)) || /^how$/i.test(word) ? '' : word));
}

/** Figures that the question does not have. A year answers only a question of when. */
function hasOtherFigure(text: string, question: string): boolean {
  const own = new Set(digitsIn(question));
  const asked = ASKS_DATE.test(question) ? text : text.replaceAll(YEAR, ' ');
  const isCode = ASKS_NAME.test(question);
  const values = readValues(withDigits(asked)).filter(({ kind }) => kind !== 'code' || isCode);
  const others = values.filter(({ text: value }) => digitsIn(value).some((figure) => !own.has(figure)));
  return others.some((value) => !isVersionOf(value.text, text, question));
}

const digitsIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

/** "Python 3.11" is no date. */
function isVersionOf(value: string, text: string, question: string): boolean {
  const before = text.slice(0, text.indexOf(value)).trimEnd().split(/\s/).at(-1) ?? '';
  return ASKS_DATE.test(question) && /^\d+\.\d+$/.test(value) && /^\p{Lu}\p{Ll}+$/u.test(before);
}

/** A name: two capitalised words side by side; where a name is asked for, one within a sentence. */
function hasOtherName(text: string, about: ReadonlySet<string>, asksName: boolean): boolean {
  const pattern = asksName
    ? /(?<=[\p{L}\d,;:)]\s)\p{Lu}[\p{L}\d-]+|\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+/gu
    : /(?<=[\p{L}\d,;:)]\s)\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+/gu;
  return [...text.matchAll(pattern)].some((found) =>
    wordsIn(found[0]).some(
      ({ word }) => !about.has(stemOf(word)) && !/^(?:\p{Lu}{2,4}|I'\p{Ll}+)$/u.test(word),
    ),
  );
}
