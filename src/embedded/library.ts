/** Indexed documents: reading a file in, its stored content, and full-text search over its chunks. */
import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { z } from 'zod';
import { timestamp, type Store } from './database.ts';
import { chunkPassages } from './documents/chunks.ts';
import { ALLOWED_SUFFIXES, parseDocument } from './documents/parse.ts';
import { UnreadableDocumentError, type ParsedDocument } from './documents/types.ts';
import type { FileRoots } from './files.ts';

const documentRow = z.object({
  id: z.string(),
  filename: z.string(),
  filepath: z.string(),
  file_size: z.number(),
  chunk_count: z.number(),
  indexed_at: z.string(),
  last_accessed_at: z.string(),
  indexing_status: z.string(),
  last_error: z.string().nullable(),
});
export type DocumentRow = z.infer<typeof documentRow>;

const passage = z.object({
  text: z.string(),
  headings: z.array(z.string()),
  paragraph: z.number(),
  kind: z.enum(['sentence', 'item', 'row', 'code']),
  emphasis: z.literal(true).exactOptional(),
});
const parsedDocument = z.object({
  passages: z.array(passage),
  tables: z.array(
    z.object({ title: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  ),
  title: z.string().nullable(),
});
const chunkRow = z.object({
  document_id: z.string(),
  first: z.coerce.number(),
  last: z.coerce.number(),
  score: z.number(),
});
export type ChunkHit = z.infer<typeof chunkRow>;

/** Refusals before anything is read; the message is the `detail` that clients see. */
export class IndexRefusedError extends Error {
  override readonly name = 'IndexRefusedError';
}

export class Library {
  readonly #store: Store;
  readonly #roots: FileRoots;
  readonly #parsed = new Map<string, ParsedDocument>();
  /** File names that a test wants to end with no chunks. */
  readonly #fails: (filename: string) => boolean;

  constructor(store: Store, roots: FileRoots, fails: (filename: string) => boolean = () => false) {
    this.#store = store;
    this.#roots = roots;
    this.#fails = fails;
  }

  /** Reads a file in; the same content again is answered with the first document. @throws {IndexRefusedError} */
  index(filepath: string): DocumentRow {
    const path = this.#allowed(filepath);
    const bytes = readFileSync(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const known = this.#store.prepare('SELECT id FROM documents WHERE file_hash = ?').get(hash);
    if (known !== undefined && known !== null) return this.get(z.object({ id: z.string() }).parse(known).id);
    const id = randomUUID();
    const now = timestamp();
    const { parsed, error } = this.#read(path, bytes);
    const chunks = parsed === null ? [] : chunkPassages(parsed.passages);
    const insert = this.#store.prepare(
      'INSERT INTO chunks (document_id, first, last, context, text) VALUES (?, ?, ?, ?, ?)',
    );
    this.#store.transaction(() => {
      this.#store
        .prepare('INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(
          id,
          basename(path),
          path,
          hash,
          bytes.length,
          chunks.length,
          now,
          now,
          error,
          error === null ? 'complete' : 'failed',
          statSync(path).mtimeMs / 1000,
        );
      if (parsed !== null)
        this.#store.prepare('INSERT INTO document_content VALUES (?, ?)').run(id, JSON.stringify(parsed));
      for (const chunk of chunks) insert.run(id, chunk.first, chunk.last, chunk.context, chunk.text);
    })();
    if (parsed !== null) this.#parsed.set(id, parsed);
    return this.get(id);
  }

  get(id: string): DocumentRow {
    return documentRow.parse(this.#store.prepare('SELECT * FROM documents WHERE id = ?').get(id));
  }

  /** Newest first. */
  list(): DocumentRow[] {
    return z
      .array(documentRow)
      .parse(this.#store.prepare('SELECT * FROM documents ORDER BY indexed_at DESC, rowid DESC').all());
  }

  /** How many sessions have the document attached. */
  usage(id: string): number {
    return z
      .object({ count: z.number() })
      .parse(
        this.#store.prepare('SELECT count(*) AS count FROM session_documents WHERE document_id = ?').get(id),
      ).count;
  }

  /** What was read when the document was indexed; empty for a failed one. */
  content(id: string): ParsedDocument {
    const cached = this.#parsed.get(id);
    if (cached !== undefined) return cached;
    const row = this.#store.prepare('SELECT parsed FROM document_content WHERE document_id = ?').get(id);
    const parsed: ParsedDocument =
      row === undefined || row === null
        ? { passages: [], tables: [], title: null }
        : parsedDocument.parse(JSON.parse(z.object({ parsed: z.string() }).parse(row).parsed));
    this.#parsed.set(id, parsed);
    return parsed;
  }

  /** Best chunks by BM25 for any of the words, among these documents; the text counts twice as much as headings. */
  search(words: readonly string[], documentIds: readonly string[], limit: number): ChunkHit[] {
    if (words.length === 0 || documentIds.length === 0) return [];
    const query = words.map((word) => `"${word.replaceAll('"', '')}"`).join(' OR ');
    const places = documentIds.map(() => '?').join(', ');
    return z
      .array(chunkRow)
      .parse(
        this.#store
          .prepare(
            `SELECT document_id, first, last, -bm25(chunks, 0, 0, 0, 1.0, 2.0) AS score FROM chunks WHERE chunks MATCH ? AND document_id IN (${places}) ORDER BY score DESC LIMIT ?`,
          )
          .all(query, ...documentIds, limit),
      );
  }

  #allowed(filepath: string): string {
    const suffix = extname(filepath).toLowerCase();
    if (!ALLOWED_SUFFIXES.some((allowed) => allowed === suffix))
      throw new IndexRefusedError(
        `File type not allowed: ${suffix || '.'}. Allowed: [${ALLOWED_SUFFIXES.map((allowed) => `'${allowed}'`).join(', ')}]`,
      );
    const path = this.#roots.resolve(filepath);
    if (path === null)
      throw new IndexRefusedError(`Access denied: path must be within ${this.#roots.describe()}`);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || stat.isDirectory())
      throw new IndexRefusedError(`File not found: ${resolve(filepath)}`);
    if (stat.isSymbolicLink())
      throw new IndexRefusedError('Symbolic link documents are not allowed for security reasons');
    // A folder on the way may be a link that leads out of the search folders.
    if (!this.#roots.holdsReally(path))
      throw new IndexRefusedError(`Access denied: path must be within ${this.#roots.describe()}`);
    return path;
  }

  #read(path: string, bytes: Uint8Array): { parsed: ParsedDocument | null; error: string | null } {
    const failed = (reason: string): { parsed: null; error: string } => ({
      parsed: null,
      error: `RAG indexing failed for ${basename(path)}: ${reason}`,
    });
    if (this.#fails(basename(path))) return failed('Error generating embeddings: embedding backend crashed');
    try {
      return { parsed: parseDocument(path, bytes), error: null };
    } catch (error) {
      if (error instanceof UnreadableDocumentError) return failed(error.message);
      throw error;
    }
  }
}
