/** Comma, semicolon and tab separated values. */
import { parse } from 'csv-parse/sync';
import { messageOf } from '../message-of.ts';
import { UnreadableDocumentError, type ParsedDocument } from './types.ts';

/** @param name becomes the table's title. */
export function readCsv(text: string, name: string): ParsedDocument {
  const firstLine = text.split('\n', 1)[0] ?? '';
  const delimiter =
    [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ',';
  let records: string[][];
  try {
    records = parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    throw new UnreadableDocumentError(`Could not read CSV: ${messageOf(error)}`);
  }
  const [columns, ...rows] = records;
  return {
    title: null,
    passages: [],
    tables: columns === undefined ? [] : [{ title: name, columns, rows }],
  };
}
