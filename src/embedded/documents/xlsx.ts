/** Workbooks: an .xlsx file is a zip of XML parts; values only, no formulas, no styles but dates. */
import { strFromU8, unzipSync } from 'fflate';
import { DomUtils, parseDocument } from 'htmlparser2';
import { sheetTables } from './sheet-tables.ts';
import { rowPassages } from './rows.ts';
import { UnreadableDocumentError, type ParsedDocument, type Passage, type Table } from './types.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];

const LIMIT_BYTES = 100 * 1024 * 1024;

function* elements(nodes: readonly Node[], name: string): Generator<Node> {
  for (const node of nodes) {
    if ('name' in node && node.name.replace(/^\w+:/, '') === name) yield node;
    else if ('children' in node) yield* elements(node.children, name);
  }
}
const attribute = (node: Node | undefined, name: string): string | undefined =>
  node !== undefined && 'attribs' in node ? node.attribs[name] : undefined;
const textOf = (node: Node): string => DomUtils.textContent(node);
const children = (node: Node): readonly Node[] => ('children' in node ? node.children : []);

export function parseXlsx(bytes: Uint8Array): ParsedDocument {
  const parts = unzip(bytes);
  const xml = (path: string): readonly Node[] => {
    const part = parts[path];
    return part === undefined ? [] : parseDocument(strFromU8(part), { xmlMode: true }).children;
  };
  const strings = [...elements(xml('xl/sharedStrings.xml'), 'si')].map((si) =>
    [...elements(children(si), 't')].map(textOf).join(''),
  );
  const targets = new Map(
    [...elements(xml('xl/_rels/workbook.xml.rels'), 'Relationship')].map((relation) => [
      attribute(relation, 'Id'),
      (attribute(relation, 'Target') ?? '').replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  );
  const dates = dateStyles(xml('xl/styles.xml'));
  const tables: Table[] = [];
  const passages: Passage[] = [];
  for (const sheet of elements(xml('xl/workbook.xml'), 'sheet')) {
    const name = attribute(sheet, 'name') ?? 'Sheet';
    const grid = readGrid(xml(targets.get(attribute(sheet, 'r:id')) ?? ''), strings, dates);
    const found = sheetTables(name, grid);
    tables.push(...found.tables);
    passages.push(
      ...found.notes.map((text, paragraph): Passage => ({
        text,
        headings: [name],
        paragraph,
        kind: 'sentence',
      })),
    );
    for (const table of found.tables) passages.push(...rowPassages(table, [name]));
  }
  if (passages.length === 0) throw new UnreadableDocumentError('Workbook has no cells with values');
  return { passages, tables, title: null };
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: (file) => {
        if (file.originalSize > LIMIT_BYTES) throw new UnreadableDocumentError('Workbook is too large');
        return /^xl\/(?:workbook|sharedStrings|styles|_rels\/workbook|worksheets\/)/.test(file.name);
      },
    });
  } catch (error) {
    if (error instanceof UnreadableDocumentError) throw error;
    throw new UnreadableDocumentError('Could not read workbook: the file is not a valid .xlsx');
  }
}

/** Indexes of cell formats that show a number as a date: built-in 14-22, or a custom code with y or d. */
function dateStyles(styles: readonly Node[]): ReadonlySet<number> {
  const custom = new Map(
    [...elements(styles, 'numFmt')].map((format) => [
      attribute(format, 'numFmtId'),
      attribute(format, 'formatCode') ?? '',
    ]),
  );
  const result = new Set<number>();
  const [formats] = elements(styles, 'cellXfs');
  for (const [index, xf] of [...(formats ? elements(children(formats), 'xf') : [])].entries()) {
    const id = attribute(xf, 'numFmtId') ?? '0';
    const code = (custom.get(id) ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]/g, '');
    if ((Number(id) >= 14 && Number(id) <= 22) || /[yd]/i.test(code)) result.add(index);
  }
  return result;
}

function readGrid(
  sheet: readonly Node[],
  strings: readonly string[],
  dates: ReadonlySet<number>,
): string[][] {
  const grid: string[][] = [];
  for (const row of elements(sheet, 'row')) {
    const cells: string[] = [];
    for (const cell of elements(children(row), 'c')) {
      const reference = attribute(cell, 'r');
      const column = reference === undefined ? cells.length : columnIndex(reference);
      while (cells.length < column) cells.push('');
      cells[column] = cellText(cell, strings, dates);
    }
    const index = Math.min(Number(attribute(row, 'r') ?? grid.length + 1), 1_048_576) - 1;
    while (grid.length < index) grid.push([]);
    grid.push(cells);
  }
  return grid;
}

function columnIndex(reference: string): number {
  let index = 0;
  for (const letter of reference.replaceAll(/[^A-Z]/g, '')) index = index * 26 + letter.charCodeAt(0) - 64;
  return Math.min(Math.max(index, 1), 16_384) - 1;
}

function cellText(cell: Node, strings: readonly string[], dates: ReadonlySet<number>): string {
  const type = attribute(cell, 't');
  if (type === 'inlineStr') return [...elements(children(cell), 't')].map(textOf).join('').trim();
  const [value] = elements(children(cell), 'v');
  if (value === undefined) return '';
  const raw = textOf(value).trim();
  if (type === 's') return (strings[Number(raw)] ?? '').trim();
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type === 'str' || type === 'e' || raw === '' || Number.isNaN(Number(raw))) return raw;
  if (dates.has(Number(attribute(cell, 's') ?? -1)))
    return new Date(Math.round((Number(raw) - 25_569) * 86_400_000)).toISOString().slice(0, 10);
  return String(Number(Number(raw).toPrecision(15)));
}
