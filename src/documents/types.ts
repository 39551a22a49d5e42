/** What a document becomes once it is read: passages to quote and tables to look things up in. */

/** One sentence, list item or line that can be quoted as it stands. */
export interface Passage {
  readonly text: string;
  /** Headings above it, outermost first. */
  readonly headings: readonly string[];
}

export interface Table {
  /** Sheet, caption or nearest heading; empty when there is none. */
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ParsedDocument {
  /** The first top heading, or null. */
  readonly title: string | null;
  /** In reading order. Rows of tables are not among them: see `rowPassages`. */
  readonly passages: readonly Passage[];
  readonly tables: readonly Table[];
}

/** A document that cannot be read; the message says why and fits after the file's name. */
export class UnreadableDocumentError extends Error {
  override readonly name = 'UnreadableDocumentError';
}
