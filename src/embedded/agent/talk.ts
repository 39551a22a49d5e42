/** Messages that need no document: greetings, thanks, what the agent can do, sums. */
import { writtenSum } from './arithmetic.ts';
import { wordsOf } from '../../documents/search/words.ts';

const SHORT_WORDS = 6;

const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [
    /\bwhat (?:can|could|do) you do\b|\bwhat can you help\b|\bhow can you help\b|\bwho are you\b|\byour capabilities\b/i,
    'I find and index files, quote what they say about your question with its source, and add up or filter the ' +
      'columns of tables. I can also try tools of this machine, such as a screenshot or the clipboard.',
  ],
  [/^(?:hi|hello|hey|good (?:morning|afternoon|evening))\b/i, 'Hello! What can I help you with?'],
  [/^(?:thanks|thank you|bye|goodbye)\b/i, "You're welcome!"],
];

/** Null when the message is about something else. */
export function talkReply(message: string): string | null {
  const isShort = wordsOf(message).length <= SHORT_WORDS;
  const answer = ANSWERS.find(([pattern], index) => (index === 0 || isShort) && pattern.test(message.trim()));
  return answer?.[1] ?? writtenSum(message);
}
