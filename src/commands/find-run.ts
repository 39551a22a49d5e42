/** From what a user writes (a folder, a file, a run's id, nothing) to a run on disk. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { findBaseline, type BaselinePlaces } from '../results/compare/baseline-file.ts';
import { latestRun, readScorecard } from '../results/store/run-directory.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import { CommandError, type CommandIo } from './io.ts';
import { readFolders, type FolderFlags, type FolderSetting } from './project-settings.ts';

export interface Located {
  /** Absolute. */
  readonly path: string;
  readonly scorecard: Scorecard;
}

export interface Places extends BaselinePlaces {
  /** Absolute: where the user stands. */
  readonly cwd: string;
}

/** The flags, else the environment, else the configuration, else the defaults. Throws {@link CommandError}. */
export async function placesOf(
  flags: Pick<FolderFlags, 'results' | 'baseline'>,
  io: CommandIo,
  needed: readonly FolderSetting[] = ['results', 'baseline'],
): Promise<Places> {
  const { root, results, baseline } = await readFolders(flags, needed, io);
  return { cwd: io.cwd, root, results, setting: baseline };
}

/** A run's folder, from a path or an id; without a word the newest whole run. Throws {@link CommandError}. */
export async function locateRun(
  word: string | undefined,
  places: Omit<Places, 'setting' | 'root'>,
): Promise<string> {
  if (word === undefined || word === 'latest') {
    const latest = await latestRun(places.results);
    if (latest !== null) return path.join(places.results, latest);
    throw new CommandError(
      `There is no finished whole run in ${places.results}. Run the scenarios first (agent-eval run), ` +
        'or say which run is meant.',
    );
  }
  const candidates = [path.resolve(places.cwd, word), path.join(places.results, word)];
  for (const candidate of candidates) {
    // oxlint-disable-next-line no-await-in-loop -- the first one that is there counts
    if ((await kindOf(candidate)) !== null) return candidate;
  }
  throw new CommandError(`There is no run ${word}: neither ${candidates.join(' nor ')} exists.`);
}

/** A scorecard: a file, a run's folder, a run's id, or `baseline`. Throws {@link CommandError} or `ResultsError`. */
export async function locateScorecard(
  word: string | undefined,
  places: Omit<Places, 'setting' | 'root'>,
): Promise<Located> {
  const found = await locateRun(word, places);
  const file = (await kindOf(found)) === 'folder' ? path.join(found, 'scorecard.json') : found;
  if ((await kindOf(file)) === null) {
    if ((await kindOf(path.join(found, 'cells'))) === 'folder') {
      throw new CommandError(
        `${found} is a run of an experiment, where one of scenarios is needed. What it says: agent-eval report ${found}`,
      );
    }
    throw new CommandError(
      `${found} has no scorecard.json, so its run did not finish. From the traces it left: agent-eval scorecard ${found}`,
    );
  }
  return { path: file, scorecard: await readScorecard(file) };
}

/** The saved baseline for a run. Throws {@link CommandError} when there is none. */
export async function locateBaseline(
  { config }: Pick<Scorecard, 'config'>,
  places: BaselinePlaces,
): Promise<Located> {
  const found = await findBaseline(config, places);
  if ('path' in found) return found;
  throw new CommandError(
    `There is no baseline at ${found.lookedAt.join(' nor at ')}. Save one: agent-eval baseline save, ` +
      'or name two runs to compare.',
  );
}

async function kindOf(file: string): Promise<'file' | 'folder' | null> {
  try {
    return (await stat(file)).isDirectory() ? 'folder' : 'file';
  } catch {
    return null;
  }
}
