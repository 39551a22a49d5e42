/** The documents of a scenario, and whether they are there. Where the agent reads them: `shared/staging.ts`. */
import { access } from 'node:fs/promises';

/** A document a scenario wants indexed. */
export interface PlannedDocument {
  readonly corpus_doc: string | null;
  /** As the scenario or the manifest writes it, relative to the corpus. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** The documents that are not on disk. */
export async function missingDocuments(
  documents: readonly PlannedDocument[],
): Promise<readonly PlannedDocument[]> {
  const present = await Promise.all(
    documents.map((document) =>
      access(document.path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return documents.filter((_, index) => !present[index]);
}
