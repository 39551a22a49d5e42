/** A no that the same answer takes back: "No, they get none. They can, however, join the plan." */
import type { Answer } from './answer.ts';
import { contentWords, knows, vocabulary } from './keywords.ts';
import { NEGATION } from './negation.ts';
import { EXCLUDES } from './polarity-words.ts';

const GRANTS_PLAINLY =
  /\b(?:can|may|could|do|are|is|will|get|gets|receives?|have)\b[^.;:]{0,40}?\b(?:enrol(?:l|led)?|join|sign up|get|receive|claim|use|take part|eligible|entitled|covered|included|access|insured|a right to)\b|\b(?:gets?|receives?|qualif(?:y|ies) for|enjoys?|(?:are|is) (?:\w+ )?(?:eligible|entitled|covered|included))\b/i;
/** Somebody else's grant, or one that holds only when things change. */
const NOT_THE_SAME =
  /\b(?:own|private(?:ly)?|elsewhere|individual(?:ly)?|agency|agencies|outside|external|market(?:place)?|spouse|partner's|independent(?:ly)?|third[- ]party|separately|themselves|yourself|public|state|government|if|once|when|whenever|unless|until|whether|should|after(?! all)|convert\w*|becom\w*|became|hired|full[- ]time|instead|what|only|would)\b/i;

/** The sentence that grants what an earlier one denied, or null. `subjects` are stems, `topic` what is granted or denied. */
export function takesBack(answer: Answer, subjects: readonly string[], topic: string): string | null {
  const wanted = contentWords(topic);
  for (const subject of subjects) wanted.delete(subject);
  let isDenied = false;
  for (const sentence of answer.sentences) {
    const known = vocabulary(sentence.text);
    const isMeant =
      subjects.some((subject) => knows(known, subject)) ||
      /\b(?:they|them|both|those)\b/i.test(sentence.text);
    const isGrant =
      isMeant &&
      GRANTS_PLAINLY.test(sentence.text) &&
      !NEGATION.test(sentence.text) &&
      !EXCLUDES.test(sentence.text) &&
      !NOT_THE_SAME.test(sentence.text) &&
      !sentence.text.endsWith('?') &&
      [...wanted].some((word) => knows(known, word));
    if (isGrant && isDenied) return sentence.text;
    if (NEGATION.test(sentence.text) || EXCLUDES.test(sentence.text)) isDenied = true;
  }
  return null;
}

const DIRECTIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:below|under|beneath)$/i, /\b(?:below|under|beneath|short of|less than|lower than)\b/i],
  [/^(?:above|over|beyond)$/i, /\b(?:above|over|beyond|more than|higher than|exceed(?:s|ed)?)\b/i],
];
const STANDS =
  /\b(?:is|are|was|were|has|have|had|fell|fallen|falls?|drop(?:s|ped)?|slip(?:s|ped)?|dip(?:s|ped)?|sits?|stands?|went|gone|rose|risen)\b/i;
const SUPPOSED =
  /\b(?:if|would|could|might|may|when|once|should|whether|unless|until|before|far|almost|nearly|close)\b/i;

/** "None of them is below its limit", and then some that are: the sentence that says so, or null. */
export function namesSome(part: string, answer: Answer): string | null {
  const [, predicate = '', object = ''] =
    /\bnone\b.*?\b(?:is|are|was|were)\s+(\w+)\s+(.+)$/i.exec(part) ?? [];
  const direction = DIRECTIONS.find(([own]) => own.test(predicate))?.[1];
  if (direction === undefined) return null;
  const measure = contentWords(object);
  for (const sentence of answer.sentences) {
    const match = direction.exec(sentence.text);
    if (match === null || NEGATION.test(sentence.text) || /\b0\b|\?$/.test(sentence.text)) continue;
    if (!STANDS.test(sentence.text) || SUPPOSED.test(sentence.text)) continue;
    const after = sentence.text.slice(match.index + match[0].length);
    const isMeant =
      /^\s(?:it|that|this|theirs?|its)\b/i.test(after) ||
      [...measure].some((word) => knows(vocabulary(after.slice(0, 40)), word));
    if (isMeant) return sentence.text;
  }
  return null;
}
