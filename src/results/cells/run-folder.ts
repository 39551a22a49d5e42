/** The folder of one run of an experiment (I/O): made new, or that of the newest run that was left unfinished. */
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../../disk/json-file.ts';
import { createRunDirectory, pointLatest } from '../store/run-directory.ts';
import { runIds } from '../store/run-id.ts';

/** What the run is to run: gates, bar, variants, cases with their truths. */
export const PLAN = 'plan.json';
/** Stands there until every cell of the run was run. */
const UNFINISHED = '.unfinished';

export interface RunFolder {
  readonly runId: string;
  /** Absolute. */
  readonly path: string;
  readonly isResumed: boolean;
}

/** Of all runs of an experiment. @param results the results folder, absolute. */
export function experimentFolder(results: string, experiment: string): string {
  return path.join(results, 'experiments', experiment);
}

/** As it stands in plan.json. */
export interface StoredPlan<Plan extends { readonly id: string } = { readonly id: string }> {
  /** What the run takes. */
  readonly plan: Plan;
  /** Cells of the whole experiment. */
  readonly whole: number;
  /** It leaves cells out, or has other repeats than the file: it stands for no whole run. */
  readonly isPartial: boolean;
}

/** Throws `ResultsError`. Only a run of the same plan is gone on with. */
export async function openRunFolder(
  results: string,
  stored: StoredPlan,
  resume: boolean,
): Promise<RunFolder> {
  const folder = experimentFolder(results, stored.plan.id);
  const text = `${JSON.stringify(stored)}\n`;
  if (resume) {
    const [newest] = await runIds(folder).catch(() => []);
    if (newest !== undefined && (await isUnfinished(path.join(folder, newest), text))) {
      return { runId: newest, path: path.join(folder, newest), isResumed: true };
    }
  }
  const made = await createRunDirectory(folder);
  await writeFileAtomic(path.join(made.path, PLAN), text);
  await writeFileAtomic(path.join(made.path, UNFINISHED), '');
  return { runId: made.runId, path: made.path, isResumed: false };
}

async function isUnfinished(run: string, plan: string): Promise<boolean> {
  const isOpen = await stat(path.join(run, UNFINISHED)).then(
    () => true,
    () => false,
  );
  return isOpen && (await readFile(path.join(run, PLAN), 'utf8').catch(() => '')) === plan;
}

/** A whole run becomes `latest`. */
export async function closeRunFolder(
  run: string,
  { isPartial }: { readonly isPartial: boolean },
): Promise<void> {
  await rm(path.join(run, UNFINISHED), { force: true });
  if (!isPartial) await pointLatest(path.dirname(run), path.basename(run));
}
