/** Indexed documents: reading a file in, and its stored content. */
import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { z } from 'zod';
import { readDocument } from '../documents/read-document.ts';
import { UnreadableDocumentError, type ParsedDocument } from '../documents/types.ts';
import { chunksOf } from '../documents/search/chunks.ts';
import { timestamp, type Store } from './database.ts';
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

const parsedDocument = z.object({
  passages: z.array(z.object({ text: z.string(), headings: z.array(z.string()) })),
  tables: z.array(
    z.object({ title: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  ),
  title: z.string().nullable(),
});

/** The suffixes that the Agent UI accepts, in the order in which its error message lists them. */
export const ALLOWED_SUFFIXES: readonly string[] = (
  '.bat .c .cfg .cpp .csv .go .h .htm .html .ini .java .js .json .log .md .pdf .pptx .ps1 .py .rb .rs .sh .svg .toml ' +
  '.ts .txt .xlsx .xml .yaml .yml'
).split(' ');

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
  async index(filepath: string): Promise<DocumentRow> {
    const path = this.#allowed(filepath);
    const bytes = readFileSync(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const known = this.#byHash(hash);
    if (known !== null) return known;
    const id = randomUUID();
    const now = timestamp();
    const { parsed, error } = await this.#read(path, bytes);
    // Another call may have read the same file in meanwhile.
    const meanwhile = this.#byHash(hash);
    if (meanwhile !== null) return meanwhile;
    const chunkCount = parsed === null ? 0 : chunksOf(parsed).length;
    this.#store.transaction(() => {
      this.#store
        .prepare('INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(
          id,
          basename(path),
          path,
          hash,
          bytes.length,
          chunkCount,
          now,
          now,
          error,
          error === null ? 'complete' : 'failed',
          statSync(path).mtimeMs / 1000,
        );
      if (parsed !== null)
        this.#store.prepare('INSERT INTO document_content VALUES (?, ?)').run(id, JSON.stringify(parsed));
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

  #byHash(hash: string): DocumentRow | null {
    const found = this.#store.prepare('SELECT id FROM documents WHERE file_hash = ?').get(hash);
    return found === undefined || found === null
      ? null
      : this.get(z.object({ id: z.string() }).parse(found).id);
  }

  #allowed(filepath: string): string {
    const suffix = extname(filepath).toLowerCase();
    if (!ALLOWED_SUFFIXES.includes(suffix))
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

  async #read(
    path: string,
    bytes: Uint8Array,
  ): Promise<{ parsed: ParsedDocument | null; error: string | null }> {
    const failed = (reason: string): { parsed: null; error: string } => ({
      parsed: null,
      error: `RAG indexing failed for ${basename(path)}: ${reason}`,
    });
    if (this.#fails(basename(path))) return failed('Error generating embeddings: embedding backend crashed');
    try {
      return { parsed: await readDocument(path, bytes), error: null };
    } catch (error) {
      if (error instanceof UnreadableDocumentError) return failed(error.message);
      throw error;
    }
  }
}
