/** Ranges ("15–18%", "between $16.3M and $16.8M") and scores ("12–0") made of two numbers. */
import type { NumberMention } from './numbers.ts';

export interface RangeMention {
  readonly first: NumberMention;
  readonly second: NumberMention;
}

const DASH = /^\s?(?:–|-|\.\.\.?)\s?[$€£]?$/;
const TO = /^\s?(?:to|through|till|until|bis|up to|and up to)\s$/i;
const AND = /^\s(?:and)\s$/i;
const CHANGE =
  /\b(?:rose|grew|grow|increased?|went|climbed|moved|jumped|up|improved|rise|fell|dropped|declined|changed|revised|corrected|raised|lowered|cut|growth|swelled|expanded)\b[^.;]{0,30}\bfrom\s*(?:usd\s?|us\$|[$€£])?$/i;

/** "15" of "15–18%" takes unit and scale from its partner, unless it has its own. */
function inherit(first: NumberMention, second: NumberMention): NumberMention {
  const unitless =
    first.unit.dimension === 'plain' || (first.unit.dimension === second.unit.dimension && !first.scaled);
  if (!unitless || (first.unit.dimension !== 'plain' && !second.scaled)) return first;
  const bare = second.value / second.unit.factor;
  const scale = !first.scaled && second.scaled ? scaleOf(bare, first.value) : 1;
  const factor = scale * (first.unit.dimension === 'plain' ? second.unit.factor : 1);
  return {
    ...first,
    value: first.value * factor,
    readings: first.readings.map((reading) => reading * factor),
    unit: first.unit.dimension === 'plain' ? second.unit : first.unit,
    scaled: first.scaled || second.scaled,
    noun: first.noun ?? second.noun,
    per: first.per ?? second.per,
  };
}

function scaleOf(scaledValue: number, bare: number): number {
  for (const scale of [1e3, 1e6, 1e9, 1e12]) {
    const ratio = (bare * scale) / scaledValue;
    if (ratio > 0.05 && ratio < 20) return scale;
  }
  return 1;
}

const LISTED = /^\s?(?:,|\/|or|and|,\s?or|,\s?and|\+)\s?$/i;

/** "1, 2, 4 or 8 GB": the members of a list share the unit that stands at its end. */
function shareUnits(text: string, numbers: NumberMention[]): void {
  for (let index = numbers.length - 2; index >= 0; index -= 1) {
    const [current, next] = [numbers[index], numbers[index + 1]];
    if (
      current === undefined ||
      next === undefined ||
      current.unit.dimension !== 'plain' ||
      next.unit.dimension === 'plain' ||
      next.unit.dimension === 'money'
    )
      continue;
    if (!LISTED.test(text.slice(current.end, next.start)) || current.scaled) continue;
    numbers[index] = {
      ...current,
      unit: next.unit,
      value: current.value * next.unit.factor,
      readings: current.readings.map((reading) => reading * next.unit.factor),
      noun: next.noun,
    };
  }
}

export interface Figures {
  /** Every number, those of a range with the unit and scale they share. */
  readonly numbers: readonly NumberMention[];
  readonly ranges: readonly RangeMention[];
}

/** Joins neighbouring numbers to ranges. A change ("rose from 11.5 to 14.2 million") is none, but shares its unit. */
export function figuresOf(text: string, mentions: readonly NumberMention[]): Figures {
  const numbers = [...mentions];
  shareUnits(text, numbers);
  const ranges: RangeMention[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 1) {
    const [first, next] = [numbers[index], numbers[index + 1]];
    if (first === undefined || next === undefined) continue;
    const between = text.slice(first.end, next.start);
    const before = text.slice(Math.max(0, first.start - 60), first.start);
    const isBetween = /\b(?:between|both)\s+(?:usd\s?|us\$|[$€£]|about |around |roughly )?$/i.test(before);
    const joins = DASH.test(between) || TO.test(between) || (AND.test(between) && isBetween);
    if (!joins) continue;
    // "$16.3 to 16.8 million": the currency stands before the first, the scale behind the second.
    const isParted =
      first.unit.dimension === 'money' && next.unit.dimension === 'plain' && next.noun === null;
    const second = isParted ? { ...next, unit: first.unit } : next;
    numbers[index + 1] = second;
    const dimensions = first.unit.dimension === second.unit.dimension || first.unit.dimension === 'plain';
    if (!dimensions) continue;
    const shared = inherit(first, second);
    numbers[index] = shared;
    if (!(TO.test(between) && CHANGE.test(before))) ranges.push({ first: shared, second });
  }
  return { numbers, ranges };
}
