/** A document of the corpus as a model is given it: its text, and its parsed form for the embedded models (I/O). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeText } from '../documents/decode.ts';
import { readDocument } from '../documents/read-document.ts';
import { rowPassages } from '../documents/rows.ts';
import type { ParsedDocument } from '../documents/types.ts';

export interface GivenDocument {
  /** Relative to the corpus, forward slashes. */
  readonly path: string;
  /** Of its bytes. */
  readonly sha256: string;
  readonly text: string;
  readonly parsed: ParsedDocument;
}

/** Formats that are no text themselves, or whose marks say nothing to a reader. */
const READ = new Set(['.pdf', '.xlsx', '.html', '.htm']);

/** Throws what the file system refuses, and `UnreadableDocumentError` for one without text. */
export async function readGiven(corpus: string, document: string): Promise<GivenDocument> {
  const bytes = await readFile(path.join(corpus, ...document.split('/')));
  const parsed = await readDocument(document, bytes);
  const isRead = READ.has(path.posix.extname(document).toLowerCase());
  return {
    path: document,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    text: isRead ? textOf(parsed) : decodeText(bytes),
    parsed,
  };
}

/** Headings before what stands under them. */
function textOf(parsed: ParsedDocument): string {
  const lines: string[] = [];
  let above = '';
  for (const { headings, text } of [...parsed.passages, ...parsed.tables.flatMap(rowPassages)]) {
    const heading = headings.join(' > ');
    if (heading !== above && heading !== '') lines.push('', heading);
    above = heading;
    lines.push(text);
  }
  return lines.join('\n').trim();
}

/** A rough count: four characters a token. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
