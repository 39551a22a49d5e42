/** Finds, reads and writes baselines (I/O). */
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isAbsence } from '../../error-code.ts';
import { writeJsonAtomic } from '../../disk/json-file.ts';
import { fileError } from '../../disk/results-error.ts';
import { readScorecard } from '../store/run-directory.ts';
import type { Scorecard, ScorecardConfig } from '../store/scorecard-schema.ts';
import { BASELINES, baselineName, baselineOf, formerBaselineNames } from './baseline.ts';
import { makeFolder } from '../../disk/make-folder.ts';

export interface BaselinePlaces {
  /** Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly results: string;
  /** The setting, relative to the root; null when there is none. */
  readonly setting: string | null;
}

/** Where the baseline of such a run is saved: the setting, else by target and judge. */
export function baselinePath(config: ScorecardConfig, { root, setting }: BaselinePlaces): string {
  return setting === null ? join(root, BASELINES, baselineName(config)) : resolve(root, setting);
}

/**
 * The saved baseline, or the places that were looked at. Without a setting, `results/baseline.json` is the second
 * place: AMD GAIA's runner saves it there. Throws `ResultsError` for a file that cannot be read.
 */
export async function findBaseline(
  config: ScorecardConfig,
  places: BaselinePlaces,
): Promise<
  { readonly path: string; readonly scorecard: Scorecard } | { readonly lookedAt: readonly string[] }
> {
  const own = baselinePath(config, places);
  const former = formerBaselineNames(config).map((name) => join(places.root, BASELINES, name));
  const candidates =
    places.setting === null ? [...new Set([own, ...former, join(places.results, 'baseline.json')])] : [own];
  for (const path of candidates) {
    // oxlint-disable-next-line no-await-in-loop -- the first one that is there counts
    if (await isThere(path)) return { path, scorecard: await readScorecard(path) };
  }
  return { lookedAt: candidates };
}

/** Throws `ResultsError`. */
export async function writeBaseline(path: string, scorecard: Scorecard): Promise<void> {
  await makeFolder(dirname(path));
  await writeJsonAtomic(path, baselineOf(scorecard));
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (cause) {
    if (isAbsence(cause)) return false;
    throw fileError('read', path, cause);
  }
}
