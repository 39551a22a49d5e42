/** Text as words that can be compared. */
import { stemmer } from 'stemmer';

/** Words that carry a sentence or a request, not its matter: function words first, then words of asking. */
const STOP_WORDS = new Set(
  (
    'a about above after again all also am among an and any anyone anything are as at back be because ' +
    'been before being both but by can cannot come comes came could did do does doing done down during ' +
    'each either else every few for from further get give given go goes going got had has have having ' +
    'he her here hers him his how i if in into is it its itself just let like made make many may me ' +
    'might more much must my of off on one ones only or other our out over own per please s same shall ' +
    'she should so some something such t than that the their them then there these they this those ' +
    'three through to too two under until up us very was we well were what when where whether which ' +
    'while who whom whose why will with within would yes you your ' +
    'according actually ask based check could describe detail details document documents exactly ' +
    'explain file files find great hello hey hi information know list look mean mention ' +
    'mentioned need nice now ok okay overview question quick quickly read really recap right said ' +
    'say says see show specific specifically state stated sum summarise summarize summary sure tell ' +
    'thank thanks wait want'
  ).split(' '),
);

/** Lower-case words and numbers in order; "Anna's" is "anna", "1,200" is "1200", "well-kept" is two words. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll(/['’]s\b/g, '')
      .replaceAll(/(?<=\d),(?=\d{3})/g, '')
      .match(/\d+(?:\.\d+)+|[\p{L}\p{N}]+/gu) ?? []
  );
}

export const stemsOf = (text: string): string[] => wordsOf(text).map(stemmer);

/** The words that say what a question is about, each stem once with the word that it came from. */
export function termsOf(text: string): Map<string, string> {
  const terms = new Map<string, string>();
  for (const word of wordsOf(text)) if (!STOP_WORDS.has(word)) terms.set(stemmer(word), word);
  return terms;
}
