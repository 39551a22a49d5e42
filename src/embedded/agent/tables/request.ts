/** Reads a question as a request to one table: which measure, grouped by what, filtered how, and what to do with it. */
import type { Question, Term } from '../question.ts';
import { groupsOf } from '../thesaurus.ts';
import { stem, wordsOf } from '../words.ts';
import type { Column, Frame } from './frame.ts';
import { narrowByNames } from './named-cells.ts';
import { isWithin, periodIn, type Period } from './periods.ts';

export type Operation = 'max' | 'min' | 'sum' | 'average' | 'count' | 'difference' | 'threshold' | 'lookup';

export interface TableRequest {
  readonly operation: Operation;
  /** Best first. */
  readonly measures: readonly Column[];
  /** For a threshold: the limit column, or null for zero; and which side is asked about. */
  readonly limit: { readonly column: Column | null; readonly side: 'below' | 'above' } | null;
  /** What the winner of max or min is one of. */
  readonly group: Column | null;
  /** The question says itself what the winner is one of. */
  readonly groupNamed: boolean;
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
  /\b(?:difference|how much (?:more|less|cheaper|dearer|higher|lower|better)|gap between|compare[sd]? (?:to|with))\b/i;
const BUDGET_SIDE =
  /\b(over|under|above|below|beyond)[- ]?(?:the |its |their )?(?:budget|plan)\b|\b(over|under)spent\b/i;
const LIMIT_SIDE =
  /\b(below|under|less than|lower than|beneath|above|over|exceed\w*|more than|higher than)\s+(?:(?:its|their|the|a|his|her)\s+)?([\p{L} -]{3,40})/iu;
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
  'highest most largest biggest greatest top best maximum max leading strongest least lowest smallest fewest worst minimum min weakest cheapest cheaper total sum average mean difference differ compare compared more better larger higher lower between each both any over under above below budget overspent underspent overspend gap'
    .split(' ')
    .map(stem),
);

const meets = (term: Term, column: { stems: ReadonlySet<string>; groups: ReadonlySet<number> }): number =>
  column.stems.has(term.stem)
    ? 1
    : !term.exact && groupsOf(term.stem).some((group) => column.groups.has(group))
      ? 0.75
      : 0;

export function operationOf(text: string): Operation {
  if (DIFFERENCE.test(text)) return 'difference';
  if (AVERAGE.test(text)) return 'average';
  if (MAX.test(text.replaceAll(/\bmore than\b/gi, ''))) return 'max';
  if (MIN.test(text.replaceAll(/\b(?:less|lower|fewer) than\b/gi, ''))) return 'min';
  if (SUM.test(text)) return 'sum';
  if (/\bhow many\b/i.test(text)) return 'count';
  return 'lookup';
}

