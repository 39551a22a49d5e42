/** The agent's tools on documents and files. Each call is recorded; nothing here decides what to say. */
import { basename } from 'node:path';
import type { ParsedDocument } from '../../documents/types.ts';
import type { FoundFile } from '../files.ts';
import { IndexRefusedError, type DocumentRow } from '../library.ts';
import type { ToolOutcome } from '../recorder.ts';
import { indexOf, type PassageIndex } from '../../documents/search/passage-index.ts';
import type { AgentServices, TurnInput } from './types.ts';

export interface OpenDocument {
  readonly id: string;
  readonly filename: string;
  readonly index: PassageIndex;
  readonly parsed: ParsedDocument;
}

/** A tool that the answer rests on did not work; the message says which, and why. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}

export class DocumentTools {
  /** Texts that a model would have had to read. */
  readonly read: string[] = [];
  readonly #services: AgentServices;
  readonly #input: TurnInput;

  constructor(services: AgentServices, input: TurnInput) {
    this.#services = services;
    this.#input = input;
  }

  /** All documents of the session, those that could not be read included. */
  rows(): DocumentRow[] {
    const { library, sessions } = this.#services;
    return sessions.documentIds(this.#input.sessionId).map((id) => library.get(id));
  }

  /** The session's documents that hold something. */
  documents(): OpenDocument[] {
    return this.rows()
      .filter((row) => row.chunk_count > 0)
      .map((row) => this.#opened(row));
  }

  async list(): Promise<DocumentRow[]> {
    const rows = this.rows();
    const names = rows.map((row) => row.filename).join(', ');
    await this.#call('list_indexed_documents', {}, () => ({
      success: true,
      summary:
        rows.length === 0
          ? 'No documents are currently indexed.'
          : `${rows.length} document(s) indexed: ${names}`,
    }));
    return rows;
  }

  /** Records a search: one document is queried by name, several together. */
  async query(
    query: string,
    documents: readonly OpenDocument[],
    found: { chunks: number; texts: readonly string[] },
  ): Promise<void> {
    const [only, second] = documents;
    const one = only !== undefined && second === undefined;
    await this.#call(
      one ? 'query_specific_file' : 'query_documents',
      one ? { file_path: only.filename, query } : { query },
      () => ({ success: true, summary: `Found ${found.chunks} relevant chunk(s)` }),
    );
    this.read.push(...found.texts);
  }

  async summarise(document: OpenDocument): Promise<void> {
    await this.#call('summarize_document', { file_path: document.filename }, () => ({
      success: true,
      summary: 'success',
    }));
    this.read.push(document.parsed.passages.map(({ text }) => text).join('\n'));
  }

  /** Files whose name has every word of the query. */
  async searchFiles(query: string): Promise<FoundFile[]> {
    const found = this.#services.roots.search(query);
    const names = found.slice(0, 5).map((file) => file.name);
    await this.#call('search_files', { query }, () => ({
      success: true,
      summary: `Found ${found.length} file(s)${found.length === 0 ? '' : `: ${names.join(', ')}`}`,
    }));
    return found;
  }

  /** Indexes a file into the session: the document, or why there is none. */
  async index(path: string): Promise<OpenDocument | string> {
    const { library, sessions, indexed } = this.#services;
    const { sessionId, recorder } = this.#input;
    let result: OpenDocument | string = `${path} could not be indexed`;
    await recorder.call('index_document', { file_path: path }, async () => {
      try {
        const row = await library.index(path);
        sessions.attach(sessionId, row.id, path);
        indexed(sessionId, row.id);
        if (row.last_error === null) {
          result = this.#opened(row);
          return { success: true, summary: `Indexed ${row.filename}: ${row.chunk_count} chunks` };
        }
        const reason = row.last_error.replace(/^RAG indexing failed for [^:]*: /, '');
        result = `${basename(path)} could not be read: ${reason}`;
        return { success: false, summary: `error: ${row.last_error}` };
      } catch (error) {
        if (!(error instanceof IndexRefusedError)) throw error;
        result = `I could not index ${path}: ${error.message}`;
        return { success: false, summary: `error: ${error.message}` };
      }
    });
    return result;
  }

  /** @throws {ToolFailure} */
  async #call(tool: string, args: Readonly<Record<string, unknown>>, run: () => ToolOutcome): Promise<void> {
    const { success, summary } = await this.#input.recorder.call(tool, args, run);
    if (!success) throw new ToolFailure(`${tool} failed: ${summary.replace(/^error: /, '')}`);
  }

  #opened(row: DocumentRow): OpenDocument {
    const parsed = this.#services.library.content(row.id);
    return { id: row.id, filename: row.filename, parsed, index: indexOf(parsed) };
  }
}
