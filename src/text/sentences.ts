/** Sentences of an answer. */

const SHORT_WORDS = [
  'e\\.g|i\\.e|etc|approx|ca|vs|resp|incl|excl|no|nr|fig|sec|art|st|mr|mrs|ms|dr|prof|inc|ltd|corp|co',
  'a\\.m|p\\.m|u\\.s|min|max|p|pp|vol|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec',
];
const ABBREVIATION = new RegExp(`(?:\\b(?:${SHORT_WORDS.join('|')})|(?<!')\\b\\p{Lu})\\.$`, 'iu');

/** The numbers at the head of list lines: "2. Second". */
const LIST_NUMBER = /^[ \t]*\(?\d{1,2}[.)][ \t]+(?=\S)/gm;

/** Where a sentence may end: by the stop of its script (Unicode's Sentence_Terminal), or with its line. */
const END = /[.!?]+["')\]]*(?=\s|$)|(?:(?![.!?]|\uFF0E\p{N})\p{Sentence_Terminal})+["')\]」』）]*|\n+/gu;

/** The text with list numbers taken off, when they count from 1 over several lines. */
export function withoutListNumbers(text: string): string {
  const heads = [...text.matchAll(LIST_NUMBER)].map((match) => Number(/\d+/.exec(match[0])?.[0]));
  const counts = heads.length > 1 && heads.every((head, index) => head === index + 1);
  return counts ? text.replace(LIST_NUMBER, '') : text;
}

/** Sentences of a readable text. A line break ends one; an abbreviation or a decimal point does not. */
export function sentencesOf(text: string): string[] {
  const found: string[] = [];
  let start = 0;
  const push = (end: number): void => {
    const sentence = text.slice(start, end).trim();
    if (/[\p{L}\p{N}]/u.test(sentence)) found.push(sentence);
    start = end;
  };
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && isAbbreviation(text, match.index)) continue;
    push(end);
  }
  push(text.length);
  return found;
}

/** A stop behind "Dr" or "approx", with more of the sentence to come. "No." is an answer unless a figure follows. */
function isAbbreviation(text: string, stop: number): boolean {
  const before = text.slice(Math.max(0, stop - 12), stop + 1);
  if (!ABBREVIATION.test(before)) return false;
  const after = text.slice(stop + 1).trimStart();
  if (/\bno\.$/i.test(before)) return /^\d/.test(after);
  if (/\b[ap]\.m\.$/i.test(before)) return /^(?:[\p{Ll}(]|on\b)/u.test(after);
  return after !== '';
}

/** Behind an abbreviation and before a capital it may end a sentence: "in the U.S. She", "vitamin C. Take". */
const UNSURE_STOP = /(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|ca|approx|no|nr))\.(?=\s+\p{Lu})/gu;

/** May go on: "9 a.m. Monday", "5 p.m. CET", a quotation within a sentence of a script without spaces. */
const AFTER_HOUR = '\\s+(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|utc|gmt|[ecmp][sde]?t)\\b';
const UNSURE_END = new RegExp(`(?<=\\b[ap]\\.m)\\.(?=${AFTER_HOUR})|[。！？｡]+(?=[」』）][^\\n])`, 'giu');

/** How many sentences a reader counts, at least and at most. A list item counts too, a bare emoji does not. */
export function countSentences(text: string): { readonly least: number; readonly most: number } {
  const plain = withoutListNumbers(text).replaceAll(/(?:\.{3}|[.!?]["')\]]+)(?=[ \t]+\p{Ll})/gu, ',');
  const least = sentencesOf(
    plain.replaceAll(UNSURE_END, ',').replaceAll(/[.!?](?=[ \t]+\p{Ll})/gu, ','),
  ).length;
  const sentences = sentencesOf(plain);
  const unsure = sentences.flatMap((sentence) => sentence.match(UNSURE_STOP) ?? []).length;
  return { least, most: sentences.length + unsure };
}

/** Words with at least one letter or digit. */
export function countableWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.+%-]*/gu) ?? [];
}
