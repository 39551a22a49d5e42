/** The documents of a scenario, and whether they are there. Where the agent reads them: `shared/staging.ts`. */
import { access } from 'node:fs/promises';
import type { PlannedDocument } from '../plan/scenario-plan.ts';

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

export interface Lack {
  readonly status: 'SETUP_ERROR' | 'SKIPPED_NO_DOCUMENT';
  readonly message: string;
  /** Every missing document may be missing: nobody has to do anything about it. */
  readonly isOptional: boolean;
}

/** What missing documents mean for their scenario; null when none is missing. */
export function lackOf(missing: readonly PlannedDocument[]): Lack | null {
  if (missing.length === 0) return null;
  const mistakes = missing.filter(({ ifMissing }) => ifMissing === 'mistake');
  if (mistakes.length > 0) {
    const message =
      `not on disk, and in no manifest of the corpus: ${mistakes.map(({ name }) => name).join(', ')}. ` +
      'Check the path in setup.index_documents, or put the file there';
    return { status: 'SETUP_ERROR', message, isOptional: false };
  }
  const named = missing.map(({ name, ifMissing, getFrom = '' }) => {
    if (ifMissing !== 'optional') return name;
    return `${name} (optional${getFrom === '' ? '' : `; to be had from: ${getFrom}`})`;
  });
  return {
    status: 'SKIPPED_NO_DOCUMENT',
    message: `not on disk: ${named.join(', ')}`,
    isOptional: missing.every(({ ifMissing }) => ifMissing === 'optional'),
  };
}
