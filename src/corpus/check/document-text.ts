/** The words of a document, in reading order and with single spaces, so that they can be searched. Pure. */
import { readPdfPages } from '../../documents/pdf.ts';
import { readWorkbook } from '../../documents/workbook.ts';

/**
 * @param format the file's extension.
 * @returns null for a format without words, such as png.
 * @throws Error when the bytes are not of the format.
 */
export async function documentText(bytes: Uint8Array, format: string): Promise<string | null> {
  switch (format) {
    case 'png':
      return null;
    case 'xlsx':
      return singleSpaced(workbookText(bytes));
    case 'pdf':
      return singleSpaced((await readPdfPages(bytes)).join(' '));
    case 'html':
      return singleSpaced(markupText(utf8(bytes)));
    case 'md':
      return singleSpaced(utf8(bytes).replaceAll(/[*`]/g, ''));
    default:
      return singleSpaced(utf8(bytes));
  }
}

/** One kind of space and none twice. */
export function singleSpaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** @throws TypeError for bytes that are not UTF-8. */
function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function markupText(markup: string): string {
  return entities(markup.replaceAll(/<(style|script|head)\b.*?<\/\1>/gis, ' ').replaceAll(/<[^>]*>/g, ' '));
}

/** Cell after cell, row after row, sheet after sheet. */
function workbookText(bytes: Uint8Array): string {
  return readWorkbook(bytes)
    .flatMap(({ rows }) => rows.flat())
    .join(' ');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function entities(text: string): string {
  return text.replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
