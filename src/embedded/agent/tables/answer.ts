/** Works a table request out and words the result. */
import type { TableRequest } from './request.ts';
import { cell, numberIn, type Column, type Frame } from './frame.ts';
import { wordedDate } from './periods.ts';
import { evidenceOf, labelled, sum, wordedCell, wordedValue } from './worded-values.ts';

type Row = readonly string[];

export interface TableFinding {
  readonly text: string;
  /** The rows it rests on, as text. */
  readonly evidence: string;
}

interface Group {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly value: number;
}

const MOST_ROWS = 6;

function grouped(rows: readonly Row[], by: Column, measure: Column): Group[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(cell(row, by), [...(groups.get(cell(row, by)) ?? []), row]);
  return [...groups].map(([label, members]) => ({ label, rows: members, value: sum(members, measure) }));
}
const during = (request: TableRequest): string =>
  request.period === null ? '' : ` in ${request.period.words}`;
const forNamed = (request: TableRequest): string =>
  request.named.length === 0 || request.named.length > 3 ? '' : ` for ${request.named.join(' and ')}`;
const plainName = (column: Column): string => column.name.replace(/\s*\((?:%|usd|eur)\)$/i, '');

export function answerFromTable(frame: Frame, request: TableRequest): TableFinding | null {
  const { operation, rows } = request;
  const measure = request.measures.find((column) => column.kind === 'number');
  if (operation === 'lookup' || operation === 'count') return lookup(frame, request);
  if (measure === undefined) return null;
  if (operation === 'max' || operation === 'min') return extreme(frame, request, measure, operation);
  if (operation === 'sum') return totalOf(frame, request, measure);
  if (operation === 'threshold') return threshold(frame, request, measure);
  if (operation === 'difference') return difference(frame, request, measure);
  const mean = sum(rows, measure) / rows.length;
  return {
    text: `The average ${plainName(measure)}${forNamed(request)}${during(request)} is ${wordedValue(measure, mean)}, over ${rows.length} rows.`,
    evidence: evidenceOf(rows, frame),
  };
}

function extreme(
  frame: Frame,
  request: TableRequest,
  measure: Column,
  operation: 'max' | 'min',
): TableFinding | null {
  const by = request.group ?? frame.label;
  if (by === null) return null;
  const groups = grouped(request.rows, by, measure).toSorted((a, b) =>
    operation === 'max' ? b.value - a.value : a.value - b.value,
  );
  const [best, second] = groups;
  const [first] = best?.rows ?? [];
  if (best === undefined || first === undefined || best.label === '' || second === undefined) return null;
  const pair = groups.length === 2;
  const word = pair ? (operation === 'max' ? 'higher' : 'lower') : operation === 'max' ? 'highest' : 'lowest';
  const total = best.rows.length > 1 ? 'total ' : '';
  const against = pair
    ? `, against ${wordedValue(measure, second.value)} for ${wordedDate(second.label)}, a difference of ${wordedValue(measure, Math.abs(best.value - second.value))}`
    : '';
  return {
    text: `${labelled(frame, first, by)} has the ${word} ${total}${plainName(measure)}${during(request)}: ${wordedValue(measure, best.value)}${against}${alongside(frame, request, measure, best.rows)}.`,
    evidence: evidenceOf(best.rows, frame),
  };
}

/** Other additive figures of the winner, which the next question is often about. */
function alongside(frame: Frame, request: TableRequest, measure: Column, rows: readonly Row[]): string {
  if (frame.turned) return '';
  const related = request.measures.filter(
    (column) => column !== measure && column.kind === 'number' && !/\bprice\b/i.test(column.name),
  );
  const additive = frame.columns.filter(
    (column) =>
      column.kind === 'number' &&
      column !== measure &&
      /\b(?:units|quantity|pieces|revenue|sales|jobs)\b/i.test(column.name),
  );
  const extra = [...new Set([...related, ...additive])]
    .slice(0, 2)
    .map((column) => `${plainName(column)} ${wordedValue(column, sum(rows, column))}`);
  return extra.length === 0 ? '' : ` (${extra.join(', ')})`;
}

function totalOf(frame: Frame, request: TableRequest, measure: Column): TableFinding {
  const stated =
    request.named.length === 0 && request.period === null
      ? frame.totals.find((row) => numberIn(row, measure) !== null)
      : undefined;
  const name = /^total\b/i.test(measure.name) ? plainName(measure) : `total ${plainName(measure)}`;
  if (stated !== undefined)
    return { text: `The ${name} is ${wordedCell(stated, measure)}.`, evidence: evidenceOf([stated], frame) };
  const over = request.rows.length > 1 ? `, added up over ${request.rows.length} rows` : '';
  return {
    text: `The ${name}${forNamed(request)}${during(request)} is ${wordedValue(measure, sum(request.rows, measure))}${over}.`,
    evidence: evidenceOf(request.rows, frame),
  };
}

