/** Workbooks: an .xlsx file is a zip of XML parts; values only, no formulas, no styles but dates. */
import { strFromU8, unzipSync } from 'fflate';
import { shortName } from './headings.ts';
import { scanMarkup, type MarkupHandler } from './markup.ts';
import { UnreadableDocumentError } from './types.ts';

export interface Sheet {
  readonly name: string;
  /** Cells as text, row by row; empty rows between others are kept as one empty row. */
  readonly rows: readonly (readonly string[])[];
}

/** Unpacked, all parts together: a small zip can hold much more. */
const LIMIT_BYTES = 100 * 1024 * 1024;
/** In one workbook, empty ones before a filled one included: one cell can stand far to the right. */
const LIMIT_CELLS = 2_000_000;
/** Of all cells together: many can show the same long shared string. */
const LIMIT_CHARS = 100_000_000;
const LIMIT_COLUMN = 16_384;

type Attributes = Readonly<Record<string, string>>;

/**
 * The sheets in the order of their tabs.
 * @throws {UnreadableDocumentError} when the bytes are no workbook, or one too large.
 */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  const parts = unzip(bytes);
  const scan = (path: string, handlers: MarkupHandler): void => {
    const part = parts[path];
    if (part !== undefined) scanXml(strFromU8(part), handlers);
  };
  const targets = new Map<string, string>();
  scan('xl/_rels/workbook.xml.rels', {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      targets.set(attributes['Id'] ?? '', (attributes['Target'] ?? '').replace(/^\/?(?:xl\/)?/, 'xl/'));
    },
  });
  const tabs: { name: string; path: string }[] = [];
  scan('xl/workbook.xml', {
    open: (name, attributes) => {
      if (name !== 'sheet') return;
      tabs.push({
        name: shortName(attributes['name'] ?? 'Sheet'),
        path: targets.get(attributes['r:id'] ?? '') ?? '',
      });
    },
  });
  const strings = sharedStrings(scan);
  const dates = dateStyles(scan);
  const budget = { cells: LIMIT_CELLS, chars: LIMIT_CHARS };
  if (tabs.length === 0) throw new UnreadableDocumentError('Could not read workbook: it has no sheets');
  return tabs.map(({ name, path }) => {
    const grid = new Grid(strings, dates, budget);
    scan(path, grid);
    return { name, rows: grid.rows };
  });
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  let unpacked = 0;
  try {
    return unzipSync(bytes, {
      filter: (file) => {
        if (!/^xl\/(?:workbook|sharedStrings|styles|_rels\/workbook|worksheets\/)/.test(file.name))
          return false;
        unpacked += file.originalSize;
        if (unpacked > LIMIT_BYTES) throw new UnreadableDocumentError('Workbook is too large');
        return true;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableDocumentError) throw error;
    throw new UnreadableDocumentError('Could not read workbook: the file is not a valid .xlsx');
  }
}

/** Names come without their namespace. */
function scanXml(xml: string, handler: MarkupHandler): void {
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  const named: MarkupHandler = {
    open: (name, attributes) => handler.open?.(local(name), attributes),
    text: (text) => handler.text?.(text),
    close: (name) => handler.close?.(local(name)),
  };
  scanMarkup(xml, named, true);
}

type Scan = (path: string, handlers: MarkupHandler) => void;

function sharedStrings(scan: Scan): string[] {
  const strings: string[] = [];
  let inside = false;
  scan('xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') strings.push('');
      inside = name === 't';
    },
    text: (text) => {
      if (inside) strings.push((strings.pop() ?? '') + text);
    },
    close: (name) => {
      if (name === 't') inside = false;
    },
  });
  return strings;
}

/** Indexes of cell formats that show a number as a date: built-in 14-22, or a custom code with y or d. */
function dateStyles(scan: Scan): ReadonlySet<number> {
  const codes = new Map<string, string>();
  const formats: string[] = [];
  let inside = false;
  scan('xl/styles.xml', {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
      if (name === 'cellXfs') inside = true;
      if (name === 'xf' && inside) formats.push(attributes['numFmtId'] ?? '0');
    },
    close: (name) => {
      if (name === 'cellXfs') inside = false;
    },
  });
  const isDate = (id: string): boolean => {
    const code = (codes.get(id) ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]/g, '');
    return (Number(id) >= 14 && Number(id) <= 22) || /[yd]/i.test(code);
  };
  return new Set(formats.flatMap((id, index) => (isDate(id) ? [index] : [])));
}

/** What a workbook may still spend. */
interface Budget {
  cells: number;
  chars: number;
}

/** Collects a sheet's cells while it is scanned. */
class Grid implements MarkupHandler {
  readonly rows: string[][] = [];
  readonly #strings: readonly string[];
  readonly #dates: ReadonlySet<number>;
  readonly #budget: Budget;
  #cell: Attributes = {};
  #value = '';
  #inside = false;
  #nextRow = 1;

  constructor(strings: readonly string[], dates: ReadonlySet<number>, budget: Budget) {
    this.#strings = strings;
    this.#dates = dates;
    this.#budget = budget;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') {
      const number = Number(attributes['r'] ?? this.#nextRow);
      if (number > this.#nextRow && this.rows.length > 0) this.rows.push([]);
      this.#nextRow = number + 1;
      this.rows.push([]);
      this.#spend(1, 0);
    } else if (name === 'c') {
      this.#cell = attributes;
      this.#value = '';
    }
    this.#inside = name === 'v' || name === 't';
  }

  text(text: string): void {
    if (this.#inside) this.#value += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#inside = false;
    if (name !== 'c') return;
    const row = this.rows.at(-1);
    if (row === undefined) return;
    const column = columnIndex(this.#cell['r']) ?? row.length;
    const text = cellText(this.#cell, this.#value.trim(), this.#strings, this.#dates);
    this.#spend(Math.max(1, column - row.length), text.length);
    while (row.length < column) row.push('');
    row[column] = text;
  }

  #spend(cells: number, chars: number): void {
    this.#budget.cells -= cells;
    this.#budget.chars -= chars;
    if (this.#budget.cells < 0 || this.#budget.chars < 0)
      throw new UnreadableDocumentError('Workbook is too large');
  }
}

/** From 0; null without a reference. */
function columnIndex(reference: string | undefined): number | null {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return Math.min(index, LIMIT_COLUMN) - 1;
}

function cellText(
  cell: Attributes,
  raw: string,
  strings: readonly string[],
  dates: ReadonlySet<number>,
): string {
  const type = cell['t'];
  if (type === 's') return (strings[Number(raw)] ?? '').trim();
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type !== undefined && type !== 'n') return raw;
  const value = Number(raw);
  if (raw === '' || !Number.isFinite(value)) return raw;
  const day = new Date(Math.round((value - 25_569) * 86_400_000));
  if (dates.has(Number(cell['s'] ?? -1)) && !Number.isNaN(day.getTime()))
    return day.toISOString().slice(0, 10);
  return String(Number(value.toPrecision(15)));
}
