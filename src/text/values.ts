/** Every value of a text: dates, clock times, codes, quantities. What one reader took, the next does not see. */
import { type CalendarDate, type ClockTime, readDates, readTimes } from './moments.ts';
import { withDigits } from './number-words.ts';
import { type Quantity, readQuantities } from './quantities.ts';

/** An identifier: a version, a part number, a phone number. Right only when every character is. */
export interface Code {
  readonly kind: 'code';
  /** Lower case, without spaces, hyphens, dots between groups of digits kept. */
  readonly code: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type Value = Quantity | CalendarDate | ClockTime | Code;

/** Places in a source: no values of the answer. "Section 3.1", "p. 4", "row 17". */
const PLACES = [
  'sections?|sect?\\.|pages?|pp?\\.|clauses?|chapters?|rows?|lines?|tables?|figures?|fig\\.|art(?:icle|\\.)s?',
  'paragraphs?|para\\.|annex|appendix|items?|steps?|slides?|sheets?|parts?|chunks?|footnotes?|notes?',
  'no\\.|nr\\.|rule|rules|schedule|exhibit|volume|vol\\.',
];
const PLACE_NUMBER = String.raw`\d+(?:\.\d+)*[a-z]?(?:\s?(?:-|\u2013|to|and)\s?\d+(?:\.\d+)*)?\b`;
const REFERENCE = new RegExp(String.raw`(?:\b(?:${PLACES.join('|')})\s?|§+\s?|#)${PLACE_NUMBER}`, 'giu');
const CITATION =
  /\[[^\][\n]{1,120}\]|\((?:source|see|from|cf\.?|ref\.?)\b[^()\n]{1,120}\)|\b\w[\w.-]*\.(?:pdf|md|txt|csv|xlsx|html?|docx?|json|py)\b/giu;

const VERSION =
  /\b(?:version|release|rev\.?|revision|v\.?)\s?(\d+(?:\.\d+)*(?:[-.]?(?:alpha|beta|rc)\.?\d*)?)/giu;
/** "1.250.000" is a number. */
const DOTTED = /(?<![\p{L}\p{N}.])(?!\d{1,3}(?:\.\d{3}){2}(?![\p{N}.]))v?\d+(?:\.\d+){2,}(?![\p{N}]|\.\d)/giu;
const MIXED =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}/._-]*\p{L})(?=[\p{L}\p{N}/._-]*\d)[\p{L}\p{N}]+(?:[/._-][\p{L}\p{N}]+)*/gu;
const PHONE =
  /(?<![\p{L}\p{N}.,])(?:\+\d{1,3}[ -]?)?(?:\(\d{1,5}\)[ -]?)?\d{2,5}(?:[ /-]\d{2,}){1,5}(?![\p{N}%]|[.,]\d)/gu;
/** A number with its unit or scale written on to it: "45s", "5kg", "250k", "1st", "3x", "30/month". */
const NUMBER_AND_UNIT = /^\d[\d.,]*(?:\p{L}{1,4}(?:\/\p{L}{1,3})?|[-/]\p{L}+)$/u;

/** The text with what matches written over by a letterless filler, so that places stay. */
function masked(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  let result = text;
  for (const { start, end } of spans)
    result = result.slice(0, start) + '\u0001'.repeat(end - start) + result.slice(end);
  return result;
}

function spansOf(pattern: RegExp, text: string): { text: string; start: number; end: number }[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export function codeOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:version|release|rev\.?|revision|v\.?)\s?(?=\d)/, '')
    .replaceAll(/[\s()-]/g, '');
}

function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return digits >= 7 && (text.startsWith('+') || /-|\//.test(text) || /^\(?0/.test(text));
}

function readCodes(text: string): Code[] {
  const found: Code[] = [];
  const spans = [
    ...spansOf(VERSION, text),
    ...spansOf(DOTTED, text),
    ...spansOf(MIXED, text).filter(
      (span) => !NUMBER_AND_UNIT.test(span.text) && !/^[\p{L}]+-\d+(?:st|nd|rd|th)$/u.test(span.text),
    ),
    ...spansOf(PHONE, text).filter((span) => isPhone(span.text)),
  ];
  for (const span of spans) {
    if (found.some(({ start, end }) => start < span.end && span.start < end)) continue;
    found.push({ kind: 'code', code: codeOf(span.text), ...span });
  }
  return found;
}

/** The readable text as values are read from it: number words in digits, places in a source taken out. */
export function prepareForValues(readable: string, keepsSources = false): string {
  const text = withDigits(readable);
  return keepsSources ? text : withoutSources(text);
}

const withoutSources = (text: string): string => text.replaceAll(CITATION, ' ').replaceAll(REFERENCE, ' ');

/** Is a file or a place in a source part of what the text says? "Clause 9.3 of the lease" is an answer, too. */
export function namesSource(text: string): boolean {
  return withoutSources(text) !== text;
}

/** All values of a prepared text, in order. */
export function readValues(text: string): Value[] {
  const times = readTimes(text);
  const withoutTimes = masked(text, times);
  const dates = readDates(withoutTimes);
  const withoutDates = masked(withoutTimes, dates);
  const codes = readCodes(withoutDates);
  const quantities = readQuantities(masked(withoutDates, codes));
  return [...times, ...dates, ...codes, ...quantities].toSorted((a, b) => a.start - b.start);
}

/** The quantities of any text, for readers that look for one number. */
export function quantitiesIn(readable: string): Quantity[] {
  return readValues(prepareForValues(readable)).filter((value) => value.kind === 'quantity');
}
