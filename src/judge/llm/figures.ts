/** The values of a text at their places in it as it is written, with the words that belong to each. */
import { numberWordsIn } from '../../text/number-words.ts';
import { readValues, type Value } from '../../text/values.ts';
import { guardOf, isFunctionWord } from '../../text/words.ts';

export interface Figure {
  readonly value: Value;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** In their order. Fractions in words ("two and a half") belong to the figure before them. */
export function figuresIn(text: string): Figure[] {
  const replaced = numberWordsIn(text);
  let inDigits = '';
  let done = 0;
  for (const { start, end, digits } of replaced) {
    inDigits += text.slice(done, start) + digits;
    done = end;
  }
  inDigits += text.slice(done);
  return readValues(inDigits).map((value) => {
    const start = placeOf(value.start, replaced, 'start');
    const end = placeOf(value.end, replaced, 'end');
    return { value, start, end: end + tailOf(text.slice(end, end + TAIL), value) };
  });
}

/** Of the text with digits → of the text as it is written. */
function placeOf(place: number, replaced: readonly Replaced[], side: 'start' | 'end'): number {
  let shift = 0;
  for (const { start, end, digits } of replaced) {
    const from = start + shift;
    const to = from + digits.length;
    if (side === 'start' ? place < from : place <= from) break;
    if (side === 'start' ? place < to : place <= to) return side === 'start' ? start : end;
    shift += digits.length - (end - start);
  }
  return place - shift;
}
type Replaced = ReturnType<typeof numberWordsIn>[number];

/** Characters behind a value that are looked at. */
const TAIL = 60;
const FRACTION = /^\s(?:and|&) (?:a |an |one |three )?(?:half|quarters?|thirds?)\b/i;
const RATE = /^\s?(?:\/\s?|per |an? |each |every )\p{L}+/iu;

/** What is counted, a fraction, or a rate: without them it would be another value. */
function tailOf(after: string, { kind }: Value): number {
  if (kind !== 'quantity') return 0;
  const fraction = FRACTION.exec(after)?.[0].length ?? 0;
  let length = fraction;
  for (const [whole] of after.slice(fraction).matchAll(/[ -]\p{L}[\p{L}\p{M}'-]*/guy)) {
    const word = whole.slice(1);
    if (isFunctionWord(word) || guardOf(word) !== null || length - fraction > 30) break;
    length += whole.length;
  }
  return length + (RATE.exec(after.slice(length))?.[0].length ?? 0);
}
