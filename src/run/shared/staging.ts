/**
 * Copies of documents where the agent's backend may read them, for the whole run: below `documentsRoot`, always in the
 * same place. An agent that meets the same content at another path goes on with the first path it knew, so a folder of
 * its own for each scenario or run would leave it with files that are gone.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PlannedDocument } from '../../plan/scenario-plan.ts';

const FOLDER = 'agent-eval-documents';

export interface Staging {
  /**
   * One path per document, in order: what the agent is told to index. Names and folders stay, because agent and user
   * speak of them. Without a root the originals are used.
   */
  stage(documents: readonly Pick<PlannedDocument, 'name' | 'path'>[]): Promise<readonly string[]>;
  /** Removes what was staged. */
  remove(): Promise<void>;
}

export function createStaging(documentsRoot: string | undefined): Staging {
  const copies = new Map<string, Promise<void>>();
  const root = documentsRoot === undefined ? null : path.resolve(documentsRoot, FOLDER);
  return {
    async stage(documents) {
      if (root === null) return documents.map((document) => document.path);
      // Not recursive: a root that is not there is a mistake in the setting, and no folder to make.
      await mkdir(root).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      });
      return Promise.all(
        documents.map(async (document) => {
          const target = path.join(root, ...document.name.split('/'));
          let copy = copies.get(target);
          if (copy === undefined) {
            copy = copyTo(document.path, target);
            copies.set(target, copy);
          }
          await copy;
          return target;
        }),
      );
    },
    async remove() {
      if (root === null || copies.size === 0) return;
      await Promise.allSettled(copies.values());
      copies.clear();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function copyTo(source: string, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  await copyFile(source, target);
}
