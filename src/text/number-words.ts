/** English numbers in words, turned into digits before anything else reads them. */

const SMALL =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

const WORD = [...SMALL, ...TENS, 'hundred', ...Object.keys(SCALES)].join('|');
const DIGIT = SMALL.slice(0, 10).join('|');
const PHRASE = new RegExp(
  `\\b(?:a\\s+(?=(?:hundred|thousand|million|billion|trillion)\\b))?(?:${WORD})` +
    `(?:(?:[\\s-]+|\\s+and\\s+)(?:${WORD}))*(?:\\s+point(?:\\s+(?:${DIGIT}))+)?(?![\\p{L}-])`,
  'giu',
);

/** null when the words do not make one number: "two three". */
function wholeNumber(tokens: readonly string[]): number | null {
  let total = 0;
  let current = 0;
  let room = Number.POSITIVE_INFINITY;
  for (const token of tokens) {
    const small = SMALL.indexOf(token);
    const ten = TENS.indexOf(token);
    if (small !== -1) {
      if (room < 20) return null;
      current += small;
      room = small < 10 ? 1 : 10;
    } else if (ten !== -1) {
      if (room < 100) return null;
      current += 10 * (ten + 2);
      room = 20;
    } else if (token === 'hundred') {
      current = Math.max(current, 1) * 100;
      room = 100;
    } else {
      total += Math.max(current, 1) * (SCALES[token] ?? 1);
      current = 0;
      room = Number.POSITIVE_INFINITY;
    }
  }
  return total + current;
}

function inDigits(phrase: string): string | null {
  const [whole = '', decimals] = phrase.toLowerCase().split(/\s+point\s+/);
  const tokens = whole.split(/[\s-]+/).filter((token) => !['and', 'a', ''].includes(token));
  const [only] = tokens;
  // A single "one" is a pronoun more often than a number; a bare scale belongs to the digits before it.
  if (
    only === undefined ||
    (tokens.length === 1 && decimals === undefined && (only === 'one' || only in SCALES))
  )
    return null;
  const value = wholeNumber(tokens);
  if (value === null || decimals === undefined) return value === null ? null : String(value);
  return `${value}.${decimals
    .split(/[\s-]+/)
    .map((token) => SMALL.indexOf(token))
    .join('')}`;
}

/** "two and a half", "half a million", "a dozen", "one day". */
function withFractions(text: string): string {
  return text
    .replace(
      /\b(\w+)\s+and\s+(a\s+half|a\s+quarter|three[\s-]quarters)\b/gi,
      (phrase, word: string, part: string) => {
        const value = /^\d+$/.test(word)
          ? word
          : (inDigits(word) ?? (word.toLowerCase() === 'one' ? '1' : null));
        if (value === null) return phrase;
        return `${value}${/half/i.test(part) ? '.5' : /three/i.test(part) ? '.75' : '.25'}`;
      },
    )
    .replace(/\bhalf a (?=million\b|billion\b|trillion\b)/gi, '0.5 ')
    .replace(/\ba quarter of a (?=million\b|billion\b|trillion\b)/gi, '0.25 ')
    .replace(/\bhalf a dozen\b/gi, '6')
    .replace(/\b(?:a|one) dozen\b/gi, '12')
    .replace(/\bone(?=\s+(?:second|minute|hour|day|week|month|year|million|billion)\b(?!\s+of\b))/gi, '1');
}

/** The text with its number words as digits: "three hundred and forty thousand dollars" → "340000 dollars". */
export function withDigits(text: string): string {
  return withFractions(text).replace(PHRASE, phraseInDigits);
}

function phraseInDigits(phrase: string, offset: number, whole: string): string {
  // "14.2 million": the scale stands behind digits and is read with them.
  const isScaleOfDigits = /^(?:thousand|million|billion|trillion|hundred)/i.test(phrase);
  if (isScaleOfDigits && /[\d.]\s*$/.test(whole.slice(0, offset))) return phrase;
  return (
    inDigits(phrase) ??
    phrase
      .split(/(\s+and\s+)/)
      .map((part) => inDigits(part) ?? part)
      .join('')
  );
}

export interface Replacement {
  /** In the text as it was. */
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** Where whole numbers stand in words, and their digits; fractions stay words. */
export function numberWordsIn(text: string): Replacement[] {
  return [...text.matchAll(PHRASE)].flatMap(({ 0: phrase, index: start }) => {
    const digits = phraseInDigits(phrase, start, text);
    return digits === phrase ? [] : [{ start, end: start + phrase.length, digits }];
  });
}
