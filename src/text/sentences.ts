/** Sentences and clauses of an answer, with their places in it. */
import { listNumbers } from './list-numbers.ts';

export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|approx|appr|ca|vs|resp|incl|excl|no|nr|fig|sec|art|st|mr|mrs|ms|dr|inc|ltd|corp|co|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|u\.s|a\.m|p\.m|w\/e|pcs|est|max|min|avg|mio|mrd)|\b[A-Z])\.$/i;

function pieces(text: string, breaks: readonly number[]): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const end of [...breaks, text.length]) {
    if (end <= start) continue;
    const raw = text.slice(start, end);
    const lead = raw.length - raw.trimStart().length;
    const trimmed = raw.trim();
    if (/[\p{L}\p{N}]/u.test(trimmed)) {
      spans.push({ text: trimmed, start: start + lead, end: start + lead + trimmed.length });
    }
    start = end;
  }
  return spans;
}

/** Sentences of a readable text. A line break ends one; an abbreviation, a decimal point or a list number does not. */
export function sentences(text: string): Span[] {
  const breaks: number[] = [];
  const listEnds = new Set(listNumbers(text).map((item) => item.end));
  for (const match of text.matchAll(/[.!?]+["')\]]*(?=\s|$)|\n+/g)) {
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - 12), match.index + 1);
    if (match[0] === '.') {
      const after = text.slice(end).trimStart();
      if (listEnds.has(match.index + 1)) continue;
      // "No." ends a sentence when it is an answer; as an abbreviation a number follows it.
      const isAnswerNo = /(?:^|[\s,:;–(])not?\.$/i.test(before) && !/^\d/.test(after);
      if (!isAnswerNo && ABBREVIATION.test(before) && /^(?:[a-z0-9$€£("]|$)/.test(after)) continue;
    }
    breaks.push(end);
  }
  return pieces(text, breaks);
}

const CLAUSE_BREAK =
  /;|:(?=\s)|\s–\s|–(?=\s)|\s-\s|\(|\)|,?\s(?=(?:but|while|whereas|although|though|however|yet|except|unless|because|since|so that)\b)|,\s(?=(?:and|so|not|no|yes|which|who|where|as|with|even|then|rather|in other words)\b)|\s\|\s|→|=>|\.\.\.|,\s(?=[a-z]+ (?:is|are|was|were|has|have|gets?|do|does|can|cannot|may)\b)/gi;

/** Parts of sentences that each say one thing. */
export function clauses(text: string): Span[] {
  const result: Span[] = [];
  for (const sentence of sentences(text)) {
    const breaks: number[] = [];
    for (const match of sentence.text.matchAll(CLAUSE_BREAK)) breaks.push(match.index + match[0].length);
    for (const piece of pieces(sentence.text, breaks)) {
      result.push({ text: piece.text, start: sentence.start + piece.start, end: sentence.start + piece.end });
    }
  }
  return result;
}

/** The span that holds a place, or undefined. */
export function spanAt(spans: readonly Span[], place: number): Span | undefined {
  return spans.find((span) => span.start <= place && place < span.end);
}

/** How many sentences a reader counts: a greeting such as "Hi!" counts too, a bare emoji does not. */
export function countSentences(text: string): number {
  return sentences(text).length;
}

/** Words with at least one letter or digit. */
export function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.+%-]*/gu) ?? [];
}
