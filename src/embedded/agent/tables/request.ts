/** Reads a question as a request to one table: which measure, grouped by what, filtered how, and what to do with it. */
import type { Question, Term } from '../question.ts';
import { groupsOf } from '../thesaurus.ts';
import { stem, wordsOf } from '../words.ts';
import { cell, type Column, type Frame } from './frame.ts';
import { isWithin, periodIn, type Period } from './periods.ts';

export type Operation = 'max' | 'min' | 'sum' | 'average' | 'count' | 'difference' | 'lookup';

export interface TableRequest {
  readonly operation: Operation;
  /** Best first. */
  readonly measures: readonly Column[];
  /** What the winner of max or min is one of. */
  readonly group: Column | null;
  readonly rows: readonly (readonly string[])[];
  /** Cells that the question names, which chose the rows. */
  readonly named: readonly string[];
  readonly period: Period | null;
  /** Share of the question's terms that the table accounts for, 0 to 1. */
  readonly coverage: number;
  readonly missing: readonly Term[];
}

const MAX =
  /\b(?:highest|most|largest|biggest|greatest|top|best|maximum|max|leading|number one|strongest|priciest|more|better|higher|larger|bigger)\b/i;
const MIN =
  /\b(?:lowest|least|smallest|fewest|worst|minimum|min|weakest|cheapest|cheaper|lower|fewer|smaller|worse|bottom)\b/i;
const SUM = /\b(?:total|sum|overall|altogether|combined|in all|whole)\b/i;
const AVERAGE = /\b(?:average|mean)\b/i;
const DIFFERENCE =
  /\b(?:difference|how much (?:more|less|cheaper|higher|lower|better)|by how much|gap between|compare[sd]? (?:to|with))\b/i;
const PERSON = new Set([
  'salesperson',
  'sales rep',
  'rep',
  'seller',
  'employee',
  'name',
  'owner',
  'manager',
  'agent',
  'person',
  'staff',
]);

const OPERATION_WORDS = new Set(
  'high low most larg big great top best maximum max lead strong price least small few worst minimum min weak cheap total sum average mean differ compar more bett larger higher lower between each both'.split(
    ' ',
  ),
);

const meets = (term: Term, column: { stems: ReadonlySet<string>; groups: ReadonlySet<number> }): number =>
  column.stems.has(term.stem)
    ? 1
    : !term.exact && groupsOf(term.stem).some((group) => column.groups.has(group))
      ? 0.8
      : 0;

export function operationOf(text: string): Operation {
  if (DIFFERENCE.test(text)) return 'difference';
  if (AVERAGE.test(text)) return 'average';
  if (MAX.test(text)) return 'max';
  if (MIN.test(text)) return 'min';
  if (SUM.test(text)) return 'sum';
  if (/\bhow many\b/i.test(text)) return 'count';
  return 'lookup';
}

/** Cells whose whole text, or whose distinctive words, stand in the question. Longest first. */
function namedCells(frame: Frame, text: string): { column: Column; value: string; score: number }[] {
  const asked = new Set(wordsOf(text).map(stem));
  const lower = ` ${wordsOf(text).join(' ')} `;
  const found: { column: Column; value: string; score: number }[] = [];
  for (const column of frame.columns.filter(({ kind }) => kind === 'text')) {
    for (const value of new Set([...frame.rows, ...frame.totals].map((row) => cell(row, column)))) {
      const words = wordsOf(value);
      if (words.length === 0 || words.length > 14) continue;
      if (lower.includes(` ${words.join(' ')} `))
        found.push({ column, value, score: words.join(' ').length + 10 });
      else {
        const stems = words.filter((word) => word.length > 1).map(stem);
        const hits = stems.filter((word) => asked.has(word));
        const share = hits.length / Math.max(1, stems.length);
        if (share >= 0.6 && hits.join('').length >= 3)
          found.push({ column, value, score: hits.join(' ').length * share });
        else if (hits.some((hit) => /\d/.test(hit) && hit.length >= 4 && !/^(?:19|20)\d\d$/.test(hit)))
          found.push({ column, value, score: hits.join(' ').length });
      }
    }
  }
  return found.toSorted((a, b) => b.score - a.score);
}

