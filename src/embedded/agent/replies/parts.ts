/** The questions inside a message, in order. */
import { readQuestion, splitQuestions, termsOf, type Question } from '../question.ts';
import type { ScopedDocument } from '../scope.ts';

const COMMAND =
  /^(?:(?:please|now|then|so|ok(?:ay)?|also|and|can you|could you|would you),? )*(?:tell|give|show|find|list|look|get|describe|explain|summari[sz]e|read|check|compare|calculate|work out|i need|i want|i'd like|i would like|let me know|add|put|use|write|prepare|make|help|index|open|go|include|name|quote|state|report|return|extract|identify|search|fetch|draft|create)\b/i;
const INTERROGATIVE =
  /^(?:(?:and|but|so|or|then|also|well|ok(?:ay)?|hi|hey|hello|thanks|great|nice|wait|ah|oh|no|yes),?\s+)*(?:(?:from|by|in|for|at|to|on|under|above|below|over|with|until|since|of|about|within|after|before)\s+)?(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|does|do|did|can|could|may|must|will|would|should|has|have|whether)\b/i;

/** A statement that claims something, to be checked against the documents. */
export const isClaim = (text: string): boolean =>
  !text.includes('?') &&
  !COMMAND.test(text.trim()) &&
  !INTERROGATIVE.test(text.trim()) &&
  termsOf(text).length >= 2 &&
  /\b(?:is|are|was|were|get|gets|have|has|do|does|can|receive|receives|cover|covers|must|apply|applies|includes?|offers?|costs?)\b/i.test(
    text,
  );

const asks = (text: string): boolean =>
  text.includes('?') || COMMAND.test(text.trim()) || INTERROGATIVE.test(text.trim());

/** "…: the price, the weight and whether it floats" asks for three things. */
function listedItems(message: string): string[] | null {
  const list = /^([^:]{6,}):\s+(.{8,})$/s.exec(message.trim());
  const [, lead, rest] = list ?? [];
  if (lead === undefined || rest === undefined || !asks(lead)) return null;
  const items = rest
    .replace(/[.?!]+$/, '')
    .split(/\s*[,;]\s+(?:and\s+|or\s+)?|\s+and\s+(?=(?:whether|the|its|their|how|what|who|when)\b)/i)
    .map((item) => item.trim())
    .filter((item) => /\p{L}/u.test(item));
  return items.length >= 2
    ? items.map((item) =>
        /^whether\b/i.test(item)
          ? `${item.replace(/^whether\s+/i, 'Is it true that ')}?`
          : `What about ${item}?`,
      )
    : null;
}

/** "In which section is that?" */
export const asksPlace = (text: string): boolean =>
  /\b(?:which|what|name the|give the|cite the) (?:section|article|chapter|paragraph|clause|page)\b/i.test(
    text,
  ) && termsOf(text).every((term) => term.soft || /^(?:articl|chapt|paragraph|claus)/.test(term.stem));

/** Statements count when they are all there is; what merely names the document is left out. */
export function questionParts(message: string, documents: readonly ScopedDocument[]): Question[] {
  const items = listedItems(message);
  if (items !== null) return items.map(readQuestion);
  const parts = splitQuestions(message).map(readQuestion);
  const onlyNames = (part: Question): boolean =>
    part.terms.every((term) => documents.some((document) => document.titleStems.has(term.stem)));
  const asking = parts.filter((part) => asks(part.text));
  const pool = asking.length > 0 ? asking : parts;
  const withTopic = pool.filter(
    (part) =>
      part.terms.length > 0 || asksPlace(part.text) || /\b(?:second|next|runner-up)\b/i.test(part.text),
  );
  const telling = withTopic.filter(
    (part) => part.text.includes('?') || INTERROGATIVE.test(part.text) || !onlyNames(part),
  );
  if (telling.length > 0) return telling;
  return withTopic.length > 0 ? withTopic : pool.slice(0, 1);
}
