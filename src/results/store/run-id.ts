/** Names of runs. They say when a run began, and never go back: a later run has a later name, whatever the clock did. */
import { readdir } from 'node:fs/promises';
import { codeOf } from '../../error-code.ts';
import { fileError } from '../../disk/results-error.ts';

const RUN_ID = /^run_(\d{8}_\d{6})(?:_(\d+))?$/;

/** `run_YYYYMMDD_HHMMSS` in UTC. */
export function runIdAt(now: Date): string {
  const digits = now.toISOString().replaceAll(/\D/g, '');
  return `run_${digits.slice(0, 8)}_${digits.slice(8, 14)}`;
}

/** The name of the next run, after those there are: a clock that was set back counts on from the newest. */
export function nextRunId(now: Date, newest: string | null): string {
  const own = runIdAt(now);
  if (newest === null || compareRunIds(own, newest) > 0) return own;
  return following(newest);
}

/** The next number within the same second. */
export function following(runId: string): string {
  const [, time = '', nth = '1'] = RUN_ID.exec(runId) ?? [];
  return `run_${time}_${Number(nth) + 1}`;
}

/** By second, then by number within it. */
export function compareRunIds(a: string, b: string): number {
  const [, timeA = '', nthA = '1'] = RUN_ID.exec(a) ?? [];
  const [, timeB = '', nthB = '1'] = RUN_ID.exec(b) ?? [];
  if (timeA !== timeB) return timeA < timeB ? -1 : 1;
  return Number(nthA) - Number(nthB);
}

/** Newest first; none where there is no such folder. Throws `ResultsError`. */
export async function runIds(resultsFolder: string): Promise<readonly string[]> {
  let names: readonly string[];
  try {
    names = await readdir(resultsFolder);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return [];
    throw fileError('read', resultsFolder, cause);
  }
  return names.filter((name) => RUN_ID.test(name)).toSorted((a, b) => compareRunIds(b, a));
}
