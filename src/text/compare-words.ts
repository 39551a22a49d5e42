/** Expected names, dates, words and a yes or no against an answer. */
import type { Answer } from './answer.ts';
import type { Finding } from './compare.ts';
import { sameDate } from './dates.ts';
import type { Component } from './expected.ts';
import { knows, vocabulary } from './keywords.ts';
import { folded } from './normalise.ts';
import { namePlaces } from './names.ts';
import { polarityAbout } from './polarity.ts';
import { namesSome, takesBack } from './taken-back.ts';

type Result = Pick<Finding, 'outcome' | 'evidence'>;

const NUMBERED = /^(Section|Article|PEP|RFC) (\d+)$/i;

/** "Section 9" where Section 6 is right. */
function otherNumber(name: string, answer: Answer): string | null {
  const [, label, number] = NUMBERED.exec(name) ?? [];
  if (label === undefined || number === undefined) return null;
  const others = [...answer.text.matchAll(new RegExp(`\\b${label}s?\\s?(\\d+)`, 'gi'))];
  if (others.length === 0 || others.some((match) => match[1] === number)) return null;
  return others[0]?.[0] ?? null;
}

export function compareName(component: Component & { kind: 'name' }, answer: Answer): Result {
  const other = otherNumber(component.name, answer);
  if (other !== null) return { outcome: 'wrong', evidence: `gives ${other} for ${component.name}` };
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

/** Words that only deny: "no copyright notice is needed". */
const DENIES =
  /\b(?:no|nothing|none|never|needn't|don't (?:have|need)|not (?:need|have|required)|isn't (?:required|needed))\b/i;

export function compareWords(component: Component & { kind: 'words' }, answer: Answer): Result {
  const known = vocabulary(answer.text);
  const hits = component.stems.filter((stem) => knows(known, stem));
  const share = hits.length / component.stems.length;
  const first = answer.clauses.find((clause) => hits.some((stem) => knows(vocabulary(clause.text), stem)));
  if (
    first !== undefined &&
    DENIES.test(first.text) &&
    !DENIES.test(component.part) &&
    !/\bwithout\b/i.test(component.part)
  ) {
    return {
      outcome: share >= 0.5 && hits.length > 1 ? 'undecided' : 'missing',
      evidence: `denies "${component.part}"`,
    };
  }
  if (share >= 0.5 || folded(answer.text).includes(folded(component.part)))
    return { outcome: 'right', evidence: `says "${component.part}" in its words` };
  if (hits.length === 0) return { outcome: 'missing', evidence: `does not say "${component.part}"` };
  if (component.stems.length <= 2 || share >= 0.34)
    return { outcome: 'undecided', evidence: `says only part of "${component.part}"` };
  return { outcome: 'missing', evidence: `says too little of "${component.part}"` };
}

export function comparePolarity(
  component: Component & { kind: 'polarity' },
  answer: Answer,
  question: string,
  fact: string,
): Result {
  // "All are above it" says that none is below.
  const text =
    /\bbelow\b/i.test(component.part) && !/\bbelow\b/i.test(answer.text)
      ? answer.text
          .replace(/\b(?:above|over)\b/gi, 'not below')
          .replace(
            /\b(?:all|every\w*)\b([^.;:]*)\b(?:fine|okay|ok|in order|well stocked)\b/gi,
            'none$1is below',
          )
      : answer.text;
  const said = polarityAbout(text, component.subjects, question);
  const wanted = component.wanted === 'yes' ? 'yes' : 'no';
  const some = wanted === 'no' ? namesSome(component.part, answer) : null;
  if (some !== null)
    return { outcome: 'wrong', evidence: `contradicts "${component.part}": "${some.slice(0, 80)}"` };
  if (said === wanted) return { outcome: 'right', evidence: `says ${wanted}` };
  if (said === 'none')
    return { outcome: 'missing', evidence: `says neither yes nor no to "${component.part}"` };
  const back =
    said === 'mixed' && wanted === 'no' ? takesBack(answer, component.subjects, `${question} ${fact}`) : null;
  if (back !== null) return { outcome: 'wrong', evidence: `says no, and then "${back.slice(0, 80)}"` };
  if (said === 'mixed')
    return { outcome: 'undecided', evidence: `says both yes and no to "${component.part}"` };
  return { outcome: 'wrong', evidence: `says ${said} where ${wanted} is right` };
}
