/** Finds the passages that a question is about: chunks by BM25, and the best passages of the best chunks. */
import type { Passage } from '../types.ts';
import type { IndexedChunk, IndexedPassage, PassageIndex } from './passage-index.ts';

interface SearchedDocument {
  readonly index: PassageIndex;
}
export interface Query {
  /** Stems that the question itself names. */
  readonly own: readonly string[];
  /** Stems of the question before it, which decide between passages that fit equally well. */
  readonly context: readonly string[];
}
export interface SearchResult<T> {
  /** Best first, all from one document; empty when nothing fits. */
  readonly passages: readonly Passage[];
  readonly document: T | null;
  /** Chunks that were looked at. */
  readonly chunks: number;
}

const CHUNKS = 8;
const PASSAGES = 3;
/** The usual constants of BM25: how soon repeats stop to count, and how much length does. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** A passage answers when it holds at least this share of what the question's words weigh. */
const ENOUGH = 0.5;
/** A further passage must add this share of it. */
const WORTH_ADDING = 0.15;
const CONTEXT_SHARE = 0.5;

export function searchPassages<T extends SearchedDocument>(
  documents: readonly T[],
  query: Query,
): SearchResult<T> {
  const chunks = rankChunks(documents, [...new Set([...query.own, ...query.context])]).slice(0, CHUNKS);
  const weigh = weights(documents);
  const total = sum(query.own.map(weigh));
  const gain = (candidate: IndexedPassage, stems: readonly string[]): number =>
    sum(stems.filter((stem) => candidate.stems.has(stem)).map(weigh));
  const candidates = chunks.flatMap(({ document, chunk }) =>
    chunk.passages.map((passage) => ({ ...passage, document })),
  );
  const average = sum(candidates.map(({ stems }) => stems.size)) / Math.max(1, candidates.length);
  const best = largest(candidates, (candidate) => {
    const own = gain(candidate, query.own);
    const weight = own === 0 ? 0 : own + CONTEXT_SHARE * gain(candidate, query.context);
    return saturated(weight, 1, candidate.stems.size / average);
  });
  if (best === null || gain(best, query.own) < ENOUGH * total)
    return { passages: [], document: null, chunks: chunks.length };
  const chosen = [best];
  const same = candidates.filter(({ document }) => document === best.document);
  while (chosen.length < PASSAGES) {
    const open = query.own.filter((stem) => !chosen.some(({ stems }) => stems.has(stem)));
    const next = largest(same, (candidate) => gain(candidate, open));
    if (next === null || gain(next, open) < WORTH_ADDING * total) break;
    chosen.push(next);
  }
  return {
    passages: chosen.map(({ passage }) => passage),
    document: best.document,
    chunks: chunks.length,
  };
}

/** The term of BM25: `length` is that of the text over the average. */
function saturated(weight: number, count: number, length: number): number {
  const norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length);
  return (weight * count * (SATURATION + 1)) / (count + norm);
}

/** Chunks with any of the stems, best first by BM25 over the chunks of all documents. */
export function rankChunks<T extends SearchedDocument>(
  documents: readonly T[],
  stems: readonly string[],
): { document: T; chunk: IndexedChunk }[] {
  const all = documents.flatMap((document) => document.index.chunks.map((chunk) => ({ document, chunk })));
  const average = sum(all.map(({ chunk }) => chunk.length)) / Math.max(1, all.length);
  const rarity = new Map(
    stems.map((stem) => {
      const holding = all.filter(({ chunk }) => chunk.counts.has(stem)).length;
      return [stem, Math.log(1 + (all.length - holding + 0.5) / (holding + 0.5))];
    }),
  );
  const score = (chunk: IndexedChunk): number => {
    const length = chunk.length / average;
    return sum(stems.map((stem) => saturated(rarity.get(stem) ?? 0, chunk.counts.get(stem) ?? 0, length)));
  };
  return all
    .map((entry) => ({ ...entry, score: score(entry.chunk) }))
    .filter((entry) => entry.score > 0)
    .toSorted((a, b) => b.score - a.score);
}

/** What a word weighs: the rarer among the passages the more; none that stands nowhere weighs more than one that stands once. */
function weights(documents: readonly SearchedDocument[]): (stem: string) => number {
  const passages = sum(documents.map(({ index }) => index.passageCount));
  return (stem) => {
    const holding = sum(documents.map(({ index }) => index.frequencies.get(stem) ?? 0));
    return Math.log(1 + passages / Math.max(holding, 1));
  };
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The first of those with the largest positive value, or null. */
function largest<T>(items: readonly T[], value: (item: T) => number): T | null {
  let best: T | null = null;
  let most = 0;
  for (const item of items) {
    const its = value(item);
    if (its > most) [best, most] = [item, its];
  }
  return best;
}
