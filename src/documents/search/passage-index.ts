/** A document ready for search: its chunks with their words counted. */
import type { ParsedDocument, Passage } from '../types.ts';
import { chunksOf } from './chunks.ts';
import { stemsOf } from './words.ts';

export interface IndexedPassage {
  readonly passage: Passage;
  /** Its own words and those of the headings above it. */
  readonly stems: ReadonlySet<string>;
}
export interface IndexedChunk {
  readonly passages: readonly IndexedPassage[];
  /** How often each stem stands in the chunk, its headings included. */
  readonly counts: ReadonlyMap<string, number>;
  /** In words. */
  readonly length: number;
}
export interface PassageIndex {
  readonly chunks: readonly IndexedChunk[];
  /** In how many passages each stem stands. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly passageCount: number;
}

const indexes = new WeakMap<ParsedDocument, PassageIndex>();

/** Built once for a parsed document, and dropped with it. */
export function indexOf(document: ParsedDocument): PassageIndex {
  const known = indexes.get(document);
  if (known !== undefined) return known;
  const chunks = chunksOf(document).map(({ headings, passages }) => {
    const headingStems = stemsOf(headings.join(' '));
    const counts = new Map<string, number>();
    const words = passages.map((passage) => ({ passage, own: stemsOf(passage.text) }));
    const all = [...headingStems, ...words.flatMap(({ own }) => own)];
    for (const stem of all) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    return {
      passages: words.map(({ passage, own }) => ({ passage, stems: new Set([...headingStems, ...own]) })),
      counts,
      length: all.length,
    };
  });
  const passages = chunks.flatMap((chunk) => chunk.passages);
  const frequencies = new Map<string, number>();
  for (const { stems } of passages)
    for (const stem of stems) frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
  const index = { chunks, frequencies, passageCount: passages.length };
  indexes.set(document, index);
  return index;
}
