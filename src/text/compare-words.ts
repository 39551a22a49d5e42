/** Expected names, dates, words and a yes or no against an answer. */
import type { Answer } from './answer.ts';
import type { Finding } from './compare.ts';
import { sameDate } from './dates.ts';
import type { Component } from './expected.ts';
import { knows, vocabulary } from './keywords.ts';
import { folded } from './normalise.ts';
import { namePlaces } from './names.ts';
import { polarityAbout } from './polarity.ts';

type Result = Pick<Finding, 'outcome' | 'evidence'>;

export function compareName(component: Component & { kind: 'name' }, answer: Answer): Result {
  const places = namePlaces(component.name, answer.text);
  const stances = places.map((place) => answer.stance(place.start, place.end));
  if (stances.includes('asserted')) return { outcome: 'right', evidence: `names ${component.name}` };
  if (stances.includes('comparison'))
    return {
      outcome: component.optional ? 'right' : 'wrong',
      evidence: `names ${component.name} only beside its answer`,
    };
  if (stances.length > 0)
    return { outcome: 'wrong', evidence: `names ${component.name} only as not or no longer so` };
  return { outcome: 'missing', evidence: `does not name ${component.name}` };
}

export function compareDate(component: Component & { kind: 'date' }, answer: Answer): Result {
  const wanted = component.date;
  const same = answer.dates.filter((date) => sameDate(wanted, date));
  const stances = same.map((date) => answer.stance(date.start, date.end));
  if (stances.includes('asserted') || stances.includes('comparison'))
    return { outcome: 'right', evidence: `gives the date ${wanted.text}` };
  if (same.length > 0)
    return { outcome: 'wrong', evidence: `names ${wanted.text} only as not or no longer so` };
  const other = answer.dates.find(
    (date) =>
      answer.stance(date.start, date.end) === 'asserted' && (date.day !== null || wanted.day === null),
  );
  if (other !== undefined)
    return {
      outcome: component.optional ? 'undecided' : 'wrong',
      evidence: `gives ${other.text} for ${wanted.text}`,
    };
  return { outcome: 'missing', evidence: `does not give the date ${wanted.text}` };
}

export function compareWords(component: Component & { kind: 'words' }, answer: Answer): Result {
  const known = vocabulary(answer.text);
  const hits = component.stems.filter((stem) => knows(known, stem));
  const share = hits.length / component.stems.length;
  if (share >= 0.5 || folded(answer.text).includes(folded(component.part)))
    return { outcome: 'right', evidence: `says "${component.part}" in its words` };
  if (hits.length === 0) return { outcome: 'missing', evidence: `does not say "${component.part}"` };
  if (component.stems.length <= 2 || share >= 0.34)
    return { outcome: 'undecided', evidence: `says only part of "${component.part}"` };
  return { outcome: 'missing', evidence: `says too little of "${component.part}"` };
}

export function comparePolarity(component: Component & { kind: 'polarity' }, answer: Answer): Result {
  const said = polarityAbout(answer.text, component.subjects);
  const wanted = component.wanted === 'yes' ? 'yes' : 'no';
  if (said === wanted) return { outcome: 'right', evidence: `says ${wanted}` };
  if (said === 'none')
    return { outcome: 'missing', evidence: `says neither yes nor no to "${component.part}"` };
  if (said === 'mixed')
    return { outcome: 'undecided', evidence: `says both yes and no to "${component.part}"` };
  return { outcome: 'wrong', evidence: `says ${said} where ${wanted} is right` };
}