export function readRequest(frame: Frame, question: Question, context: readonly Term[]): TableRequest | null {
  const { text } = question;
  const operation = operationOf(text);
  const terms = question.terms;
  const period = periodIn(text);
  const titleWords = new Set(wordsOf(frame.title).map(stem));

  const found = namedCells(frame, text);
  const byColumn = new Map<Column, string[]>();
  for (const { column, value } of found) byColumn.set(column, [...(byColumn.get(column) ?? []), value]);
  let pool: readonly (readonly string[])[] =
    operation === 'lookup' ? [...frame.rows, ...frame.totals] : frame.rows;
  const named: string[] = [];
  for (const [column, values] of byColumn) {
    const best = found.filter((hit) => hit.column === column);
    const keep = best.filter((hit) => hit.score >= (best[0]?.score ?? 0) * 0.6).map((hit) => hit.value);
    const narrowed = pool.filter((row) => keep.includes(cell(row, column)));
    if (narrowed.length === 0 || (narrowed.length === pool.length && values.length > 1)) continue;
    pool = narrowed;
    named.push(...keep);
  }
  const dates = frame.columns.find(({ kind }) => kind === 'date');
  let periodUsed = false;
  if (period !== null && dates !== undefined) {
    const narrowed = pool.filter((row) => isWithin(cell(row, dates), period));
    if (narrowed.length === 0) return null;
    periodUsed = true;
    pool = narrowed;
  }

  const scored = frame.columns
    .filter((column) => column !== frame.label)
    .map((column) => ({
      column,
      score:
        terms.reduce((sum, term) => sum + meets(term, column), 0) / Math.sqrt(Math.max(1, column.stems.size)),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  let measures = scored.filter(({ column }) => column.kind === 'number').map(({ column }) => column);
  const textual = scored.filter(({ column }) => column.kind !== 'number').map(({ column }) => column);
  if (measures.length === 0 && context.length > 0 && operation !== 'lookup')
    measures = frame.columns.filter(
      (column) => column.kind === 'number' && context.some((term) => meets(term, column) > 0),
    );

  const who = /\bwho\b|\bwhose\b/i.test(text);
  const person = who
    ? frame.columns.find((column) => column.kind === 'text' && PERSON.has(column.name.toLowerCase()))
    : undefined;
  const group =
    person ??
    textual.find((column) => column.kind === 'text' || column.kind === 'date') ??
    groupByLabel(frame, terms, textual) ??
    frame.label;

  const missing: Term[] = [];
  let reached = 0;
  let total = 0;
  const namedWords = new Set(named.flatMap((value) => wordsOf(value).map(stem)));
  for (const term of terms) {
    if (OPERATION_WORDS.has(term.stem) || OPERATION_WORDS.has(term.word)) continue;
    const weight = term.exact || term.name ? 1.3 : 1;
    total += weight;
    const inPeriod = periodUsed && period !== null && isPeriodWord(term.word);
    const value =
      inPeriod || namedWords.has(term.stem)
        ? 1
        : Math.max(
            ...frame.columns.map((column) => meets(term, column)),
            titleWords.has(term.stem) ? 0.9 : 0,
          );
    reached += weight * value;
    if (value === 0) missing.push(term);
  }
  return {
    operation,
    measures: measures.length > 0 ? measures : textual,
    group,
    rows: pool,
    named,
    period: periodUsed ? period : null,
    coverage: total === 0 ? 0 : reached / total,
    missing,
  };
}

const isPeriodWord = (word: string): boolean =>
  /^(?:q[1-4]|(?:19|20)\d\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/.test(word);

/** "Which month …": the group is named by its kind, though the column is called something else. */
function groupByLabel(frame: Frame, terms: readonly Term[], textual: readonly Column[]): Column | undefined {
  if (textual.length > 0) return undefined;
  if (terms.some((term) => /^(?:month|quarter|year|week|date)/.test(term.word)))
    return frame.columns.find((column) => column.kind === 'date');
  return undefined;
}
