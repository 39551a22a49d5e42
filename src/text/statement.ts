/** An answer as one plain statement: its words and values in order, or why it is none. */
import { readable } from './normalise.ts';
import { sentencesOf, withoutListNumbers } from './sentences.ts';
import { prepareForValues, readValues, type Value } from './values.ts';
import { guardOf, stemOf, wordsIn, type Guard } from './words.ts';

export interface WordToken {
  readonly kind: 'word';
  readonly word: string;
  readonly stem: string;
  readonly guard: Guard | null;
  readonly isCapital: boolean;
}
export interface ValueToken {
  readonly kind: 'value';
  readonly value: Value;
}
export type Token = WordToken | ValueToken;

export interface Statement {
  readonly tokens: readonly Token[];
  readonly values: readonly Value[];
  readonly words: readonly WordToken[];
}

/** Longest statement that is read by rule, in words: longer ones say more than one thing. */
const MAX_WORDS = 40;
const MAX_CHARACTERS = 1_000;

const GREETINGS = [
  'sure(?: thing)?|certainly|of course|absolutely|great question|good question|hello|hi(?: there)?|hey',
  'thanks(?: for [^.!,]{1,40})?|thank you|happy to help|here you go',
  "here(?:'s| is) (?:the answer|what i found)|answer",
];
const OPENER = new RegExp(`^(?:(?:${GREETINGS.join('|')})\\s*[!.,:\\u2013-]+\\s*)+`, 'i');
const SHOWN_IN = String.raw`as (?:stated|listed|noted|given|shown) (?:in|on|by)`;
const SAYS = '(?:says|states|gives|lists|shows|specifies|notes|indicates|confirms)';
const SOURCE = new RegExp(
  String.raw`^(?:(?:according to|as per|per|based on|${SHOWN_IN})\s[^,:]{1,80}[,:]\s+)` +
    String.raw`|^(?:the|your|this)\s(?:[\p{L}-]+\s){1,3}${SAYS}(?:\sthat\s|:\s|\s)(?!no\b|not\b)`,
  'iu',
);
const SOURCE_BEHIND = new RegExp(
  String.raw`,?\s(?:according to|as per|${SHOWN_IN})\s[^,.;:]{1,80}(?=[.!]?$)`,
  'i',
);
const OFFER = new RegExp(
  [
    "^(?:let me know|feel free|just (?:ask|let)|i hope|hope (?:this|that)|if you(?:'d)? (?:need|want|have|would|like)",
    "i(?:'d| would) be (?:happy|glad)|happy to|i can also|anything else|please let me)\\b",
  ].join('|'),
  'i',
);

/** The text as values are read from it, without files and places in a source unless they are to be kept. */
export function prepared(text: string, keepsSources = false): string {
  return prepareForValues(withoutListNumbers(readable(text)), keepsSources)
    .replace(/^(?:["\s]|'(?!\d))+|["'\s]+$/g, '')
    .replaceAll(/[ \t]+(?=[.,;:!?)])/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/**
 * The one sentence of an answer that is left when greetings, sources and offers are taken off.
 * null when there is none, or more than one, or when what is taken off holds a value.
 */
export function onlySentence(answer: string, keepsSources = false): string | null {
  const text = withoutLines(prepared(answer, keepsSources).replace(OPENER, '').replace(SOURCE, ''));
  const sentences = sentencesOf(text);
  const kept = [...sentences];
  while (kept.length > 1 && (/\?["')\]]*$/.test(kept.at(-1) ?? '') || OFFER.test(kept.at(-1) ?? ''))) {
    if (readValues(kept.pop() ?? '').length > 0) return null;
  }
  const [only] = kept;
  if (only === undefined || kept.length > 1 || /\?["')\]]*$/.test(only)) return null;
  const bare = only.replace(OPENER, '').replace(SOURCE, '').replace(SOURCE_BEHIND, '');
  return wordsIn(bare).length > MAX_WORDS || bare.length > MAX_CHARACTERS ? null : bare;
}

/** The lines of a list in one, when none of them is a sentence of its own. */
function withoutLines(text: string): string {
  const lines = text.split('\n');
  const isItem = (line: string): boolean => !/[.!?:|]/.test(line) && wordsIn(line).length <= 6;
  return lines.every(isItem) ? lines.join(', ') : text;
}

/** Words and values of a prepared text, in order. */
export function readStatement(text: string): Statement {
  const values = readValues(text);
  const words = wordsIn(text)
    .filter(({ start }) => !values.some((value) => value.start <= start && start < value.end))
    .map(({ word, start }) => ({
      start,
      token: {
        kind: 'word' as const,
        word,
        stem: stemOf(word),
        guard: guardOf(word),
        isCapital: /^\p{Lu}/u.test(word),
      },
    }));
  const tokens: Token[] = [
    ...words,
    ...values.map((value) => ({ start: value.start, token: { kind: 'value' as const, value } })),
  ]
    .toSorted((a, b) => a.start - b.start)
    .map(({ token }) => token);
  return { tokens, values, words: words.map(({ token }) => token) };
}
