/** Does an answer ask the user something? */
import { readable } from './normalise.ts';
import { sentencesOf } from './sentences.ts';
import { looksEnglish } from './words.ts';

const OFFER = new RegExp(
  [
    '\\b(?:anything else|(?:any|other|more|further) questions?|(?:how|what) (?:can|may|could) i\\b',
    'would you like (?:me to|to (?:know|see|hear)|more)|do you want me to|want (?:me|more)|shall i|should i',
    'can i help|may i help|does (?:that|this) help|make sense|interested in|need (?:more|anything)|is there)\\b',
  ].join('|'),
  'i',
);
const CLARIFYING = new RegExp(
  [
    '\\b(?:which|whose|who|where|what (?:do you mean|exactly|kind|file|document)|(?:do|did) you mean',
    'are you (?:asking|referring|talking|looking)',
    '(?:could|can|would) you (?:please )?(?:tell|clarify|specify|confirm|say|give|share|provide|name))\\b',
    '\\bor\\b[^?]*\\?',
  ].join('|'),
  'i',
);
/** "Which of them would you like me to summarise?" asks, and offers nothing that could be left out. */
const WHICH = /^(?:(?:so|and|but|ok|okay|sure|first),?\s)*which\s(?:of\b|one\b|document|file|report)/i;
const IMPERATIVE =
  /\b(?:please|let me know|tell me|clarify|specify|i need to know|not sure (?:which|what)|need more)\b/i;

/** `undecided` for what may be an offer as well as a question, and for languages that are not read. */
export function asksBack(answer: string): 'yes' | 'no' | 'undecided' {
  const text = readable(answer);
  const sentences = sentencesOf(text);
  const questions = sentences.filter((sentence) => /[?？]["')\]]*$/.test(sentence));
  const asks = (question: string) =>
    WHICH.test(question) || (CLARIFYING.test(question) && !OFFER.test(question));
  if (questions.some(asks)) return 'yes';
  if (!looksEnglish(text)) return 'undecided';
  if (questions.length > 0)
    return questions.every((question) => OFFER.test(question) && !CLARIFYING.test(question))
      ? 'no'
      : 'undecided';
  return sentences.some((sentence) => IMPERATIVE.test(sentence)) ? 'undecided' : 'no';
}
