/** The check `answers_no`: the answer to a question of yes or no is no. */
import { readable } from '../text/normalise.ts';
import { sentencesOf } from '../text/sentences.ts';
import { guardOf, isFunctionWord, looksEnglish, stemsOf, wordsIn } from '../text/words.ts';
import type { Finding } from './finding.ts';
import { leadingPolarity } from './truth/compare-polarity.ts';

const RESTRICTS = new RegExp(
  [
    '\\b(?:only|exclu\\w+|reserv\\w+|limit\\w*|restrict\\w*|confin\\w+|ineligible|lacks?|silent|omits?|absent|missing',
    'prohibit\\w*|forbid\\w*|barred|banned|rules? out|ruled out|leaves? out|left out|outside|afraid|unfortunately)\\b',
  ].join('|'),
  'i',
);
/** "Not only contractors", "from day one, not later": these deny something else. */
const OTHER_DENIAL = /\bnot (?:only|just|merely)\b|,\s?not\b|\bno (?:problem|doubt|worries|question)\b/gi;
/** "I can't say": the agent denies something of itself. */
const UNABLE = new RegExp(
  [
    "\\bi(?:'m| am| was)?\\s?(?:can't|cannot|can not|couldn't|could not|(?:don't|do not)(?! want)|didn't|did not",
    'not|unable|unsure|afraid i)\\b',
  ].join('|'),
  'i',
);
/** "I did not find it": perhaps a no of what the document says. */
const FOUND = /\b(?:find|found|see|say|tell|know|confirm|locate|mention\w*)\b/i;
const PARTLY = /\b(?:partly|partially|in part|some of)\b/i;
/** The agent denies something of itself: "I'd rather not go into that". */
const OWN = /\bI(?:'\w+| \w+)? (?:\w+ )?(?:not|never)\b|\bI \w+n't\b|\bI cannot\b/;
/** What may take the no back, in part or under a condition. */
const TURNS =
  /\b(?:but|however|although|though|unless|except|if|when|still|instead|yet|yes|otherwise|apart|nevertheless)\b/i;

/** An offer or a referral, whatever the condition in it: "If you have a contract in mind, HR can tell you more." */
const TO_READER = /^(?:if you\b|let me know\b|feel free\b|i can (?:show|tell|help|look)\b|you're welcome\b)/i;
const REFERS_ON = /\b(?:can|could|will) (?:tell|help) you\b|\b(?:ask|check with|contact)\b/i;
const STANDS_FOR_IT = /\b(?:it|they|that|those|these|this|neither)\b/i;
const SPEAKS_OF_THEM = /\b(?:they|them|those|these)\b/i;

/**
 * Passes when the answer begins with no, or denies or restricts in every sentence about the matter, and nothing may
 * take it back. Fails when it denies nothing and begins with yes or affirms the matter. English only.
 */
export function readNo(answer: string, question: string): Finding {
  const text = readable(answer).replaceAll(OTHER_DENIAL, ' ');
  if (!looksEnglish(text)) return { outcome: 'undecided', evidence: 'the answer may be in another language' };
  const sentences = sentencesOf(text).filter((sentence) => !/[?？]["')\]]*$/.test(sentence));
  const leads = leadingPolarity(text);
  const denying = sentences.filter(denies);
  const asked = stemsOf(question);
  // "I can't help with that" says nothing of the matter, and so not no.
  const isBeside = (sentence: string): boolean =>
    UNABLE.test(sentence) && !isAbout(sentence, asked) && !FOUND.test(sentence);
  if (denying.length === 0 && sentences.length > 0 && sentences.every(isBeside))
    return { outcome: 'fail', evidence: 'says nothing of what was asked' };
  if (denying.length === 0) {
    const says = leads === 'yes' ? 'says yes' : affirmation(sentences, asked);
    return says === null
      ? { outcome: 'undecided', evidence: 'neither plainly yes nor plainly no' }
      : { outcome: 'fail', evidence: says };
  }
  if (leads === 'yes') return { outcome: 'undecided', evidence: 'says yes, and denies something' };
  if (PARTLY.test(text)) return { outcome: 'undecided', evidence: 'denies a part' };
  const stated = sentences.filter((sentence) => !isToReader(sentence, asked));
  const turn = stated.flatMap((sentence) => turnOf(sentence) ?? [])[0];
  if (turn !== undefined) return { outcome: 'undecided', evidence: `"${turn}" may take the no back` };
  const other = stated.find((sentence) => isAbout(sentence, asked) && !denies(sentence));
  if (other !== undefined && leads !== 'no')
    return { outcome: 'undecided', evidence: `denies something, and says: ${other.slice(0, 80)}` };
  const isNo = (sentence: string): boolean =>
    (isAbout(sentence, asked) || STANDS_FOR_IT.test(sentence)) && !OWN.test(sentence);
  if (leads !== 'no' && !denying.some(isNo))
    return { outcome: 'undecided', evidence: 'denies something else' };
  return { outcome: 'pass', evidence: `says no: ${(denying[0] ?? '').slice(0, 80)}` };
}

/** A sentence that joins two things of the question and doubts nothing. */
function affirmation(sentences: readonly string[], asked: ReadonlySet<string>): string | null {
  const found = sentences.find((sentence) => {
    const own = [...stemsOf(sentence)].filter((stem) => asked.has(stem));
    const doubts = wordsIn(sentence).some(({ word }) => guardOf(word) === 'hedge');
    return own.length >= 2 && !doubts && !UNABLE.test(sentence);
  });
  return found === undefined ? null : `denies nothing: ${found.slice(0, 80)}`;
}

function denies(sentence: string): boolean {
  const text = UNABLE.test(sentence) ? '' : sentence;
  return wordsIn(text).some(({ word }) => guardOf(word) === 'negation') || RESTRICTS.test(text);
}

/** "I see, but contractors are excluded" takes nothing back: the no comes after the turn. */
function turnOf(sentence: string): string | null {
  const turn = TURNS.exec(sentence);
  return turn === null || denies(sentence.slice(turn.index + turn[0].length)) ? null : turn[0];
}

function isToReader(sentence: string, asked: ReadonlySet<string>): boolean {
  if (!TO_READER.test(sentence) || SPEAKS_OF_THEM.test(sentence)) return false;
  return REFERS_ON.test(sentence) || !isAbout(sentence, asked);
}

function isAbout(sentence: string, asked: ReadonlySet<string>): boolean {
  return wordsIn(sentence).some(
    ({ word }) =>
      !isFunctionWord(word) &&
      guardOf(word) === null &&
      !/^i'/i.test(word) &&
      [...stemsOf(word)].some((stem) => asked.has(stem)),
  );
}
