/** Works a table request out and words the result. */
import { wordedMoney, wordedNumber } from '../figures.ts';
import type { TableRequest } from './request.ts';
import { cell, numberIn, type Column, type Frame } from './frame.ts';
import { wordedDate } from './periods.ts';

type Row = readonly string[];

export interface TableFinding {
  readonly text: string;
  /** The rows it rests on, as text. */
  readonly evidence: string;
}

/** A value as people write it: with the column's currency or per cent sign. */
export function wordedValue(column: Column, value: number): string {
  if (column.percent)
    return `${wordedNumber(Math.abs(value) <= 1 && value !== 0 && !/change|growth/i.test(column.name) ? value * 100 : value)}%`;
  return column.money ? wordedMoney(value) : wordedNumber(value);
}

const wordedCell = (row: Row, column: Column): string => {
  const raw = cell(row, column);
  const value = numberIn(row, column);
  // What is written with its own sign or unit is quoted; a bare number gets the column's.
  return value === null || !/^[-+]?[\d.,]+$/.test(raw.trim()) ? wordedDate(raw) : wordedValue(column, value);
};

interface Group {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly value: number;
}

function grouped(rows: readonly Row[], by: Column, measure: Column): Group[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(cell(row, by), [...(groups.get(cell(row, by)) ?? []), row]);
  return [...groups].map(([label, members]) => ({ label, rows: members, value: sum(members, measure) }));
}
const sum = (rows: readonly Row[], column: Column): number =>
  rows.reduce((total, row) => total + (numberIn(row, column) ?? 0), 0);
const described = (row: Row, frame: Frame): string =>
  frame.columns.map((column) => `${column.name}: ${wordedCell(row, column)}`).join('; ');
const evidenceOf = (rows: readonly Row[], frame: Frame): string =>
  rows
    .slice(0, 12)
    .map((row) => described(row, frame))
    .join('\n');
const during = (request: TableRequest): string =>
  request.period === null ? '' : ` in ${request.period.words}`;
const forNamed = (request: TableRequest, group: Column | null): string => {
  const others = request.named.filter(
    (name) => group === null || !request.rows.every((row) => cell(row, group) === name),
  );
  return others.length === 0 ? '' : ` for ${others.join(' and ')}`;
};

export function answerFromTable(frame: Frame, request: TableRequest): TableFinding | null {
  const { operation, rows } = request;
  const measure = request.measures.find((column) => column.kind === 'number');
  if (rows.length === 0) return null;
  switch (operation) {
    case 'max':
    case 'min':
      return measure === undefined ? null : extreme(frame, request, measure, operation);
    case 'sum':
      return measure === undefined ? null : totalOf(frame, request, measure);
    case 'average': {
      if (measure === undefined) return null;
      const value = sum(rows, measure) / rows.length;
      return {
        text: `The average ${measure.name}${forNamed(request, null)}${during(request)} is ${wordedValue(measure, value)}, over ${rows.length} rows.`,
        evidence: evidenceOf(rows, frame),
      };
    }
    case 'difference':
      return measure === undefined ? lookup(frame, request) : difference(frame, request, measure);
    case 'count':
    case 'lookup':
      return lookup(frame, request);
  }
  return null;
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
  if (best === undefined || best.label === '') return null;
  const word = operation === 'max' ? 'highest' : 'lowest';
  const totals = best.rows.length > 1 ? 'total ' : '';
  const others = frame.columns
    .filter(
      (column) =>
        column.kind === 'number' &&
        column !== measure &&
        !/\b(?:price|rate|id|year|%)\b/i.test(column.name) &&
        best.rows.length <= request.rows.length,
    )
    .slice(0, 3)
    .map((column) => `${column.name} ${wordedValue(column, sum(best.rows, column))}`);
  const extra = others.length === 0 || frame.turned ? '' : ` (${others.join(', ')})`;
  const runnerUp =
    second === undefined
      ? ''
      : groups.length === 2
        ? `, against ${wordedValue(measure, second.value)} for ${wordedDate(second.label)}`
        : '';
  return {
    text: `${wordedDate(best.label)} has the ${word} ${totals}${measure.name}${during(request)}: ${wordedValue(measure, best.value)}${runnerUp}${extra}.`,
    evidence: evidenceOf(best.rows, frame),
  };
}

function totalOf(frame: Frame, request: TableRequest, measure: Column): TableFinding {
  const stated =
    request.named.length === 0 && request.period === null
      ? frame.totals.find((row) => numberIn(row, measure) !== null)
      : undefined;
  const value = stated === undefined ? sum(request.rows, measure) : (numberIn(stated, measure) ?? 0);
  const over =
    stated === undefined && request.rows.length > 1 ? `, added up over ${request.rows.length} rows` : '';
  return {
    text: `The total ${measure.name}${forNamed(request, null)}${during(request)} is ${wordedValue(measure, value)}${over}.`,
    evidence: evidenceOf(stated === undefined ? request.rows : [stated], frame),
  };
}

function difference(frame: Frame, request: TableRequest, measure: Column): TableFinding | null {
  const by = frame.label;
  const [a, b, third] = request.rows;
  if (by === null || a === undefined || b === undefined || third !== undefined) return lookup(frame, request);
  const [high, low] = (numberIn(a, measure) ?? 0) >= (numberIn(b, measure) ?? 0) ? [a, b] : [b, a];
  const gap = (numberIn(high, measure) ?? 0) - (numberIn(low, measure) ?? 0);
  const suffix = /\/\s?\w+$/.exec(cell(high, measure))?.[0] ?? '';
  return {
    text: `The difference in ${measure.name} is ${wordedValue(measure, gap)}${suffix}: ${cell(high, by)} is at ${wordedCell(high, measure)}, ${cell(low, by)} at ${wordedCell(low, measure)}.`,
    evidence: evidenceOf([high, low], frame),
  };
}

/** The cells where the named rows and the asked columns meet; whole rows when no column was named. */
function lookup(frame: Frame, request: TableRequest): TableFinding | null {
  const { rows, named } = request;
  if (named.length === 0 && (rows.length > 6 || request.measures.length === 0)) return null;
  const columns = request.measures.filter((column) => column !== frame.label).slice(0, 3);
  const shown = rows.slice(0, 6);
  const { label } = frame;
  const lines = shown.map((row) => {
    const name = label === null ? '' : wordedDate(cell(row, label));
    if (columns.length === 0)
      return `${name}: ${frame.columns
        .filter((column) => column !== label && cell(row, column) !== '')
        .map((column) => `${column.name} ${wordedCell(row, column)}`)
        .join(', ')}`;
    return `${name}: ${columns
      .filter((column) => cell(row, column) !== '')
      .map((column) => `${column.name} ${wordedCell(row, column)}`)
      .join(', ')}`;
  });
  return { text: `${lines.join('; ')}.`, evidence: evidenceOf(shown, frame) };
}
