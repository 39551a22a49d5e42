/** Values given to the wrong one of several things: StreamLine's price for ProFlow's. */
import type { Answer } from './answer.ts';
import type { Component } from './expected.ts';
import { PERIOD_WORDS, stem } from './keywords.ts';
import { matchNumber } from './matching.ts';
import { namePlaces } from './names.ts';
import type { Span } from './sentences.ts';

interface Slot {
  readonly owner: number;
  readonly start: number;
}

function valuePlaces(component: Component, answer: Answer): number[] {
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

function ownerPlaces(words: readonly string[], answer: Answer, within: Span): number[] {
  const places: number[] = [];
  for (const match of within.text.matchAll(/[\p{L}][\p{L}'-]*/gu)) {
    const key = stem(match[0].replace(/-/g, ''));
    if (words.some((word) => word === key || (word.length >= 5 && key.startsWith(word))))
      places.push(within.start + match.index);
  }
  for (const [word, pattern] of PERIOD_WORDS) {
    const match = words.includes(word) ? pattern.exec(within.text) : null;
    if (match !== null) places.push(within.start + match.index);
  }
  return places.toSorted((a, b) => a - b);
}

/** In one sentence with as many things as values: which value goes with which thing. */
function assign(owners: readonly Slot[], values: readonly Slot[]): [number, number][] {
  const order = [
    ...owners.map((slot) => ({ ...slot, isOwner: true })),
    ...values.map((slot) => ({ ...slot, isOwner: false })),
  ].toSorted((a, b) => a.start - b.start);
  const shape = order.map((slot) => (slot.isOwner ? 'o' : 'v')).join('');
  if (
    shape === 'ovov' ||
    shape === 'voov' ||
    shape === 'vovo' ||
    shape === 'oovv' ||
    shape === 'vvoo' ||
    shape === 'ovvo'
  ) {
    const [firstOwner, secondOwner] = owners.toSorted((a, b) => a.start - b.start);
    const [firstValue, secondValue] = values.toSorted((a, b) => a.start - b.start);
    if (
      firstOwner === undefined ||
      secondOwner === undefined ||
      firstValue === undefined ||
      secondValue === undefined
    )
      return [];
    return [
      [firstOwner.owner, firstValue.owner],
      [secondOwner.owner, secondValue.owner],
    ];
  }
  return [];
}

function regions(answer: Answer): Span[] {
  const whole: Span = { text: answer.text, start: 0, end: answer.text.length };
  return [...answer.sentences, ...(answer.text.length < 400 ? [whole] : [])];
}

/** The fault in words when two values are plainly swapped, or null. */
export function swapped(components: readonly Component[], answer: Answer): string | null {
  const bearers = components.filter(
    (component) =>
      component.kind === 'number' || (component.kind === 'name' && /\.\w{2,4}$|\w-\d/.test(component.name)),
  );
  for (const [index, one] of bearers.entries()) {
    for (const other of bearers.slice(index + 1)) {
      if (one.part === other.part || one.kind !== other.kind) continue;
      if (
        one.kind === 'number' &&
        other.kind === 'number' &&
        (one.number.unit.dimension !== other.number.unit.dimension ||
          one.number.unit.name !== other.number.unit.name)
      )
        continue;
      const own = (mine: Component, theirs: Component): string[] =>
        [...mine.context].filter(
          (word) =>
            !theirs.context.has(word) &&
            !(mine.kind === 'name' && stem(mine.name.replace(/\.\w+$/, '')).includes(word)),
        );
      const [mine, theirs] = [own(one, other), own(other, one)];
      if (mine.length === 0 || theirs.length === 0) continue;
      const [valueOne, valueOther] = [valuePlaces(one, answer), valuePlaces(other, answer)];
      for (const region of regions(answer)) {
        const inside = (places: readonly number[]): number[] =>
          places.filter((place) => region.start <= place && place < region.end);
        const owners = [
          ...ownerPlaces(mine, answer, region)
            .slice(0, 1)
            .map((start) => ({ owner: 0, start })),
          ...ownerPlaces(theirs, answer, region)
            .slice(0, 1)
            .map((start) => ({ owner: 1, start })),
        ];
        const values = [
          ...inside(valueOne)
            .slice(0, 1)
            .map((start) => ({ owner: 0, start })),
          ...inside(valueOther)
            .slice(0, 1)
            .map((start) => ({ owner: 1, start })),
        ];
        if (owners.length !== 2 || values.length !== 2) continue;
        const pairs = assign(owners, values);
        if (pairs.length === 2 && pairs.every(([owner, value]) => owner !== value))
          return `swaps the values of "${one.part}" and "${other.part}"`;
        if (pairs.length === 2) break;
      }
    }
  }
  return null;
}
