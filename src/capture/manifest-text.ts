/** New entries in the text of a corpus manifest, which otherwise stays as it was written. */
import { isMap, isSeq, parseDocument } from 'yaml';

export interface NewEntry {
  readonly id: string;
  readonly path: string;
  readonly source: string;
  readonly sha256: string;
}

/** The text with the entries at the end of `documents`. Throws when the text is no manifest. */
export function withEntries(text: string, entries: readonly NewEntry[]): string {
  // JSON is YAML, and this parser tells where things stand.
  const root = parseDocument(text).contents;
  const list = isMap(root) ? root.get('documents', true) : undefined;
  const last = isSeq(list) ? list.items.at(-1) : undefined;
  const range = last !== null && typeof last === 'object' && 'range' in last ? last.range : undefined;
  const end = Array.isArray(range) ? Number(range[1]) : NaN;
  if (!Number.isInteger(end)) return rewritten(text, entries);
  const added = entries.map((entry) => `,\n${indented({ ...entry, facts: [] })}`).join('');
  return text.slice(0, end) + added + text.slice(end);
}

/** A list that is empty or missing has no style to keep. */
function rewritten(text: string, entries: readonly NewEntry[]): string {
  const manifest: unknown = JSON.parse(text);
  const base = typeof manifest === 'object' && manifest !== null ? manifest : {};
  const documents = entries.map((entry) => ({ ...entry, facts: [] }));
  return `${JSON.stringify({ ...base, documents }, null, 2)}\n`;
}

function indented(entry: unknown): string {
  return JSON.stringify(entry, null, 2).replaceAll(/^/gm, '    ');
}
