/** One run on disk (I/O): its folder, its progress while it goes on, its scorecard, and `results/latest`. */
import { lstat, mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { draftPath, readJson, writeFileAtomic, writeJsonAtomic } from '../../disk/json-file.ts';
import { codeOf } from '../../error-code.ts';
import { fileError, ResultsError } from '../../disk/results-error.ts';
import { STATUSES, type Status } from '../../rubric/verdict-types.ts';
import { following, nextRunId, runIds } from './run-id.ts';
import { PLAN_FILE, type RunPlan } from './run-plan.ts';
import { scorecardSchema, type Scorecard } from './scorecard-schema.ts';
import { makeFolder } from '../../disk/make-folder.ts';

const PROGRESS = '.progress.json';
const LATEST = 'latest';
/** What `latest` of ours says. */
const POINTED_AT = /^run_\w+$/;
/** Another run may take a name first; so many in a row mean that something starts runs in a loop. */
const MAX_TRIES = 1000;
const progressSchema = z.record(z.string(), z.enum(STATUSES));

export interface RunDirectory {
  /** `run_YYYYMMDD_HHMMSS` (UTC), with `_2`, `_3`, … when that second already had a run. */
  readonly runId: string;
  readonly path: string;
  /** Notes that the run has begun and what it is to run, so that it can be resumed. Keeps the progress there is. */
  begin(plan: RunPlan): Promise<void>;
  /** Notes a scenario's status in `.progress.json`. One process writes it: the one that owns the run. */
  record(scenarioId: string, status: Status): Promise<void>;
  /**
   * Writes scorecard.json and summary.md and, for a whole run, moves `latest`. The progress ends, unless scenarios
   * are left that a later run may finish.
   */
  finish(scorecard: Scorecard, summary: string, options?: { readonly unfinished: boolean }): Promise<void>;
}

/** Throws `ResultsError`. Two runs never share a folder, whatever process started them: mkdir is exclusive. */
export async function createRunDirectory(
  resultsFolder: string,
  now: Date = new Date(),
): Promise<RunDirectory> {
  await makeFolder(resultsFolder);
  const [newest = null] = await runIds(resultsFolder);
  let runId = nextRunId(now, newest);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await isNew(join(resultsFolder, runId))) return openRunDirectory(resultsFolder, runId);
    runId = following(runId);
  }
  const reason = new Error(`other runs took the next ${MAX_TRIES} names meanwhile`);
  throw fileError('create', join(resultsFolder, runId), reason);
}

/** A run that exists already. */
export function openRunDirectory(resultsFolder: string, runId: string): RunDirectory {
  const path = join(resultsFolder, runId);
  /** scenario_id → its line in `.progress.json`: thousands of them are written again with each scenario. */
  const progress = new Map<string, string>();
  const note = (id: string, status: Status): void =>
    void progress.set(id, `  ${JSON.stringify(id)}: ${JSON.stringify(status)}`);
  const write = async (options: { readonly flush: boolean }): Promise<void> =>
    await writeFileAtomic(join(path, PROGRESS), `{\n${[...progress.values()].join(',\n')}\n}\n`, options);
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return {
    runId,
    path,
    async begin(plan) {
      for (const [id, status] of Object.entries((await readProgress(path).catch(() => null)) ?? {})) {
        note(id, status);
      }
      await writeJsonAtomic(join(path, PLAN_FILE), plan);
      await write({ flush: true });
    },
    async record(scenarioId, status) {
      note(scenarioId, status);
      // One after another: an older state must not overtake a newer one. What comes while a write waits for the one
      // before goes with it. A failed write does not end the line.
      next ??= last
        .catch(() => undefined)
        .then(() => {
          next = null;
          // What counts is the traces: a line that a crash of the machine took is done without.
          return write({ flush: false });
        });
      last = next;
      await last;
    },
    async finish(scorecard, summary, { unfinished } = { unfinished: false }) {
      await last.catch(() => undefined);
      await writeJsonAtomic(join(path, 'scorecard.json'), scorecard);
      await writeFileAtomic(join(path, 'summary.md'), summary);
      if (!unfinished) {
        // The plan is what makes a run unfinished.
        await remove(join(path, PLAN_FILE));
        await remove(join(path, PROGRESS));
      }
      if (scorecard.partial !== true) await pointLatest(resultsFolder, runId);
    },
  };
}

/** scenario_id → status of a run that has not finished; null when it has, or never noted anything. */
export async function readProgress(runDirectory: string): Promise<Readonly<Record<string, Status>> | null> {
  try {
    return await readJson(join(runDirectory, PROGRESS), progressSchema);
  } catch (error) {
    if (error instanceof Error && codeOf(error.cause) === 'ENOENT') return null;
    throw error;
  }
}

const SCORECARD_ADVICE =
  'Write it again from its traces (agent-eval scorecard <run>), or save the baseline again (agent-eval baseline save)';

/** Ours or GAIA's. Throws `ResultsError`. */
export async function readScorecard(path: string): Promise<Scorecard> {
  return await readJson(path, scorecardSchema, SCORECARD_ADVICE);
}

/** The run id of the newest whole run, or null. Throws `ResultsError`. */
export async function latestRun(resultsFolder: string): Promise<string | null> {
  const path = join(resultsFolder, LATEST);
  try {
    return basename(await readlink(path));
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    // EINVAL (on Windows UNKNOWN): not a link, so it is the text form.
  }
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    throw fileError('read', path, cause);
  }
}

/**
 * A relative link where the file system allows one, so that `results/latest/scorecard.json` works and the folder
 * can move; else (Windows without the right, FAT) a text file that holds the run id.
 */
export async function pointLatest(
  resultsFolder: string,
  runId: string,
  link: typeof symlink = symlink,
): Promise<void> {
  const path = join(resultsFolder, LATEST);
  if (!(await isPointer(path))) {
    throw new ResultsError(
      `${path} is not ours, so it is not replaced. Move it, or set AGENT_EVAL_RESULTS to another folder.`,
      path,
    );
  }
  const draft = draftPath(path);
  try {
    await link(runId, draft, 'dir');
  } catch {
    await writeFileAtomic(path, `${runId}\n`);
    return;
  }
  try {
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw fileError('write', path, cause);
  }
}

/** Nothing stands there, or what an earlier run wrote: a link to a run, or a text that names one. */
async function isPointer(path: string): Promise<boolean> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return POINTED_AT.test(basename(await readlink(path)));
    if (stats.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    return stats.isFile() && stats.size < 100 && POINTED_AT.test((await readFile(path, 'utf8')).trim());
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return true;
    throw fileError('read', path, cause);
  }
}

/** Makes the folder; false when it exists. */
async function isNew(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw fileError('create', folder, cause);
  }
}

async function remove(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (cause) {
    throw fileError('remove', path, cause);
  }
}
