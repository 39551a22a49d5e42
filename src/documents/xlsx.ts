/** A workbook's sheets as tables, with the lines between them as passages. */
import { sheetTables } from './sheet-tables.ts';
import { UnreadableDocumentError, type ParsedDocument } from './types.ts';
import { readWorkbook } from './workbook.ts';

export function readXlsx(bytes: Uint8Array): ParsedDocument {
  const sheets = readWorkbook(bytes).map(({ name, rows }) => ({ name, ...sheetTables(name, rows) }));
  const tables = sheets.flatMap((sheet) => sheet.tables);
  const passages = sheets.flatMap(({ name, notes }) => notes.map((text) => ({ text, headings: [name] })));
  if (passages.length === 0 && tables.length === 0)
    throw new UnreadableDocumentError('Workbook has no cells with values');
  return { title: null, passages, tables };
}
