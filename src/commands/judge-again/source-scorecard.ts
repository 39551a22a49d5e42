import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readScorecard } from '../../results/store/run-directory.ts';
import type { Scorecard } from '../../results/store/scorecard.ts';

/** The scorecard of a run; null when it has none. Throws `ResultsError` for one that cannot be read. */
export async function sourceScorecard(folder: string): Promise<Scorecard | null> {
  const file = path.join(folder, 'scorecard.json');
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  return isThere ? await readScorecard(file) : null;
}
