/** Table values as people write them. */
import { wordedMoney, wordedNumber } from '../figures.ts';
import { cell, numberIn, type Column, type Frame } from './frame.ts';
import { wordedDate } from './periods.ts';

type Row = readonly string[];

/** A value with the column's currency or per cent sign. */
export function wordedValue(column: Column, value: number): string {
  if (column.percent) return `${wordedNumber(column.fraction ? value * 100 : value, 3)}%`;
  return column.money ? wordedMoney(value) : wordedNumber(value);
}

/** What is written with its own sign or unit is quoted; a bare number gets the column's. */
export function wordedCell(row: Row, column: Column): string {
  const raw = cell(row, column);
  const value = numberIn(row, column);
  return value === null || !/^[-+]?[\d.,]+$/.test(raw.trim()) ? wordedDate(raw) : wordedValue(column, value);
}

export const sum = (rows: readonly Row[], column: Column): number =>
  rows.reduce((total, row) => total + (numberIn(row, column) ?? 0), 0);

export const evidenceOf = (rows: readonly Row[], frame: Frame): string =>
  rows
    .slice(0, 12)
    .map((row) => frame.columns.map((column) => `${column.name}: ${wordedCell(row, column)}`).join('; '))
    .join('\n');

/** "Blue kettle (SKU K-1)": the label with the code of the row, where the table has one. */
export function labelled(frame: Frame, row: Row, by: Column): string {
  const code = frame.columns.find(
    (column) => column !== by && column.kind === 'text' && /^(?:sku|id|code|number)$/i.test(column.name),
  );
  const name = wordedDate(cell(row, by));
  return code === undefined || by !== frame.label ? name : `${name} (${code.name} ${cell(row, code)})`;
}
