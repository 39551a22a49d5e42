/** Splits running text into sentences. */

const ABBREVIATIONS = [
  'e.g i.e etc vs cf approx no nos fig sec art dr mr mrs ms prof inc ltd corp co st jr sr u.s u.k a.m p.m',
  'jan feb mar apr jun jul aug sep sept oct nov dec',
];
const ABBREVIATION = new RegExp(
  String.raw`\b(?:${ABBREVIATIONS.join(' ')
    .replaceAll('.', String.raw`\.`)
    .replaceAll(' ', '|')})\.$`,
  'i',
);
/** Characters of the longest abbreviation, and a few more. */
const LONGEST = 10;

export function splitSentences(paragraph: string): string[] {
  const text = paragraph.replaceAll(/\s+/g, ' ').trim();
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?]["'”’)\]]*\s+(?=["'“‘([]*[\p{Lu}\d])/gu)) {
    const end = match.index + match[0].length;
    const candidate = text.slice(start, end).trim();
    // An abbreviation is short: the last few characters tell.
    const stop = text.slice(Math.max(start, match.index - LONGEST), match.index + 1);
    if (ABBREVIATION.test(stop) || /(?:^|\s)\p{Lu}\.$/u.test(stop) || /(?:^|\s)\d{1,2}\.$/.test(stop))
      continue;
    sentences.push(candidate);
    start = end;
  }
  const rest = text.slice(start).trim();
  if (rest !== '') sentences.push(rest);
  return sentences;
}
