/** Numbers in English words, from zero to the millions: "fifteen", "twenty-seven", "two hundred and five thousand". */

const SMALL: ReadonlyMap<string, number> = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
    'seventeen eighteen nineteen',
  ]
    .join(' ')
    .split(' ')
    .map((word, index) => [word, index]),
);
const TENS: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

/** Alternatives for a regular expression. A text of scales alone ("million") is no number. */
export const NUMBER_WORDS = [...SMALL.keys(), ...TENS.keys(), 'hundred', ...SCALES.keys(), 'point'].join('|');

/** null when the words are not one number ("two three", "million", "five point"). */
export function numberOfWords(text: string): number | null {
  const words = text
    .toLowerCase()
    .split(/[-\s]+/)
    .filter((word) => word !== 'and');
  const point = words.indexOf('point');
  if (point === -1) return wholeNumber(words);
  const scaleAt = words.findIndex((word, index) => index > point && SCALES.has(word));
  const decimals = words
    .slice(point + 1, scaleAt === -1 ? undefined : scaleAt)
    .map((word) => SMALL.get(word));
  if (decimals.length === 0 || decimals.some((digit) => digit === undefined || digit > 9)) return null;
  const whole = wholeNumber(words.slice(0, point));
  if (whole === null || (scaleAt !== -1 && scaleAt !== words.length - 1)) return null;
  return Number(`${whole}.${decimals.join('')}`) * (SCALES.get(words[scaleAt] ?? '') ?? 1);
}

function wholeNumber(words: readonly string[]): number | null {
  let total = 0;
  let below = Number.POSITIVE_INFINITY;
  let group: number | null = null;
  for (const word of words) {
    const scale = SCALES.get(word);
    if (scale !== undefined) {
      if (group === null || scale >= below) return null;
      total += group * scale;
      below = scale;
      group = null;
      continue;
    }
    const next = inGroup(group, word);
    if (next === null) return null;
    group = next;
  }
  return group === null && !Number.isFinite(below) ? null : total + (group ?? 0);
}

/** The group of up to three digits with one word more; null when the word cannot follow. */
function inGroup(group: number | null, word: string): number | null {
  if (word === 'hundred') return group !== null && group > 0 && group < 10 ? group * 100 : null;
  const tens = TENS.get(word);
  if (tens !== undefined) return group === null ? tens : group % 100 === 0 && group > 0 ? group + tens : null;
  const small = SMALL.get(word);
  if (small === undefined) return null;
  if (group === null) return small;
  const fits =
    group > 0 && small > 0 && (group % 100 === 0 || (group % 10 === 0 && group % 100 >= 20 && small < 10));
  return fits ? group + small : null;
}
