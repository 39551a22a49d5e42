/** Posts that approve things: named, another one in their place, or given to the wrong thing. */
import type { Answer } from './answer.ts';
import { ownerPlaces, ownWords, valuePlaces } from './binding.ts';
import type { Finding } from './compare.ts';
import type { Component } from './expected.ts';
import { ROLES, stem } from './keywords.ts';
import type { Span } from './sentences.ts';

type Role = Component & { kind: 'role' };

const SPELLINGS: Readonly<Record<string, RegExp>> = {
  manager: /\b(?:managers?|managerial|supervisors?|boss(?:es)?|team lead(?:er)?s?)\b/i,
  VP: /\b(?:VPs?|vice[- ]presidents?)\b/i,
  CEO: /\b(?:CEO|chief executive)\b/i,
  CFO: /\b(?:CFO|chief financial officer|finance chief)\b/i,
  HR: /\b(?:HR|human resources)\b/,
  director: /\bdirectors?\b/i,
  board: /\bboard\b/i,
};

/** The post that approves something. */
export function compareRole(
  component: Role,
  answer: Answer,
  all: readonly Component[],
): Pick<Finding, 'outcome' | 'evidence'> {
  const place = SPELLINGS[component.role]?.exec(answer.text);
  if (place !== undefined && place !== null) {
    const stance = answer.stance(place.index, place.index + place[0].length);
    return stance === 'negated'
      ? { outcome: 'wrong', evidence: `says that it is not the ${component.role}` }
      : { outcome: 'right', evidence: `names the ${component.role}` };
  }
  if (
    /\b(?:no|without(?: any)?|nobody's|doesn't (?:need|require)|don't need)\s+(?:\w+\s+)?(?:approval|permission|sign-?off|consent)\b/i.test(
      answer.text,
    )
  ) {
    return {
      outcome: 'wrong',
      evidence: `says that no approval is needed where the ${component.role} has to give it`,
    };
  }
  const expected = new Set(all.flatMap((other) => (other.kind === 'role' ? [other.role] : [])));
  const other = ROLES.find((role) => !expected.has(role) && SPELLINGS[role]?.test(answer.text) === true);
  return other === undefined
    ? { outcome: 'missing', evidence: `does not name the ${component.role}` }
    : { outcome: 'wrong', evidence: `names ${other} where the ${component.role} is right` };
}

/** What tells one post's part from the other's: its words and its numbers. */
function owners(mine: Role, theirs: Role, all: readonly Component[], answer: Answer, within: Span): boolean {
  const words = ownWords(mine, theirs).filter((word) => word !== stem(mine.role));
  if (ownerPlaces(words, within).length > 0) return true;
  const isWhole =
    words.includes('full') &&
    /\b(?:100 ?%|entirely|completely|permanently|all the time|full[- ]time remote|always|(?:all|the whole|the entire) week|every day)\b/i.test(
      within.text,
    );
  if (isWhole) return true;
  return all.some(
    (component) =>
      component.kind === 'number' &&
      component.part === mine.part &&
      valuePlaces(component, answer).some((place) => within.start <= place && place < within.end),
  );
}

/** Two posts given to each other's thing, in words, or null. */
export function swappedRoles(components: readonly Component[], answer: Answer): string | null {
  const roles = components.filter((component): component is Role => component.kind === 'role');
  const [one, other] = roles;
  if (one === undefined || other === undefined || one.part === other.part) return null;
  const regions: Span[] = answer.sentences.flatMap((sentence) => {
    const pieces: Span[] = [];
    let start = 0;
    for (const piece of sentence.text.split(/(?<=[;,])\s|\s\|\s(?=\S+ remote)/)) {
      const at = sentence.text.indexOf(piece, start);
      pieces.push({ text: piece, start: sentence.start + at, end: sentence.start + at + piece.length });
      start = at + piece.length;
    }
    return pieces;
  });
  let crossed = 0;
  for (const region of regions) {
    const [isOne, isOther] = [
      owners(one, other, components, answer, region),
      owners(other, one, components, answer, region),
    ];
    const [namesOne, namesOther] = [
      SPELLINGS[one.role]?.test(region.text) === true,
      SPELLINGS[other.role]?.test(region.text) === true,
    ];
    if (isOne === isOther || namesOne === namesOther) continue;
    if (isOne === namesOne) return null;
    crossed += 1;
  }
  return crossed >= 2 ? `swaps the ${one.role} and the ${other.role}` : null;
}
