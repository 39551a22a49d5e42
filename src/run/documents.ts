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
