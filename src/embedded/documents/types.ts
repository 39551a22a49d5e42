/** What a document becomes once it is read: passages to quote and tables to look things up in. */

/** One sentence, list item or line that can be quoted as it stands. */
export interface Passage {
  readonly text: string;
  /** Headings above it, outermost first. */
  readonly headings: readonly string[];
  /** Counts up; passages of one paragraph share it, so that neighbours can be told. */
  readonly paragraph: number;
  readonly kind: 'sentence' | 'item' | 'row' | 'code';
  /** The author set part of it in bold. */
  readonly emphasis?: true;
}

export interface Table {
  /** Sheet, caption or nearest heading. */
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ParsedDocument {
  readonly passages: readonly Passage[];
  readonly tables: readonly Table[];
  /** The first top heading, or null. */
  readonly title: string | null;
}

/** A document that cannot be read; the message is what `last_error` says. */
export class UnreadableDocumentError extends Error {
  override readonly name = 'UnreadableDocumentError';
}
