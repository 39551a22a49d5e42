/** What a figure of an answer stands beside: the label of its line, in lists that give each of several things its own figures. */
import type { Answer } from './answer.ts';
import { contentWords } from './keywords.ts';
import { type Span, spanAt } from './sentences.ts';

/** Words that stand for figures, not for what they measure. */
const MEASURES = /\b(?:thousand|million|billion|trillion|dollars?|usd|eur|points?|units?)\b/gi;

/** The text without figures and their scales. */
export function withoutFigureWords(text: string): string {
  return text.replace(/[$€£]?\d[\d.,]*\s?%?/g, ' ').replace(MEASURES, ' ');
}

/** The clause a figure stands in; one that only holds figures belongs to the label before it ("Gross margin: 64%"). */
export function labelledClause(answer: Answer, place: number): string {
  const clause = spanAt(answer.clauses, place);
  if (clause === undefined) return answer.text;
  if (contentWords(withoutFigureWords(clause.text)).size > 0) return clause.text;
  const before = answer.clauses[answer.clauses.indexOf(clause) - 1];
  return before !== undefined && /[:(–-]$/.test(before.text) ? `${before.text} ${clause.text}` : clause.text;
}

const LABEL_END = /:(?=\s|$)|\s\|\s|\s[–-]\s|\s\(|(?<=\S)\s(?=[$€£]?\d)/;

/** Heads that name no other thing, but the same one again. */
const SAME_THING =
  /\b(?:updated?|final|correct(?:ed|ion)?|actual|revised|answer|result|sum|overall|grand|net)\b/i;

/** Content words of the head of a line: "Gadget Plus" of "Gadget Plus: 105 units, $26,250". */
function headOf(line: Span): ReadonlySet<string> {
  // A rank or a number in front of a row heads nothing.
  const row = line.text.replace(/^(?:#?\d{1,3}[.)]?\s*(?:\|\s*)?)+/, '');
  const end = row.search(LABEL_END);
  const head = end === -1 ? '' : row.slice(0, end);
  return head.split(' ').length > 6 || SAME_THING.test(head)
    ? new Set()
    : contentWords(withoutFigureWords(head));
}

/**
 * Does the figure stand in a line of its own that is headed by another thing than the line of the right one?
 * "Total:" or a word of the question heads no other thing.
 */
export function isOfOtherLine(
  answer: Answer,
  place: number,
  right: number,
  topic: ReadonlySet<string>,
): boolean {
  const [line, own] = [spanAt(answer.sentences, place), spanAt(answer.sentences, right)];
  if (line === undefined || own === undefined || line === own) return false;
  const head = headOf(line);
  const ownHead = headOf(own);
  if (head.size === 0 || ownHead.size === 0) return false;
  const between = answer.text.slice(Math.min(line.start, own.start), Math.max(line.start, own.start));
  const strange = [...head].filter((word) => !ownHead.has(word) && !topic.has(word));
  return between.includes('\n') && strange.length > 0;
}

/** "Marketing: $1.3M" where Engineering was asked, and "Engineering: $0.9M" beside it: the right value has another's label. */
export function isUnderOtherLabel(answer: Answer, right: number, off: number, question: string): boolean {
  const owners = contentWords((question.match(/(?<!^|[.!?] )\b[A-Z][\w-]*/g) ?? []).join(' '));
  const own = contentWords(withoutFigureWords(labelledClause(answer, off)));
  const others = contentWords(withoutFigureWords(labelledClause(answer, right)));
  const isLabel = (words: ReadonlySet<string>): boolean => words.size > 0 && words.size <= 2;
  return (
    isLabel(own) &&
    isLabel(others) &&
    [...own].some((word) => owners.has(word)) &&
    ![...others].some((word) => owners.has(word))
  );
}
