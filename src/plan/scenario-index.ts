/** All scenario files of the project, read again only when they changed: for tags and for ids that are taken. */
import { stat } from 'node:fs/promises';
import { findScenarioFiles, readScenario, type ScenarioOnDisk } from '../scenario/discover.ts';

export interface ScenarioIndex {
  /** The scenarios as they are on disk now; a missing folder holds none. */
  all(): Promise<readonly ScenarioOnDisk[]>;
  /** The same, at most {@link RECENT_MS} old: a run asks at its start, and again for each of its files. */
  recent(): Promise<readonly ScenarioOnDisk[]>;
  /** One file as it is on disk now. */
  one(file: string): Promise<ScenarioOnDisk>;
}

/** A run of thousands would look at all files for each of them; whoever edits two does not notice. */
const RECENT_MS = 5_000;

interface Entry {
  readonly changed: number;
  readonly size: number;
  readonly scenario: Promise<ScenarioOnDisk>;
}

export function createScenarioIndex(folders: readonly string[], root: string): ScenarioIndex {
  let entries: ReadonlyMap<string, Entry> = new Map();
  let last: { readonly at: number; readonly scenarios: Promise<readonly ScenarioOnDisk[]> } | null = null;

  /** null for a file that is gone. */
  async function entryOf(file: string): Promise<Entry | null> {
    const found = await stat(file).catch(() => null);
    if (!found) return null;
    const known = entries.get(file);
    if (known && known.changed === found.mtimeMs && known.size === found.size) return known;
    return { changed: found.mtimeMs, size: found.size, scenario: readScenario(file, root) };
  }

  async function scan(): Promise<readonly ScenarioOnDisk[]> {
    const files = await findFiles(folders);
    const found = await Promise.all(files.map(async (file) => [file, await entryOf(file)] as const));
    entries = new Map(found.flatMap(([file, entry]) => (entry ? [[file, entry] as const] : [])));
    return Promise.all([...entries.values()].map((entry) => entry.scenario));
  }

  function all(): Promise<readonly ScenarioOnDisk[]> {
    const seen = { at: performance.now(), scenarios: scan() };
    last = seen;
    seen.scenarios.catch(() => {
      if (last === seen) last = null;
    });
    return seen.scenarios;
  }

  return {
    all,
    recent: () => (last && performance.now() - last.at < RECENT_MS ? last.scenarios : all()),
    async one(file) {
      const entry = await entryOf(file);
      return entry?.scenario ?? readScenario(file, root);
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
