/** The agent's own tools on documents and files. Each call is recorded; nothing here decides what to say. */
import { dirname, extname } from 'node:path';
import { readFileSync } from 'node:fs';
import { ALLOWED_SUFFIXES, parseDocument } from '../documents/parse.ts';
import { UnreadableDocumentError } from '../documents/types.ts';
import type { FoundFile } from '../files.ts';
import { IndexRefusedError, type DocumentRow } from '../library.ts';
import type { AgentServices, TurnInput } from './agent.ts';
import { findAnswer, type Search } from './find.ts';
import { setsOf } from './passage-index.ts';
import type { Question, Term } from './question.ts';
import { describeDocument, type ScopedDocument } from './scope.ts';
import { groupsOf } from './thesaurus.ts';
import { stem, wordsOf } from './words.ts';

const CONTENT_SEARCH_BYTES = 2 * 1024 * 1024;

export class Workbench {
  readonly services: AgentServices;
  readonly #input: TurnInput;
  /** Texts that a model would have had to read. */
  readonly read: string[] = [];

  constructor(services: AgentServices, input: TurnInput) {
    this.services = services;
    this.#input = input;
  }

  /** The session's documents that hold something. */
  documents(): ScopedDocument[] {
    return this.rows()
      .filter((row) => row.chunk_count > 0)
      .map((row) => describeDocument(this.services.library, row));
  }

  rows(): DocumentRow[] {
    return this.services.sessions
      .documentIds(this.#input.sessionId)
      .map((id) => this.services.library.get(id));
  }

  async listDocuments(): Promise<DocumentRow[]> {
    const rows = this.rows();
    await this.#input.recorder.call('list_indexed_documents', {}, () => ({
      success: true,
      summary:
        rows.length === 0
          ? 'No documents are currently indexed.'
          : `${rows.length} document(s) indexed: ${rows.map((row) => row.filename).join(', ')}`,
    }));
    return rows;
  }

  /** One document is queried by name, several together. */
  async query(
    question: Question,
    context: readonly Term[],
    documents: readonly ScopedDocument[],
  ): Promise<Search> {
    const [only, second] = documents;
    let search: Search = { finding: null, chunks: 0, absent: [], unknown: [], read: [] };
    const run = (): { success: boolean; summary: string } => {
      search = findAnswer(this.services.library, documents, question, context);
      return {
        success: true,
        summary:
          documents.length === 0
            ? 'no_documents: No documents are currently indexed.'
            : `Found ${search.chunks} relevant chunk(s)`,
      };
    };
    const query =
      question.terms.length > 0
        ? question.text
        : `${question.text} ${context.map((term) => term.word).join(' ')}`;
    if (only !== undefined && second === undefined)
      await this.#input.recorder.call('query_specific_file', { file_path: only.filename, query }, run);
    else await this.#input.recorder.call('query_documents', { query }, run);
    this.read.push(...search.read);
    return search;
  }

  /** The same query once more with more words, as part of the call already made; null when that finds nothing either. */
  lookAgain(question: Question, documents: readonly ScopedDocument[]): Search | null {
    const search = findAnswer(this.services.library, documents, question, []);
    this.read.push(...search.read);
    return search.finding === null ? null : search;
  }

  async summarised(document: ScopedDocument): Promise<void> {
    await this.#input.recorder.call('summarize_document', { file_path: document.filename }, () => ({
      success: true,
      summary: 'success',
    }));
    this.read.push(...this.services.library.content(document.id).passages.map((passage) => passage.text));
  }

  async searchFiles(query: string): Promise<FoundFile[]> {
    let found: FoundFile[] = [];
    await this.#input.recorder.call('search_files', { query }, () => {
      found = this.services.roots.search(query);
      const names = found.slice(0, 5).map((file) => file.name);
      return {
        success: true,
        summary:
          found.length === 0
            ? `No files found for "${query}"`
            : `Found ${found.length} file(s): ${names.join(', ')}`,
      };
    });
    return found;
  }

  /** Files whose name shares the most telling words with the question. */
  filesNamedLike(terms: readonly Term[]): { file: FoundFile; words: string[]; score: number }[] {
    const files = this.services.roots
      .all()
      .filter(({ extension }) => ALLOWED_SUFFIXES.some((suffix) => suffix === extension));
    const names = files.map(
      (file) =>
        new Set(wordsOf(file.name.slice(0, -extname(file.name).length).replaceAll(/[-.]/g, ' ')).map(stem)),
    );
    const frequency = (word: string): number => names.filter((name) => name.has(word)).length;
    return files
      .map((file, index) => {
        const words = terms.filter((term) => names[index]?.has(term.stem));
        const score = words.reduce(
          (sum, term) => sum + Math.log(1 + files.length / (frequency(term.stem) || 1)),
          0,
        );
        return {
          file,
          words: fileWords(file.name).filter((word) => words.some((term) => term.stem === stem(word))),
          score,
        };
      })
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || a.file.name.length - b.file.name.length);
  }

  /** Files that use most of the question's words, best first. */
  async searchContent(terms: readonly Term[]): Promise<FoundFile[]> {
    let best: { file: FoundFile; share: number }[] = [];
    await this.#input.recorder.call(
      'search_file_content',
      { query: terms.map((term) => term.word).join(' ') },
      () => {
        best = this.services.roots
          .all()
          .filter(
            (file) =>
              file.size <= CONTENT_SEARCH_BYTES &&
              ALLOWED_SUFFIXES.some((suffix) => suffix === file.extension),
          )
          .map((file) => ({ file, share: shareOfTerms(file.path, terms) }))
          .filter(({ share }) => share >= 0.7)
          .toSorted((a, b) => b.share - a.share);
        return {
          success: true,
          summary:
            best.length === 0
              ? 'No file content matches'
              : `Found ${best.length} file(s): ${best
                  .slice(0, 5)
                  .map(({ file }) => file.name)
                  .join(', ')}`,
        };
      },
    );
    return best.map(({ file }) => file);
  }

  /** Indexes a file into the session; the row, or why it was refused. */
  async index(path: string): Promise<DocumentRow | string> {
    const { library, sessions } = this.services;
    let result: DocumentRow | string = 'not indexed';
    await this.#input.recorder.call('index_document', { file_path: path }, () => {
      try {
        result = library.index(path);
      } catch (error) {
        if (!(error instanceof IndexRefusedError)) throw error;
        result = error.message;
        return { success: false, summary: `error: ${error.message}` };
      }
      sessions.attach(this.#input.sessionId, result.id);
      this.services.indexed(this.#input.sessionId, result.id);
      const reason = result.last_error;
      return reason === null
        ? { success: true, summary: `Indexed ${result.filename}: ${result.chunk_count} chunks` }
        : { success: false, summary: `error: ${reason}` };
    });
    return result;
  }

  /** The folder of a path, for messages. */
  folderOf(path: string): string {
    return dirname(path);
  }
}

const fileWords = (name: string): string[] => [
  ...new Set(wordsOf(name.slice(0, -extname(name).length).replaceAll(/[-.]/g, ' '))),
];

function shareOfTerms(path: string, terms: readonly Term[]): number {
  try {
    const parsed = parseDocument(path, readFileSync(path));
    const { stems, groups } = setsOf(
      parsed.passages.map((passage) => `${passage.text} ${passage.headings.at(-1) ?? ''}`).join(' '),
    );
    const met = terms.filter(
      (term) => stems.has(term.stem) || groupsOf(term.stem).some((group) => groups.has(group)),
    );
    return terms.length === 0 ? 0 : met.length / terms.length;
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return 0;
    throw error;
  }
}
