/** All scenario files of the project, read again only when they changed: for tags and for ids that are taken. */
import { stat } from 'node:fs/promises';
import { findScenarioFiles, readScenario, type ScenarioOnDisk } from '../scenario/discover.ts';

export interface ScenarioIndex {
  /** The scenarios as they are on disk now; a missing folder holds none. */
  all(): Promise<readonly ScenarioOnDisk[]>;
}

interface Entry {
  readonly changed: number;
  readonly size: number;
  readonly scenario: Promise<ScenarioOnDisk>;
}

export function createScenarioIndex(folders: readonly string[], root: string): ScenarioIndex {
  let entries = new Map<string, Entry>();
  return {
    async all() {
      const files = await findFiles(folders);
      const next = new Map<string, Entry>();
      for (const file of files) {
        const found = await stat(file).catch(() => null);
        if (!found) continue;
        const known = entries.get(file);
        const same = known && known.changed === found.mtimeMs && known.size === found.size;
        next.set(
          file,
          same ? known : { changed: found.mtimeMs, size: found.size, scenario: readScenario(file, root) },
        );
      }
      entries = next;
      return Promise.all([...next.values()].map((entry) => entry.scenario));
    },
  };
}

async function findFiles(folders: readonly string[]): Promise<readonly string[]> {
  const present: string[] = [];
  for (const folder of folders) {
    if ((await stat(folder).catch(() => null))?.isDirectory()) present.push(folder);
  }
  return findScenarioFiles(present);
}