/** Which rows lie beyond a limit: another column, or zero. */
function threshold(frame: Frame, request: TableRequest, measure: Column): TableFinding | null {
  const { limit } = request;
  const by = frame.label;
  if (limit === null || by === null) return null;
  const subject = limit.column === null ? measure : subjectColumn(frame, limit.column, request.measures);
  if (subject === undefined) return null;
  const beyond = request.rows.filter((row) => {
    const value = numberIn(row, subject);
    const bound = limit.column === null ? 0 : numberIn(row, limit.column);
    return value !== null && bound !== null && (limit.side === 'below' ? value < bound : value > bound);
  });
  const against =
    limit.column === null
      ? limit.side === 'below'
        ? 'under budget'
        : 'over budget'
      : `${limit.side} ${plainName(limit.column)}`;
  if (beyond.length === 0)
    return {
      text: `No, none of the ${request.rows.length} is ${against}.`,
      evidence: evidenceOf(request.rows, frame),
    };
  const listed = beyond.slice(0, MOST_ROWS).map(
    (row) =>
      `${labelled(frame, row, by)} (${(limit.column === null ? request.measures : [subject, limit.column])
        .filter((column) => column.kind === 'number')
        .map((column) => `${plainName(column)} ${wordedCell(row, column)}`)
        .join(', ')})`,
  );
  const more = beyond.length > MOST_ROWS ? ` and ${beyond.length - MOST_ROWS} more` : '';
  return {
    text: `Yes, ${beyond.length} of ${request.rows.length}: ${listed.join(', ')}${more}.`,
    evidence: evidenceOf(beyond, frame),
  };
}

/** What is held against the limit: a measure that was named, else the stock, else the column before it. */
function subjectColumn(frame: Frame, limit: Column, measures: readonly Column[]): Column | undefined {
  const numeric = frame.columns.filter((column) => column.kind === 'number' && column !== limit);
  return (
    measures.find((column) => column !== limit && column.kind === 'number') ??
    numeric.find((column) => /\b(?:stock|on hand|quantity|actual|available)\b/i.test(column.name)) ??
    numeric.findLast((column) => column.index < limit.index)
  );
}

function difference(frame: Frame, request: TableRequest, measure: Column): TableFinding | null {
  const by = frame.label;
  // "How much dearer is the one?" names one of two.
  const [a, b, third] = request.rows.length === 1 && frame.rows.length === 2 ? frame.rows : request.rows;
  if (by === null || a === undefined || b === undefined || third !== undefined) return lookup(frame, request);
  const [high, low] = (numberIn(a, measure) ?? 0) >= (numberIn(b, measure) ?? 0) ? [a, b] : [b, a];
  const gap = (numberIn(high, measure) ?? 0) - (numberIn(low, measure) ?? 0);
  const suffix = /\/\s?[a-z]+$/i.exec(cell(high, measure))?.[0] ?? '';
  return {
    text: `The difference in ${plainName(measure)} is ${wordedValue(measure, gap)}${suffix}: ${cell(high, by)} is at ${wordedCell(high, measure)}, ${cell(low, by)} at ${wordedCell(low, measure)}.`,
    evidence: evidenceOf([high, low], frame),
  };
}

/** The cells where the named rows and the asked columns meet; whole rows when no column was named. */
function lookup(frame: Frame, request: TableRequest): TableFinding | null {
  const { rows, named, measures } = request;
  if (named.length === 0 && request.period === null && (rows.length > MOST_ROWS || measures.length === 0))
    return null;
  const { label } = frame;
  const columns = measures.filter((column) => column !== label).slice(0, 3);
  const shown = rows.slice(0, MOST_ROWS);
  const lines = shown.map((row) => {
    const wanted = columns.length > 0 ? columns : frame.columns.filter((column) => column !== label);
    const cells = wanted
      .filter((column) => cell(row, column) !== '')
      .map((column) => `${plainName(column)} ${wordedCell(row, column)}`.trim());
    return `${label === null ? '' : `${wordedDate(cell(row, label))}: `}${cells.join(', ')}`;
  });
  return { text: `${lines.join('; ')}.`, evidence: evidenceOf(shown, frame) };
}
