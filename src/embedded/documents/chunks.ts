/** Groups passages into the chunks that full-text retrieval ranks: whole paragraphs, never across a heading. */
import type { Passage } from './types.ts';

export interface Chunk {
  /** Headings, for a second, lighter search column. */
  readonly context: string;
  readonly text: string;
  /** Positions of its passages in the document. */
  readonly first: number;
  readonly last: number;
}

const LIMIT_CHARS = 900;

export function chunkPassages(passages: readonly Passage[]): Chunk[] {
  const chunks: Chunk[] = [];
  let first = 0;
  const close = (end: number): void => {
    if (end < first) return;
    const texts: string[] = [];
    for (let index = first; index <= end; index += 1) texts.push(passages[index]?.text ?? '');
    chunks.push({
      context: (passages[first]?.headings ?? []).join(' > '),
      text: texts.join('\n'),
      first,
      last: end,
    });
  };
  let length = 0;
  for (const [index, passage] of passages.entries()) {
    const before = passages[index - 1];
    const sameSection = before !== undefined && before.headings.join('\n') === passage.headings.join('\n');
    if (index > first && (!sameSection || length + passage.text.length > LIMIT_CHARS)) {
      close(index - 1);
      first = index;
      length = 0;
    }
    length += passage.text.length;
  }
  close(passages.length - 1);
  return chunks;
}