export function readRequest(frame: Frame, question: Question, context: readonly Term[]): TableRequest | null {
  const { text, terms } = question;
  const names = narrowByNames(frame, text);
  const side = BUDGET_SIDE.exec(text);
  const deviation = side === null ? undefined : deviationColumns(frame);
  if (side !== null && deviation === undefined) return null;
  let operation = operationOf(text);
  // "Total something" can be a row of its own, not something to add up.
  if (operation === 'sum' && names.totalRow) operation = 'lookup';
  const limit =
    deviation !== undefined && operation === 'lookup'
      ? { column: null, side: sideOf(side?.[1] ?? side?.[2] ?? '') }
      : limitOf(frame, text);
  if (limit !== null && operation !== 'max' && operation !== 'min') operation = 'threshold';

  const period = periodIn(text);
  const dates = frame.columns.find(({ kind }) => kind === 'date');
  let rows = operation === 'lookup' || operation === 'count' ? names.all : names.detail;
  const usesPeriod = period !== null && dates !== undefined && operation !== 'threshold';
  if (usesPeriod) rows = rows.filter((row) => isWithin(row[dates.index] ?? '', period));
  if (rows.length === 0) return null;

  const scored = frame.columns
    .map((column) => ({
      column,
      score: terms.reduce((sum, term) => sum + meets(term, column), 0) / (1 + column.stems.size / 6),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const numeric = scored.filter(({ column }) => column.kind === 'number');
  const textual = scored.filter(({ column }) => column.kind !== 'number').map(({ column }) => column);
  const close = numeric
    .filter(({ score }) => score >= (numeric[0]?.score ?? 0) * 0.8)
    .map(({ column }) => column);
  const named = preferExact(close, terms);
  const measures = deviation ?? (named.length > 0 ? named : fromContext(frame, context, operation));
  const wholeYear = yearColumn(frame, terms);

  const who = /\bwho\b|\bwhose\b/i.test(text);
  const person = who
    ? frame.columns.find((column) => column.kind === 'text' && PERSON.has(column.name.toLowerCase()))
    : undefined;
  const byDate =
    terms.some((term) => /^(?:month|quarter|year|week|date)/.test(term.word)) && !usesPeriod
      ? dates
      : undefined;
  const group = person ?? textual.find((column) => !names.columns.has(column)) ?? byDate ?? frame.label;
  const groupNamed =
    group !== null &&
    (person !== undefined || byDate !== undefined || group.kind === 'date'
      ? byDate === group || person === group
      : terms.some((term) => group.stems.has(term.stem)));
  const shown = [
    ...(wholeYear === undefined ? measures : [wholeYear]),
    ...textual.filter((column) => column !== frame.label && !names.columns.has(column)),
  ];
  const { coverage, missing } = account(frame, terms, names.values, usesPeriod, deviation !== undefined);
  return {
    operation,
    measures: operation === 'lookup' || operation === 'count' || measures.length === 0 ? shown : measures,
    limit,
    group,
    groupNamed,
    rows,
    named: names.values,
    period: usesPeriod ? period : null,
    coverage,
    missing,
  };
}

const sideOf = (word: string): 'below' | 'above' => (/under|below/i.test(word) ? 'below' : 'above');

function deviationColumns(frame: Frame): readonly Column[] | undefined {
  const found = frame.columns.filter(
    (column) =>
      column.kind === 'number' &&
      /\b(?:deviation|variance|difference|over\s?\/\s?under)\b/i.test(column.name),
  );
  return found.length > 0 ? found : undefined;
}

/** "below the safety level": another column is the limit. */
function limitOf(frame: Frame, text: string): TableRequest['limit'] {
  const [, side, words] = LIMIT_SIDE.exec(text) ?? [];
  if (side === undefined || words === undefined) return null;
  const stems = new Set(wordsOf(words).map(stem));
  const column = frame.columns.find(
    (candidate) => candidate.kind === 'number' && [...candidate.stems].every((word) => stems.has(word)),
  );
  return column === undefined
    ? null
    : { column, side: /below|under|less|lower|beneath/i.test(side) ? 'below' : 'above' };
}

/** "Revenue" means the total of it rather than the cost of it: columns that say no more than was asked come first. */
function preferExact(columns: readonly Column[], terms: readonly Term[]): readonly Column[] {
  const asked = new Set([...terms.map((term) => term.stem), 'total']);
  const exact = columns.filter((column) => [...column.stems].every((word) => asked.has(word)));
  return exact.length > 0 ? exact : columns;
}

/** What was measured before, for questions that only name another row. */
function fromContext(frame: Frame, context: readonly Term[], operation: Operation): readonly Column[] {
  const numeric = frame.columns.filter((column) => column.kind === 'number');
  const [only, second] = numeric;
  if (only !== undefined && second === undefined) return [only];
  if (context.length === 0 || operation === 'threshold') return [];
  const scored = numeric.map((column) => ({
    column,
    score: context.reduce((sum, term) => sum + meets(term, column), 0),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  return best === 0
    ? []
    : preferExact(
        scored.filter(({ score }) => score === best).map(({ column }) => column),
        context,
      );
}

/** "for the year": the column that holds the whole of it. */
function yearColumn(frame: Frame, terms: readonly Term[]): Column | undefined {
  const years = terms.filter((term) => /^(?:19|20)\d\d$/.test(term.word)).map((term) => term.word);
  const part = terms.some((term) =>
    /^(?:q[1-4]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/.test(term.word),
  );
  if (part || (years.length === 0 && !terms.some((term) => /^(?:year|annual|fiscal)/.test(term.word))))
    return undefined;
  return frame.columns.find(
    (column) =>
      column.kind === 'number' &&
      /^(?:fy|full year|annual|whole year)/i.test(column.name) &&
      years.every((year) => column.name.includes(year)),
  );
}

function account(
  frame: Frame,
  terms: readonly Term[],
  named: readonly string[],
  usesPeriod: boolean,
  budget: boolean,
): { coverage: number; missing: Term[] } {
  const titleStems = new Set(wordsOf(frame.title).map(stem));
  const namedStems = new Set(named.flatMap((value) => wordsOf(value).map(stem)));
  const missing: Term[] = [];
  let reached = 0;
  let total = 0;
  for (const term of terms) {
    if (OPERATION_WORDS.has(term.stem) && (budget || !/^(?:budget|over|under|above|below)$/.test(term.word)))
      continue;
    const weight = term.exact || term.name ? 1.3 : 1;
    total += weight;
    const wholeYear =
      /^(?:year|annual|fiscal)/.test(term.word) &&
      frame.columns.some((column) => /^(?:fy|full year|year|annual)/i.test(column.name));
    const inPeriod =
      usesPeriod &&
      /^(?:q[1-4]|(?:19|20)\d\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/.test(term.word);
    const value =
      wholeYear || inPeriod || namedStems.has(term.stem)
        ? 1
        : Math.max(
            ...frame.columns.map((column) => meets(term, column)),
            titleStems.has(term.stem) ? 0.9 : 0,
            frame.cellStems.has(term.stem) ? 0.6 : 0,
          );
    reached += weight * value;
    if (value === 0) missing.push(term);
  }
  return { coverage: total === 0 ? 0 : reached / total, missing };
}
