/** Does a quote stand in an answer? Spacing, case, markdown marks and the form of quotation marks and dashes apart. */
import { neutralise } from '../../models/untrusted.ts';

export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/&lt;/g, '<'],
  [/!?\[([^\][]*)\]\([^()\s]*\)/g, '$1'],
  [/^[ \t]*(?:>[ \t]?)+/gm, ''],
  [/^[ \t]*(?:#{1,6}|[-*+•])[ \t]+/gm, ''],
  [/[\u2018\u2019\u201A\u201B\u2032\u00B4]/g, "'"],
  [/[`"\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]|(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu, ''],
  [/[\u2014\u2015]/g, ' - '],
  [/[\u2010-\u2013\u2212]/g, '-'],
  [/\\(?=[\p{P}\p{S}])/gu, ''],
  [/(?<!\d)\*+|\*+(?!\d)|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ''],
  [/\|/g, ' '],
  [/\s+/gu, ' '],
];

/** The text as quotes are looked for in it. Case stays: units need it. Folding twice changes nothing. */
export function foldText(text: string): string {
  let folded = neutralise(text).normalize('NFC');
  for (;;) {
    const before = folded;
    for (const [mark, instead] of FOLDS) folded = folded.replaceAll(mark, instead);
    folded = folded.trim();
    if (folded === before) return folded;
  }
}

/** What a judge sets around a quote that is cut off, and a full stop behind it. */
const AROUND = /^(?:…|\.{3})+\s*|\s*[….,;:]+$/gu;

/** Where the quote stands in the folded text, or null. It neither begins nor ends within a word or a number. */
export function findQuote(folded: string, quote: string): Span | null {
  const wanted = caseless(foldText(quote).replaceAll(AROUND, ''));
  if (!/[\p{L}\p{N}]/u.test(wanted)) return null;
  const within = caseless(folded);
  for (let start = within.indexOf(wanted); start !== -1; start = within.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    if (isWhole(within, start, end)) return { start, end };
  }
  return null;
}

/** Letter by letter, so that places stay where they are. */
function caseless(text: string): string {
  return text.replaceAll(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
}

/** What makes a number of the digit, or a word of the letter, that a quote begins or ends with. */
const BEFORE_DIGIT = /(?:[\p{L}\p{N}]|\p{N}[.,:]|(?<![\p{L}\p{N}])-)$/u;
const AFTER_DIGIT = /^(?:\p{N}|[.,:]\p{N})/u;
const BEFORE_LETTER = /\p{L}$/u;
const AFTER_LETTER = /^[\p{L}\p{N}]/u;

function isWhole(text: string, start: number, end: number): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 3), start), text.slice(end, end + 2)];
  const [first, last] = [text.slice(start, start + 1), text.slice(end - 1, end)];
  const isCutBefore = isDigit(first)
    ? BEFORE_DIGIT.test(before)
    : isLetter(first) && BEFORE_LETTER.test(before);
  const isCutAfter = isDigit(last) ? AFTER_DIGIT.test(after) : isLetter(last) && AFTER_LETTER.test(after);
  return !isCutBefore && !isCutAfter;
}

const isDigit = (character: string): boolean => /\p{N}/u.test(character);
const isLetter = (character: string): boolean => /\p{L}/u.test(character);
