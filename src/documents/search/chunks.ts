/** Groups passages and table rows into the chunks that retrieval ranks; none reaches across a heading. */
import { rowPassages } from '../rows.ts';
import type { ParsedDocument, Passage } from '../types.ts';

export interface Chunk {
  readonly headings: readonly string[];
  readonly passages: readonly Passage[];
}

const LIMIT_CHARS = 900;

export function chunksOf(document: ParsedDocument): Chunk[] {
  return chunkPassages([...document.passages, ...document.tables.flatMap(rowPassages)]);
}

/** Every passage once, in order. A passage longer than the limit is a chunk of its own. */
export function chunkPassages(passages: readonly Passage[]): Chunk[] {
  const chunks: { headings: readonly string[]; passages: Passage[] }[] = [];
  let length = 0;
  let section: string | null = null;
  for (const passage of passages) {
    const its = passage.headings.join('\n');
    const open = its === section && length + passage.text.length <= LIMIT_CHARS ? chunks.at(-1) : undefined;
    if (open === undefined) {
      chunks.push({ headings: passage.headings, passages: [passage] });
      length = 0;
    } else open.passages.push(passage);
    section = its;
    length += passage.text.length;
  }
  return chunks;
}
