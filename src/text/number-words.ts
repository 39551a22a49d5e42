/** Numbers written in words, turned into digits before anything else reads them. English, and the scales of German. */

const UNITS: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};
const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

const WORD = [...Object.keys(UNITS), ...Object.keys(TENS), 'hundred', ...Object.keys(SCALES)].join('|');
const DIGIT = 'zero|one|two|three|four|five|six|seven|eight|nine';
const PHRASE = new RegExp(
  `\\b(?:a\\s+(?=hundred|thousand|million|billion|trillion))?(?:${WORD})(?:(?:[\\s-]+|\\s+and\\s+)(?:${WORD}))*(?:\\s+point(?:\\s+(?:${DIGIT}))+)?\\b`,
  'gi',
);

function wholeNumber(tokens: readonly string[]): number | null {
  let total = 0;
  let current = 0;
  let last = Number.POSITIVE_INFINITY;
  for (const token of tokens) {
    const unit = UNITS[token];
    const ten = TENS[token];
    const scale = SCALES[token];
    if (unit !== undefined) {
      if (last < 20) return null;
      current += unit;
      last = unit < 10 ? 1 : 10;
    } else if (ten !== undefined) {
      if (last < 100) return null;
      current += ten;
      last = 20;
    } else if (token === 'hundred') {
      current = (current === 0 ? 1 : current) * 100;
      last = 100;
    } else if (scale !== undefined) {
      total += (current === 0 ? 1 : current) * scale;
      current = 0;
      last = Number.POSITIVE_INFINITY;
    }
  }
  return total + current;
}

function inDigits(phrase: string): string | null {
  const [whole = '', decimals] = phrase.toLowerCase().split(/\s+point\s+/);
  const tokens = whole.split(/[\s-]+/).filter((token) => token !== 'and' && token !== 'a' && token !== '');
  if (tokens.length === 0) return null;
  // A single "one" is a pronoun more often than a number; a bare scale belongs to the digits before it.
  if (tokens.length === 1 && decimals === undefined && (tokens[0] === 'one' || (tokens[0] ?? '') in SCALES))
    return null;
  const value = wholeNumber(tokens);
  if (value === null) return null;
  if (decimals === undefined) return String(value);
  const digits = decimals.split(/[\s-]+/).map((token) => UNITS[token]);
  return digits.every((digit) => digit !== undefined) ? `${value}.${digits.join('')}` : null;
}

const COUNTED =
  '(?=[\\s-]+(?:days?|weeks?|months?|years?|hours?|units?|points?|percent|per\\s+cent|minor|major|items?|products?|grounds?|functions?|devices?|people|employees)\\b)';

/** The text with its number words as digits: "three hundred and forty thousand dollars" → "340000 dollars". */
export function withDigits(text: string): string {
  return (
    text
      .replace(/(\d)[- ]1\/2\b/g, '$1.5')
      .replace(/(\d)[- ]1\/4\b/g, '$1.25')
      .replace(/(\d)[- ]3\/4\b/g, '$1.75')
      .replace(/\bone\s+and\s+a\s+half\b/gi, '1.5')
      .replace(
        /\b(\w+)\s+and\s+(three[\s-]quarters|a\s+quarter)\b/gi,
        (whole, word: string, part: string) => {
          const value = UNITS[word.toLowerCase()] ?? TENS[word.toLowerCase()];
          return value === undefined ? whole : `${value}${/three/i.test(part) ? '.75' : '.25'}`;
        },
      )
      .replace(/\b(\w+)\s+and\s+a\s+half\b/gi, (whole, word: string) => {
        const value = UNITS[word.toLowerCase()] ?? TENS[word.toLowerCase()];
        return value === undefined ? whole : `${value}.5`;
      })
      .replace(/(\d)\s+and\s+a\s+half\b/gi, '$1.5')
      .replace(/\bhalf an?\s+(million|billion|trillion)\b/gi, '0.5 $1')
      .replace(/\bhalf\s+a\s+(?=(?:point|star|percent|mark)\b)/gi, '0.5 ')
      .replace(/\bhalf[\s-](?:a[\s-])?dozen\b/gi, '6')
      .replace(/\ba\s+dozen\b|\bone\s+dozen\b/gi, '12')
      .replace(/\b(\w+)\s+dozen\b/gi, (whole, word: string) => {
        const value = UNITS[word.toLowerCase()];
        return value === undefined ? whole : String(12 * value);
      })
      .replace(new RegExp(`\\bone${COUNTED}`, 'gi'), '1')
      // "one, two or four": the head of a list of numbers is one itself.
      .replace(
        new RegExp(
          `(?<!-|\\b(?:the|that|this|each|every|which|no)\\s)\\bone(?=(?:,|,?\\s+or|\\s+and)\\s+(?:${WORD}|\\d+)\\b)`,
          'gi',
        ),
        '1',
      )
      .replace(PHRASE, (phrase, offset: number, whole: string) => {
        // "14.2 million": the scale stands behind digits and is read with them.
        if (
          /^(?:thousand|million|billion|trillion|hundred)/i.test(phrase) &&
          /[\d.]\s*$/.test(whole.slice(0, offset))
        )
          return phrase;
        return (
          inDigits(phrase) ??
          phrase
            .split(/(\s+and\s+)/)
            .map((part) => inDigits(part) ?? part)
            .join('')
        );
      })
  );
}
