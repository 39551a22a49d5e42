/** The passages of documents that a question is about, by BM25. */
import { readFile } from 'node:fs/promises';
import { readDocument } from '../../documents/read-document.ts';
import { indexOf } from '../../documents/search/passage-index.ts';
import { rankChunks } from '../../documents/search/search-passages.ts';
import { stemsOf } from '../../documents/search/words.ts';
import type { AgentDocument } from '../module/define-agent.ts';

export interface FoundPassage {
  /** Its document's file name. */
  readonly document: string;
  readonly text: string;
}

export interface Passages {
  /** Best first; none when no word of the question stands in a document. */
  find(question: string): readonly FoundPassage[];
}

/** Chunks that a prompt is given. */
const MOST = 5;

/** Throws for a document that cannot be read. */
export async function createPassages(documents: readonly AgentDocument[]): Promise<Passages> {
  const read = await Promise.all(
    documents.map(async ({ name, path }) => ({
      name,
      index: indexOf(await readDocument(name, await readFile(path))),
    })),
  );
  return {
    find: (question) =>
      rankChunks(read, [...new Set(stemsOf(question))])
        .slice(0, MOST)
        .map(({ document, chunk }) => ({
          document: document.name,
          text: chunk.passages.map(({ passage }) => passage.text).join('\n'),
        })),
  };
}
