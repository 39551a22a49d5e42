/** Copies of documents where the agent's backend may read them, for the whole run: below `documentsRoot`. */
import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { PlannedDocument } from '../../plan/scenario-plan.ts';
import { openDocumentFolder, type DocumentFolder } from './document-folder.ts';

export type Staged = Pick<PlannedDocument, 'name' | 'path'>;

export interface Staging {
  /**
   * One path per document, in order: what the agent is told to index. Names and folders stay, because agent and user
   * speak of them. Without a root the originals are used.
   */
  stage(documents: readonly Staged[]): Promise<readonly string[]>;
  /**
   * A copy for one scenario alone, which replaces its documents in the middle: over the copy of before. Without a root it
   * goes to `scratch`, a folder that the agent may read; rejects where there is neither.
   */
  place(scenarioId: string, document: Staged, scratch: string | null): Promise<string>;
  /** Removes what was staged. */
  remove(): Promise<void>;
}

const PLACED = 'of-scenarios';
const NO_PLACE =
  'a document is replaced in the middle, and there is no folder for its copies: set AGENT_EVAL_DOCUMENTS_ROOT to one that ' +
  "both this machine and the agent's backend can read";

/** `project` is the folder of the user's project, named to whoever finds the place taken. */
export function createStaging(documentsRoot: string | undefined, project = process.cwd()): Staging {
  const copies = new Map<string, Promise<string>>();
  let folder: DocumentFolder | null = null;
  const opened = (root: string) => (folder ??= openDocumentFolder(path.resolve(root), project));
  return {
    async stage(documents) {
      if (documentsRoot === undefined) return documents.map((document) => document.path);
      const ours = opened(documentsRoot);
      return Promise.all(
        documents.map((document) => {
          const copy = copies.get(document.name) ?? copyInto(ours, document);
          copies.set(document.name, copy);
          return copy;
        }),
      );
    },
    async place(scenarioId, { name, path: source }, scratch) {
      const root = documentsRoot ?? scratch;
      if (root === null) throw new Error(NO_PLACE);
      // Beside what is staged for all, whose first folder has another name.
      const parts = [PLACED, scenarioId, ...name.split('/')];
      const target = documentsRoot === undefined ? path.join(root, ...parts) : opened(root).claim(parts);
      await mkdir(path.dirname(target), { recursive: true });
      await copyFile(source, target);
      return target;
    },
    async remove() {
      await Promise.allSettled(copies.values());
      copies.clear();
      folder?.remove();
      folder = null;
    },
  };
}

async function copyInto(folder: DocumentFolder, { name, path: source }: Staged): Promise<string> {
  const target = folder.claim(name.split('/'));
  await mkdir(path.dirname(target), { recursive: true });
  // Never over a file that somebody put there.
  await copyFile(source, target, constants.COPYFILE_EXCL);
  return target;
}
