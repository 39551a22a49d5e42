/** A file's bytes into passages and tables, by its suffix. */
import { basename, extname } from 'node:path';
import { readCode } from './code.ts';
import { readCsv } from './csv.ts';
import { decodeText } from './decode.ts';
import { readHtml } from './html.ts';
import { readJson } from './json.ts';
import { readProse } from './prose.ts';
import { UnreadableDocumentError, type ParsedDocument } from './types.ts';
import { readXlsx } from './xlsx.ts';

const LIMIT_BYTES = 100 * 1024 * 1024;

const SUFFIXES_OF_CODE = ['.bat', '.c', '.cpp', '.go', '.h', '.java', '.js', '.ps1', '.py', '.rb', '.rs'];
const CODE = new Set([...SUFFIXES_OF_CODE, '.sh', '.ts']);
const MARKUP = new Set(['.htm', '.html', '.svg', '.xml']);

/**
 * What the file holds. Its content is trusted with nothing: sizes are bounded, and whatever it is, the outcome is a
 * document or the error below.
 * @param path only its suffix and name are looked at.
 * @throws {UnreadableDocumentError} when the file is empty, broken or too large, or of a kind with no reader here.
 */
export async function readDocument(path: string, bytes: Uint8Array): Promise<ParsedDocument> {
  if (bytes.length === 0) throw new UnreadableDocumentError('File is empty');
  if (bytes.length > LIMIT_BYTES)
    throw new UnreadableDocumentError(`File is larger than ${LIMIT_BYTES / 1024 ** 2} MiB`);
  const parsed = await readBySuffix(path, extname(path).toLowerCase(), bytes);
  if (parsed.passages.length === 0 && parsed.tables.length === 0)
    throw new UnreadableDocumentError('File is empty');
  return parsed;
}

async function readBySuffix(path: string, suffix: string, bytes: Uint8Array): Promise<ParsedDocument> {
  if (suffix === '.xlsx') return readXlsx(bytes);
  // Its reader is large, and most documents are text.
  if (suffix === '.pdf') return await (await import('./pdf.ts')).readPdf(bytes);
  if (suffix === '.pptx') throw new UnreadableDocumentError('PPTX files cannot be read here');
  const text = decodeText(bytes);
  if (suffix === '.csv') return readCsv(text, basename(path));
  if (suffix === '.json') return readJson(text);
  if (MARKUP.has(suffix)) return readHtml(text);
  return CODE.has(suffix) ? readCode(text) : readProse(text);
}
