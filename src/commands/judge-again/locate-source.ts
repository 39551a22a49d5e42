/** From what a user writes to the stored run that is to be judged again: of scenarios, or of an experiment (I/O). */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CELLS_FOLDER } from '../../results/cells/cell-file.ts';
import { latestRun } from '../../results/store/run-directory.ts';
import { CommandError } from '../io.ts';

export interface SourceRun {
  /** Absolute: the run's folder. */
  readonly folder: string;
  readonly kind: 'scenarios' | 'experiment';
}

export interface SourcePlaces {
  readonly cwd: string;
  /** Absolute. */
  readonly results: string;
}

const EXPERIMENTS = 'experiments';

/** A folder, a run's id, or an experiment's id; without a word the newest whole run. Throws {@link CommandError}. */
export async function locateSource(word: string | undefined, places: SourcePlaces): Promise<SourceRun> {
  const { cwd, results } = places;
  const experiments = path.join(results, EXPERIMENTS);
  const ids = await foldersIn(experiments);
  if (word === undefined || word === 'latest')
    return await newest([results, ...ids.map((id) => path.join(experiments, id))], results);
  const candidates = [
    path.resolve(cwd, word),
    path.join(results, word),
    path.join(experiments, word),
    ...ids.map((id) => path.join(experiments, id, word)),
  ];
  for (const candidate of candidates) {
    // oxlint-disable-next-line no-await-in-loop -- the first one that is there counts
    const found = await sourceAt(candidate);
    if (found !== null) return found;
  }
  throw new CommandError(
    `There is no stored run ${word}: neither ${candidates.slice(0, 3).join(' nor ')} holds traces or cells. ` +
      'Name a run by its folder or id, or an experiment by its id.',
  );
}

/** The folder of a run, of its traces, or of an experiment with a newest run. */
async function sourceAt(folder: string): Promise<SourceRun | null> {
  if (await isFolder(path.join(folder, CELLS_FOLDER))) return { folder, kind: 'experiment' };
  if (await isFolder(path.join(folder, 'traces'))) return { folder, kind: 'scenarios' };
  if (path.basename(folder) === 'traces' && (await isFolder(folder)))
    return { folder: path.dirname(folder), kind: 'scenarios' };
  const latest = (await isFolder(folder)) ? await latestRun(folder) : null;
  return latest === null ? null : await sourceAt(path.join(folder, latest));
}

async function newest(folders: readonly string[], results: string): Promise<SourceRun> {
  const runs = await Promise.all(
    folders.map(async (folder) => ({
      folder,
      id: (await isFolder(folder)) ? await latestRun(folder) : null,
    })),
  );
  // Their names begin with the time.
  const [last] = runs
    .flatMap(({ folder, id }) => (id === null ? [] : [{ id, run: path.join(folder, id) }]))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const found = last === undefined ? null : await sourceAt(last.run);
  if (found !== null) return found;
  throw new CommandError(
    `There is no finished whole run in ${results}. Run scenarios or an experiment first, or say which run is meant.`,
  );
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function isFolder(file: string): Promise<boolean> {
  return await stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
