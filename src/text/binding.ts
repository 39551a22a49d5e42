/** Values given to the wrong one of several things: StreamLine's price for ProFlow's. */
import type { Answer } from './answer.ts';
import type { Component } from './expected.ts';
import { PERIOD_WORDS, stem } from './keywords.ts';
import { matchNumber } from './matching.ts';
import { namePlaces } from './names.ts';
import type { Span } from './sentences.ts';

/** Which of two things stands where: 0 or 1. */
interface Slot {
  readonly who: 0 | 1;
  readonly start: number;
}

export function valuePlaces(component: Component, answer: Answer): number[] {
  switch (component.kind) {
    case 'number':
      return answer.figures.numbers
        .filter((number) => {
          const match = matchNumber(component.number, number);
          return match.comparable && !match.unitFault && match.deviation <= 0.01;
        })
        .map((number) => number.start);
    case 'name':
      return namePlaces(component.name, answer.text).map((place) => place.start);
    case 'role':
    case 'range':
    case 'date':
    case 'words':
    case 'polarity':
      return [];
    default:
      return component satisfies never;
  }
}

/** Where a stretch of the answer names one of these context words. */
export function ownerPlaces(words: readonly string[], within: Span): number[] {
  const places: number[] = [];
  for (const match of within.text.matchAll(/[\p{L}][\p{L}'-]*/gu)) {
    const key = stem(match[0].replace(/-/g, ''));
    if (words.some((word) => word === key || (word.length >= 5 && key.startsWith(word)))) {
      places.push(within.start + match.index);
    }
  }
  for (const [word, pattern] of PERIOD_WORDS) {
    const match = words.includes(word) ? pattern.exec(within.text) : null;
    if (match !== null) places.push(within.start + match.index);
  }
  return places.toSorted((a, b) => a - b);
}

/** The context words of one component that the other does not share. */
export function ownWords(mine: Component, theirs: Component): string[] {
  return [...mine.context].filter(
    (word) =>
      !theirs.context.has(word) &&
      !(mine.kind === 'name' && stem(mine.name.replace(/\.\w+$/, '')).includes(word)),
  );
}

const SHAPES: ReadonlySet<string> = new Set(['ovov', 'voov', 'vovo', 'oovv', 'vvoo', 'ovvo']);

/** With two things and two values in one stretch: are they in crossed order? null when the order tells nothing. */
function isCrossed(owners: readonly Slot[], values: readonly Slot[]): boolean | null {
  const order = [
    ...owners.map((slot) => ({ ...slot, kind: 'o' })),
    ...values.map((slot) => ({ ...slot, kind: 'v' })),
  ].toSorted((a, b) => a.start - b.start);
  if (!SHAPES.has(order.map((slot) => slot.kind).join(''))) return null;
  return order.find((slot) => slot.kind === 'o')?.who !== order.find((slot) => slot.kind === 'v')?.who;
}

function sameUnit(one: Component, other: Component): boolean {
  if (one.kind !== 'number' || other.kind !== 'number') return one.kind === other.kind;
  return (
    one.number.unit.dimension === other.number.unit.dimension &&
    one.number.unit.name === other.number.unit.name
  );
}

function firstInside(who: 0 | 1, places: readonly number[], within: Span): Slot[] {
  const start = places.find((place) => within.start <= place && place < within.end);
  return start === undefined ? [] : [{ who, start }];
}

function isSwapped(one: Component, other: Component, answer: Answer): boolean {
  const [mine, theirs] = [ownWords(one, other), ownWords(other, one)];
  if (mine.length === 0 || theirs.length === 0) return false;
  const [valueOne, valueOther] = [valuePlaces(one, answer), valuePlaces(other, answer)];
  let matched = 0;
  let crossed = 0;
  const whole: Span = { text: answer.text, start: 0, end: answer.text.length };
  for (const region of [...answer.sentences, ...(answer.text.length < 400 ? [whole] : [])]) {
    const owners = [
      ...firstInside(0, ownerPlaces(mine, region), region),
      ...firstInside(1, ownerPlaces(theirs, region), region),
    ];
    const values = [...firstInside(0, valueOne, region), ...firstInside(1, valueOther, region)];
    const [owner, value] = [owners[0], values[0]];
    if (owners.length === 1 && values.length === 1 && owner !== undefined && value !== undefined) {
      if (owner.who === value.who) matched += 1;
      else crossed += 1;
      continue;
    }
    if (owners.length !== 2 || values.length !== 2 || (region === whole && matched + crossed > 0)) continue;
    const verdict = isCrossed(owners, values);
    if (verdict !== null) return verdict;
  }
  return crossed >= 2 && matched === 0;
}

/** A figure and the one in brackets behind it in the expected answer: "$1.8 trillion (6.4%)". */
function pairs(components: readonly Component[]): (readonly [Component, Component])[] {
  const numbers = components.filter((component) => component.kind === 'number');
  return numbers
    .filter((main) => !main.optional)
    .flatMap((main) => {
      const inBrackets = numbers.filter(
        (other) => other.optional && !other.isBase && sameWords(other.context, main.context),
      );
      const [only] = inBrackets;
      return only !== undefined && inBrackets.length === 1 ? [[main, only] as const] : [];
    });
}

function sameWords(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((word) => other.has(word));
}

/** Two pairs with the second figures exchanged, in words, or null. */
function swappedPairs(components: readonly Component[], answer: Answer): string | null {
  const found = pairs(components);
  for (const [index, [one, ofOne]] of found.entries()) {
    for (const [other, ofOther] of found.slice(index + 1)) {
      if (sameWords(one.context, other.context) || !sameUnit(ofOne, ofOther)) continue;
      const [a, b] = [valuePlaces(one, answer)[0], valuePlaces(other, answer)[0]];
      const [x, y] = [valuePlaces(ofOne, answer)[0], valuePlaces(ofOther, answer)[0]];
      if (a === undefined || b === undefined || x === undefined || y === undefined) continue;
      const isSwappedHere = isCrossed(
        [
          { who: 0, start: a },
          { who: 1, start: b },
        ],
        [
          { who: 0, start: x },
          { who: 1, start: y },
        ],
      );
      if (isSwappedHere === true) return `swaps "${ofOne.part}" and "${ofOther.part}"`;
    }
  }
  return null;
}

/** The fault in words when two values are plainly swapped, or null. */
export function swapped(components: readonly Component[], answer: Answer): string | null {
  const bearers = components.filter(
    (component) =>
      component.kind === 'number' || (component.kind === 'name' && /\.\w{2,4}$|\w-\d/.test(component.name)),
  );
  for (const [index, one] of bearers.entries()) {
    for (const other of bearers.slice(index + 1)) {
      if (one.part === other.part || !sameUnit(one, other)) continue;
      if (isSwapped(one, other, answer)) return `swaps the values of "${one.part}" and "${other.part}"`;
    }
  }
  return swappedPairs(components, answer);
}
