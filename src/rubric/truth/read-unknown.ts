/** "That is not in the document": plain admissions, and values given where the documents hold none. English only. */
import { readable } from '../../text/normalise.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { onlySentence, prepared, readStatement } from '../../text/statement.ts';
import { prepareForValues, readValues } from '../../text/values.ts';
import { guardOf, isNeutral, looksEnglish, stemsOf, wordsIn } from '../../text/words.ts';

const TELL =
  '(?:say|state|mention|specify|list|include|contain|give|provide|disclose|cover|address|indicate|report|name|tell|note|record|show|describe|define|answer)';
const TOLD =
  '(?:said|stated|mentioned|specified|listed|included|contained|given|provided|disclosed|covered|addressed|indicated' +
  '|reported|named|noted|recorded|shown|described|defined|available|known|found|documented|published' +
  '|in (?:the|this|my|these|any of the) [\\p{L} ]{1,30})';
const GIVES =
  '(?:says?|states?|gives?|contains?|has|have|is|lists?|mentions?|shows?|provides?|found|find|see)';
const THING =
  '(?:information|details?|data|mention|record|figures?|entry|reference|answer|date|value|number|price|name)';
export const ADMISSION = new RegExp(
  [
    `\\b(?:does|do|did)(?: not|n't) (?:\\p{L}+ ){0,2}${TELL}\\b`,
    `\\b(?:is|are|was|were|has|have)(?: not|n't)(?: been| be)? (?:\\p{L}+ ){0,1}${TOLD}`,
    `\\b(?:no|nothing|none|nobody)\\b(?: [\\p{L}'-]+){0,6}(?: (?:is|are|was|were|has been))? ${TOLD}`,
    `^not (?:\\p{L}+ )?${TOLD}`,
    `\\b${GIVES} (?:nothing|no ${THING})\\b`,
    `^(?:nothing|no (?:information|details?|data|mention|record|reference)) (?:about|on|of|for)\\b`,
    `\\b(?:can't|cannot|can not|couldn't|could not|(?:am |was )?(?:unable|not able) to|didn't|did not) (?:find|locate|see|tell|say|determine|answer|give)\\b`,
    `\\b(?:don't|do not) (?:know|have (?:access|any|that|this|the (?:information|data|figure)|information))\\b`,
    `\\b(?:unspecified|undisclosed|unstated|unlisted)\\b`,
    `\\bis unknown\\b`,
  ].join('|'),
  'iu',
);

/** A denial of part of the matter only, a guess, or something else said as well. */
const MORE_SAID = new RegExp(
  [
    '\\b(?:but|however|although|though|yet|while|whereas|instead|except|as such|by that name|explicitly|directly',
    'exactly|precisely|in detail|typically|usually|normally|generally|probably|likely|presumably|perhaps|maybe|may',
    'might|would|should|suggests?|implies|imply|assum\\w+|guess\\w*|estimat\\w+|based on|going by|so|therefore|then',
    'only|just|rather|other than|apart from|beyond|more than|less than|if|unless|until|because|since|that said',
    'still)\\b',
  ].join('|'),
  'i',
);
const REFERRAL = new RegExp(
  "^(?:you (?:may|might|could|can|should)(?: want to| need to)?|please|i(?:'d| would) (?:suggest|recommend)|try" +
    '|perhaps)\\s(?:ask|check|contact|consult|look|see|try|reach)',
  'i',
);
const OFFER = /\?["')\]]*$|^(?:let me know|feel free|i can (?:tell|help|look)|if you)\b/i;
const OPENER =
  /^(?:(?:i'm |i am )?(?:sorry|afraid|unfortunately|regrettably|apologies)(?:\s?(?:,|:|\u2013|-|\.|but)\s?|\s(?:that )?))+/i;

/**
 * Is the whole answer a plain statement that the thing asked is not known or not in the documents?
 * Every sentence must be one, an offer or a referral aside, and no value may stand in it that the question has not.
 */
export function isPlainAdmission(answer: string, question: string): boolean {
  const sentences = sentencesOf(prepared(answer));
  const kept = sentences.filter((sentence) => !OFFER.test(sentence) && !REFERRAL.test(sentence));
  if (kept.length === 0 || kept.length > 3) return false;
  const asked = new Set(readValues(prepareForValues(readable(question))).map(({ text }) => text));
  if (sentences.some((sentence) => readValues(sentence).some(({ text }) => !asked.has(text)))) return false;
  return kept.every((sentence) => admits(sentence.replace(OPENER, ''), question));
}

/** Each part between commas and the like must admit, or say nothing that is not in the question. */
function admits(sentence: string, question: string): boolean {
  if (MORE_SAID.test(sentence) || wordsIn(sentence).length > 30) return false;
  const asked = stemsOf(question);
  const parts = sentence.split(/[,;:()\u2013]|\sand\s(?=(?:i|it|the|there|you|they)\b)/i);
  return (
    parts.some((part) => ADMISSION.test(part.trim())) &&
    parts.every((part) => ADMISSION.test(part.trim()) || saysNothing(part, asked))
  );
}

function saysNothing(part: string, asked: ReadonlySet<string>): boolean {
  return wordsIn(part).every(
    ({ word }) =>
      isNeutral(word) ||
      guardOf(word) === 'negation' ||
      [...stemsOf(word)].every((stem) => asked.has(stem)) ||
      /^(?:unfortunately|sorry|anywhere|at all)$/i.test(word),
  );
}

export interface UnknownReading {
  readonly verdict: 'admitted' | 'invented' | 'undecided';
  readonly evidence: string;
}

/** Words by which something may be said to be missing without a "not". */
export const ABSENCE = new RegExp(
  [
    '\\b(?:missing|absent|omits?|omitted|silent|open|unknown|blank|empty|n\\/a|lacks?|stops?|ends?|outside|beyond',
    'unable|sorry|afraid|unfortunately|ask|check|consult|contact|leaves?)\\b',
  ].join('|'),
  'i',
);

/** An answer where the documents hold none. Sure of an invention only when one sentence about the thing asked gives a value. */
export function readUnknown(answer: string, question: string): UnknownReading {
  const undecided = (evidence: string): UnknownReading => ({ verdict: 'undecided', evidence });
  if (!looksEnglish(readable(answer))) return undecided('the answer may be in another language');
  if (isPlainAdmission(answer, question))
    return { verdict: 'admitted', evidence: 'says plainly that it is not known' };
  const sentence = onlySentence(answer);
  if (sentence === null) return undecided('the answer is more than one plain sentence');
  const statement = readStatement(sentence);
  const about = stemsOf(question);
  const denies = statement.words.find(
    ({ guard, stem }) => guard === 'negation' || (guard === 'contrast' && !about.has(stem)),
  );
  if (denies !== undefined || ABSENCE.test(sentence))
    return undecided('the answer may say that it is not known');
  const asked = new Set(readValues(prepareForValues(readable(question))).map(({ text }) => text));
  const value = statement.values.find(({ text }) => !asked.has(text));
  if (value === undefined) return undecided('the answer gives no value');
  const isBare = statement.words.every(({ word }) => isNeutral(word) && !/^(?:on|from|of|for)$/i.test(word));
  const isAboutIt =
    statement.words.some(({ stem, word }) => about.has(stem) && !isNeutral(word)) ||
    statement.values.some(({ text }) => asked.has(text));
  return isBare || isAboutIt
    ? { verdict: 'invented', evidence: `gives ${value.text}, which the documents do not hold` }
    : undecided(`gives ${value.text}, perhaps of something else`);
}
