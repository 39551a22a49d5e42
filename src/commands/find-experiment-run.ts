/** From what a user writes (a folder, an experiment's name) to a run of an experiment on disk. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { PLAN } from '../results/cells/run-folder.ts';
import { latestRun } from '../results/store/run-directory.ts';
import { CommandError } from './io.ts';

export interface ExperimentPlaces {
  /** Absolute: where the user stands. */
  readonly cwd: string;
  /** Absolute. */
  readonly results: string;
}

/** Absolute. Throws {@link CommandError}. */
export async function locateExperimentRun(
  word: string | undefined,
  places: ExperimentPlaces,
): Promise<string> {
  const all = path.join(places.results, 'experiments');
  if (word === undefined) {
    throw new CommandError(
      `Say which run: its folder, or an experiment's name for its newest one. They are in ${path.relative(places.cwd, all)}.`,
    );
  }
  const found = await findExperimentRun(word, places);
  if (found !== null) return found;
  throw new CommandError(
    `There is no run ${word} of an experiment, and no experiment of that name with a whole run in ${all}. Run it first: ` +
      'npx agent-eval experiment',
  );
}

/** Absolute; null: no run of an experiment is called so. */
export async function findExperimentRun(
  word: string,
  { cwd, results }: ExperimentPlaces,
): Promise<string | null> {
  for (const candidate of [path.resolve(cwd, word), path.join(results, 'experiments', word)]) {
    // oxlint-disable-next-line no-await-in-loop -- the first one that is there counts
    if (await isThere(path.join(candidate, PLAN))) return candidate;
    // oxlint-disable-next-line no-await-in-loop -- likewise
    const latest = await latestRun(candidate).catch(() => null);
    if (latest === null) continue;
    // oxlint-disable-next-line no-await-in-loop -- likewise
    if (await isThere(path.join(candidate, latest, PLAN))) return path.join(candidate, latest);
  }
  return null;
}

async function isThere(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}
