/** Yes and no: only when the question asks for one of them and the answer begins with one. */
import { type Comparison, type CompareInput, decide } from './comparison.ts';
import { readable } from '../../text/normalise.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { guardOf, wordsIn } from '../../text/words.ts';

const YES_NO_QUESTION =
  /^(?:so |and |but )?(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have|had|am)\s(?!you\b|we\b|not\b)/i;
const LEADING = /^(yes|no|nope|yep|yeah)(?=[,.!;:\u2013-]|\s\u2013|$)/i;

type Polarity = 'yes' | 'no';

/** The yes or no that a text begins with, set off from the rest. */
export function leadingPolarity(text: string): Polarity | null {
  const word = LEADING.exec(text.trim())?.[1];
  return word === undefined ? null : /^n/i.test(word) ? 'no' : 'yes';
}

/** A question of one sentence that only yes or no answers. "Are you sure?" asks about the answer, not the matter. */
function asksYesOrNo(question: string): boolean {
  const sentences = sentencesOf(readable(question));
  const [only = ''] = sentences;
  const words = wordsIn(only).map(({ word }) => word.toLowerCase());
  return (
    sentences.length === 1 &&
    YES_NO_QUESTION.test(only) &&
    !words.includes('or') &&
    !words.some((word) => guardOf(word) === 'negation')
  );
}

/**
 * The opposite of the expected yes or no is wrong, when nothing else in the answer denies or turns it.
 * The same yes or no is right only when nothing more is expected. null: no rule of this kind applies.
 */
export function comparePolarity({ answer, expected, question }: CompareInput): Comparison | null {
  const wanted = leadingPolarity(expected);
  if (wanted === null || !asksYesOrNo(question)) return null;
  const text = readable(answer);
  const said = leadingPolarity(text);
  if (said === null) return null;
  const rest = text.replace(LEADING, '');
  const turns = wordsIn(rest).some(({ word }) => guardOf(word) !== null || /^(?:yes|only)$/i.test(word));
  if (turns) return null;
  if (said !== wanted) return decide('wrong', 'polarity', `says ${said} where ${wanted} is right`);
  const isAll = /^(?:yes|no)[.!]?$/i.test(expected.trim());
  return isAll && !/[\p{L}\p{N}]/u.test(rest) ? decide('right', 'polarity', `says ${said}`) : null;
}
