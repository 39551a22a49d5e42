/** An agent's library that answers from an old copy of a document makes right agents fail: say so in time. */
import path from 'node:path';

/** Formats whose size on disk tells how much text there is. */
const TEXT = new Set(['.md', '.txt', '.csv', '.html', '.htm', '.py', '.json']);
/** Bytes that no agent keeps in one chunk: a chunk was measured to hold some 1,600. */
const MORE_THAN_A_CHUNK = 8_000;

export interface IndexedCopy {
  readonly name: string;
  /** On disk, in bytes. */
  readonly size: number;
  /** null: the agent does not say. */
  readonly chunks: number | null;
  /** As the agent's library has it, in bytes; null when it does not say. */
  readonly librarySize: number | null;
}

/** Why the agent's copy looks old and what to delete; null when it looks right. */
export function staleCopy({ name, size, chunks, librarySize }: IndexedCopy): string | null {
  const isText = TEXT.has(path.extname(name).toLowerCase());
  const tooFew = isText && chunks === 1 && size > MORE_THAN_A_CHUNK;
  const nothing = librarySize === 0 && size > 0;
  if (!tooFew && !nothing) return null;
  const holds = nothing ? '0 bytes' : '1 chunk';
  return (
    `${name} has ${size} bytes, the agent's library holds ${holds} of it: probably a stale copy of an earlier index. ` +
    "Delete the document in the agent's library, or stop the agent and delete its index files (~/.gaia/*.pkl), and run again."
  );
}
