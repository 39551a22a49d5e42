/** JSON: a passage "path to key: value" for each leaf. */
import { UnreadableDocumentError, type ParsedDocument, type Passage } from './types.ts';

/** Deeper values are refused: they are visited one inside the other. */
const LIMIT_DEPTH = 200;
/** Of a path, its last characters: it is repeated at every leaf below it. */
const LIMIT_PATH = 200;

export function readJson(text: string): ParsedDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableDocumentError('Could not read JSON: the file is not valid');
  }
  const passages: Passage[] = [];
  const visit = (node: unknown, path: string, depth: number): void => {
    if (depth > LIMIT_DEPTH) throw new UnreadableDocumentError('JSON is nested too deeply');
    if (typeof node === 'object' && node !== null)
      for (const [key, child] of Object.entries(node))
        visit(child, `${path} ${key.replaceAll('_', ' ')}`.slice(-LIMIT_PATH), depth + 1);
    else
      passages.push({ text: path === '' ? String(node) : `${path.trim()}: ${String(node)}`, headings: [] });
  };
  visit(value, '', 0);
  return { title: null, passages, tables: [] };
}
