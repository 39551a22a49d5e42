/** Reads a file's bytes into passages and tables, by its suffix. */
import { basename, extname } from 'node:path';
import { parseCode } from './code.ts';
import { parseCsv } from './csv.ts';
import { decodeText } from './decode.ts';
import { parseHtml } from './html.ts';
import { parseProse } from './prose.ts';
import { rowPassages } from './rows.ts';
import { UnreadableDocumentError, type ParsedDocument } from './types.ts';
import { parseXlsx } from './xlsx.ts';

/** The suffixes that the Agent UI accepts, in the order in which its error message lists them. */
export const ALLOWED_SUFFIXES = [
  '.bat',
  '.c',
  '.cfg',
  '.cpp',
  '.csv',
  '.go',
  '.h',
  '.htm',
  '.html',
  '.ini',
  '.java',
  '.js',
  '.json',
  '.log',
  '.md',
  '.pdf',
  '.pptx',
  '.ps1',
  '.py',
  '.rb',
  '.rs',
  '.sh',
  '.svg',
  '.toml',
  '.ts',
  '.txt',
  '.xlsx',
  '.xml',
  '.yaml',
  '.yml',
] as const;

const CODE = new Set([
  '.bat',
  '.c',
  '.cpp',
  '.go',
  '.h',
  '.java',
  '.js',
  '.ps1',
  '.py',
  '.rb',
  '.rs',
  '.sh',
  '.ts',
]);

/** @throws {UnreadableDocumentError} when the file is empty or broken, or of a kind with no reader here. */
export function parseDocument(path: string, bytes: Uint8Array): ParsedDocument {
  const suffix = extname(path).toLowerCase();
  if (bytes.length === 0) throw new UnreadableDocumentError('File is empty');
  if (suffix === '.xlsx') return nonEmpty(parseXlsx(bytes));
  if (suffix === '.pdf' || suffix === '.pptx')
    throw new UnreadableDocumentError(`Could not read ${suffix.slice(1).toUpperCase()}: ${basename(path)}`);
  const text = decodeText(bytes);
  if (suffix === '.csv') return nonEmpty(parseCsv(text, basename(path)));
  if (suffix === '.html' || suffix === '.htm' || suffix === '.xml' || suffix === '.svg')
    return withRows(nonEmpty(parseHtml(text)));
  if (CODE.has(suffix)) return nonEmpty(parseCode(text));
  if (suffix === '.json') return nonEmpty(parseProse(jsonLines(text)));
  return withRows(nonEmpty(parseProse(text)));
}

function withRows(parsed: ParsedDocument): ParsedDocument {
  const rows = parsed.tables.flatMap((table) =>
    rowPassages(
      table,
      [parsed.title ?? '', table.title].filter((heading) => heading !== ''),
    ),
  );
  return { ...parsed, passages: [...parsed.passages, ...rows] };
}

function nonEmpty(parsed: ParsedDocument): ParsedDocument {
  if (parsed.passages.length === 0 && parsed.tables.length === 0)
    throw new UnreadableDocumentError('File is empty');
  return parsed;
}

/** A line "path.to.key: value" for each leaf. */
function jsonLines(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableDocumentError('Could not read JSON: the file is not valid');
  }
  const lines: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (typeof node === 'object' && node !== null)
      for (const [key, child] of Object.entries(node)) visit(child, path === '' ? key : `${path} ${key}`);
    else lines.push(`${path.replaceAll('_', ' ')}: ${String(node)}`, '');
  };
  visit(value, '');
  return lines.join('\n');
}
