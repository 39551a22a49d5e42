/** Documents on their way to the agent: present, staged where its backend may read, and removed again. */
import { copyFile, mkdir, mkdtemp, rm, access } from 'node:fs/promises';
import path from 'node:path';

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

export interface Staged {
  /** One path per document, in order: what the agent is told to index. */
  readonly paths: readonly string[];
  remove(): Promise<void>;
}

/**
 * Copies the documents into a folder of their own below `documentsRoot`, since the agent's backend reads certain
 * folders only. Names and folders stay: agent and user speak of them. Without a root the originals are used.
 */
export async function stageDocuments(
  documents: readonly PlannedDocument[],
  documentsRoot: string | undefined,
): Promise<Staged> {
  if (documentsRoot === undefined || documents.length === 0) {
    return { paths: documents.map((document) => document.path), remove: async () => {} };
  }
  const folder = await mkdtemp(path.join(documentsRoot, 'agent-eval-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const paths = documents.map((document) => path.join(folder, ...document.name.split('/')));
    for (const [index, document] of documents.entries()) {
      const target = paths[index] ?? folder;
      await mkdir(path.dirname(target), { recursive: true });
      await copyFile(document.path, target);
    }
    return { paths, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
