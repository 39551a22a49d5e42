/** Who wins, and what belongs to a list: faults that stand beside right values. */
import type { Answer } from './answer.ts';
import { NEGATION } from './negation.ts';
import { namePlaces } from './names.ts';

const WINS =
  /\b(?:wins?|winner|(?:is|are|has|gets?|scores?|rates?|rated|comes? out|it's|goes to|ranks?|the|a)\s+(?:\w+\s+){0,3}?(?:higher|better|best|highest|ahead|top|superior|dearer|pricier|more expensive|most expensive|costlier)|leads|beats|costs? more|outscores?|tops|higher[- ]rated|better[- ]rated|outranks?)\b/i;
const LOSES =
  /\b(?:loses|loser|(?:is|are|has|scores?|rated|the)\s+(?:\w+\s+){0,3}?(?:lower|worse|worst|lowest|behind|cheaper|cheapest|inferior)|trails|costs? less|lower[- ]rated|worse[- ]rated)\b/i;
const EXPECTS_WINNER = /\b([A-Z]\w+)(?:\s+\w+){0,2}\s+(?:higher|better|more|best|ahead|wins)\b/;

/** The answer names the other one as higher, better or dearer than expected; null when it does not. */
export function comparativeFault(expected: Answer, answer: Answer): string | null {
  const winner = EXPECTS_WINNER.exec(expected.text)?.[1];
  if (winner === undefined) return null;
  for (const clause of answer.clauses) {
    if (NEGATION.test(clause.text)) continue;
    const cue = WINS.exec(clause.text) ?? LOSES.exec(clause.text);
    if (cue === null) continue;
    const isWin = WINS.test(clause.text);
    const before = clause.text.slice(0, cue.index + cue[0].length);
    const names = [...before.matchAll(/\b(?:[A-Z][a-z]+[A-Z]\w*|[A-Z]\w{3,})\b/g)].map((match) => match[0]);
    const subject = names[0];
    if (
      subject === undefined ||
      /^(?:This|That|There|Their|According|Based|Both|With|Rating|Ratings|Prices?)$/.test(subject)
    )
      continue;
    const isWinner = namePlaces(winner, subject).length > 0;
    const camel = /^[A-Z][a-z]+[A-Z]/;
    if (camel.test(winner) && !camel.test(subject)) continue;
    if (isWin !== isWinner) return `says "${clause.text.slice(0, 80)}" where ${winner} is ahead`;
  }
  return null;
}

const LIST =
  /(?<![\w-])[A-Z]{3,}(?:\s*(?:,|\/|&|\||;|,?\s(?:and|or|plus|as well as|along with|and also)\s)\s*(?:also\s)?[A-Z]{3,}(?![\w-]))+/g;

/** A list of keywords in capitals that holds more than the expected ones (GET, HEAD and POST for GET and HEAD). */
export function listFault(expected: string, question: string, answer: Answer): string | null {
  const wanted = new Set(expected.match(/\b[A-Z]{3,}\b/g) ?? []);
  if (wanted.size < 2) return null;
  for (const match of answer.text.matchAll(LIST)) {
    // "GET and HEAD; PUT and DELETE are not": what follows a semicolon may be a list of its own.
    const parts = match[0].split(';').map((part) => part.match(/[A-Z]{3,}/g) ?? []);
    const isParted = parts.every((part) => part.length >= 2);
    const members = isParted
      ? parts.filter((part) => part.some((member) => wanted.has(member))).flat()
      : parts.flat();
    const place = match.index;
    if (
      !members.some((member) => wanted.has(member)) ||
      answer.stance(place, place + match[0].length) !== 'asserted'
    )
      continue;
    const extra = members.filter(
      (member) => !wanted.has(member) && !new RegExp(`\\b${member}\\b`).test(question),
    );
    if (extra.length > 0) return `lists ${extra.join(', ')} as well`;
  }
  return null;
}
