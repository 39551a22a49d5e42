/** Copies of documents where the agent's backend may read them, for the whole run: below `documentsRoot`. */
import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { PlannedDocument } from '../../plan/scenario-plan.ts';
import { openDocumentFolder, type DocumentFolder } from './document-folder.ts';

export interface Staging {
  /**
   * One path per document, in order: what the agent is told to index. Names and folders stay, because agent and user
   * speak of them. Without a root the originals are used.
   */
  stage(documents: readonly Pick<PlannedDocument, 'name' | 'path'>[]): Promise<readonly string[]>;
  /** Removes what was staged. */
  remove(): Promise<void>;
}

/** `project` is the folder of the user's project, named to whoever finds the place taken. */
export function createStaging(documentsRoot: string | undefined, project = process.cwd()): Staging {
  const copies = new Map<string, Promise<string>>();
  let folder: DocumentFolder | null = null;
  return {
    async stage(documents) {
      if (documentsRoot === undefined) return documents.map((document) => document.path);
      const ours = (folder ??= openDocumentFolder(path.resolve(documentsRoot), project));
      return Promise.all(
        documents.map((document) => {
          const copy = copies.get(document.name) ?? copyInto(ours, document);
          copies.set(document.name, copy);
          return copy;
        }),
      );
    },
    async remove() {
      await Promise.allSettled(copies.values());
      copies.clear();
      folder?.remove();
      folder = null;
    },
  };
}

async function copyInto(
  folder: DocumentFolder,
  { name, path: source }: Pick<PlannedDocument, 'name' | 'path'>,
): Promise<string> {
  const target = folder.claim(name.split('/'));
  await mkdir(path.dirname(target), { recursive: true });
  // Never over a file that somebody put there.
  await copyFile(source, target, constants.COPYFILE_EXCL);
  return target;
}
