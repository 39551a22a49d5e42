/** Is a figure named to be denied or set aside, and not to be stated? */
import type { Quantity } from '../text/quantities.ts';
import { type Guard, guardOf, wordsIn } from '../text/words.ts';

const DENIED_AHEAD =
  /\b(?:might|may|could|would|people|many|some|you'd) (?:have )?(?:expect|think|believe|assume|suppose|guess)(?:ed)?\b/i;
const DENIED_BEHIND = new RegExp(
  [
    "^[^,;:]{0,20}\\b(?:is|are|was|were|would be|be)(?:n't| not)\\b",
    '\\b(?:wrong|incorrect|mistaken|untrue|false|not (?:right|correct|true))\\b',
  ].join('|'),
  'i',
);

/** A "not" before the figure or right behind it, or a word that calls it wrong. */
export function isDenied(sentence: string, given: Quantity): boolean {
  const at = sentence.indexOf(given.text);
  const isAside = DENIED_AHEAD.test(sentence.slice(0, Math.max(0, at)));
  const isCalledWrong = DENIED_BEHIND.test(sentence.slice(at + given.text.length));
  return isAside || isCalledWrong || hasBefore(sentence, given, ['negation']);
}

const SETS_ASIDE: readonly Guard[] = ['negation', 'contrast', 'hedge'];

/** Behind a word that denies, doubts or compares. */
export function isSetAside(sentence: string, given: Quantity): boolean {
  return hasBefore(sentence, given, SETS_ASIDE);
}

/** One of these guards within the six words before the figure. */
function hasBefore(sentence: string, given: Quantity, guards: readonly Guard[]): boolean {
  const before = wordsIn(sentence.slice(0, sentence.indexOf(given.text))).slice(-6);
  return before.some(({ word }) => guards.some((guard) => guardOf(word) === guard));
}
