/** Runs that did not come to their end, and which of their results still stand (I/O). */
import { access, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../../disk/json-file.ts';
import { lockHolder, type LockRecord } from '../../disk/lock-file.ts';
import { codeOf } from '../../error-code.ts';
import { fileError, ResultsError } from '../../disk/results-error.ts';
import { meanScore } from '../../rubric/score.ts';
import { MIN_OVERALL } from '../../rubric/turn-verdict.ts';
import { isJudgedStatus } from '../../rubric/verdict-types.ts';
import { identityDifference, type Identity } from './identity.ts';
import { latestRun, readProgress, readScorecard } from './run-directory.ts';
import { compareRunIds, runIds } from './run-id.ts';
import { PLAN_FILE, planSchema, samePlan, type RunPlan } from './run-plan.ts';
import type { ScenarioResult } from './schema.ts';
import { readTrace, traceFileName, tracePath } from './trace-store.ts';

/** The lock of the process that works on a run. */
export const OWNER_FILE = '.owner.json';

export interface UnfinishedRun {
  readonly runId: string;
  readonly path: string;
  readonly finished: number;
  /** Scenarios that ended by a fault which no second run mends by itself: they have to be changed, or judged by another. */
  readonly settled: number;
}

/** What there is to go on with. */
export interface Search {
  /** The newest run of the plan that was left unfinished and that no process works on. */
  readonly run: UnfinishedRun | null;
  /** The newest run of the plan is not this one: a process works on it. */
  readonly held: { readonly runId: string; readonly holder: LockRecord } | null;
  /** Why the newest run that is no whole one can't be gone on with; null when it can, or there is none. */
  readonly reason: string | null;
}

/** Judged or skipped: running it again would tell nothing new. Every other status is run again. */
export function isFinished(status: string): boolean {
  return status === 'SKIPPED_NO_DOCUMENT' || isJudgedStatus(status);
}

/**
 * Looks for an unfinished run of this plan, from the newest back to a whole run that has come to its end since, every
 * scenario of it. Throws `ResultsError`.
 */
export async function findUnfinished(resultsFolder: string, plan: RunPlan): Promise<Search> {
  let held: Search['held'] = null;
  let reason: string | null = null;
  for (const runId of await runIds(resultsFolder)) {
    const path = join(resultsFolder, runId);
    // oxlint-disable-next-line no-await-in-loop -- mostly the first one ends the search
    const obstacle = await obstacleTo(path, plan);
    if (obstacle !== null) {
      reason ??= obstacle === '' ? null : `${runId} ${obstacle}`;
      continue;
    }
    const holder = lockHolder(join(path, OWNER_FILE));
    if (holder !== null) {
      held ??= { runId, holder };
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    const later = await supersededBy(resultsFolder, runId, plan);
    if (later !== null) {
      reason ??= `${runId} was left unfinished, but ${later} has come to its end since, every scenario of it`;
      return { run: null, held, reason };
    }
    // oxlint-disable-next-line no-await-in-loop
    const progress = (await readProgress(path).catch(() => null)) ?? {};
    const statuses = Object.values(progress);
    const finished = statuses.filter(isFinished).length;
    const settled = statuses.filter((status) => status === 'SETUP_ERROR' || status === 'ERRORED').length;
    return { run: { runId, path, finished, settled }, held, reason: null };
  }
  return { run: null, held, reason };
}

/** Why a run can't be gone on with by this plan; empty for one that has come to its end, null when nothing is in the way. */
async function obstacleTo(path: string, plan: RunPlan): Promise<string | null> {
  let planned: RunPlan;
  try {
    planned = await readJson(join(path, PLAN_FILE), planSchema);
  } catch (error) {
    if (!(error instanceof ResultsError) || codeOf(error.cause) !== 'ENOENT') {
      return 'was left unfinished, and its plan (.plan.json) is damaged';
    }
    const isEnded = await access(join(path, 'scorecard.json')).then(
      () => true,
      () => false,
    );
    return isEnded ? '' : 'was ended before its plan was on disk, so nothing of it was run';
  }
  return samePlan(planned, plan)
    ? null
    : 'was left unfinished, but it ran other scenarios, filters or another target';
}

/** The whole run that has come to its end since; null when there is none. */
async function supersededBy(
  resultsFolder: string,
  runId: string,
  { target }: RunPlan,
): Promise<string | null> {
  const latest = await latestRun(resultsFolder).catch(() => null);
  if (latest === null || compareRunIds(latest, runId) <= 0) return null;
  const scorecard = await readScorecard(join(resultsFolder, latest, 'scorecard.json')).catch(() => null);
  if (scorecard === null || scorecard.config.target !== target) return null;
  return scorecard.scenarios.every(({ status }) => isFinished(status)) ? latest : null;
}

export type Stored =
  | { readonly kind: 'stands'; readonly result: ScenarioResult }
  /** Nothing was stored, or a status that is run again anyway. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string };

/** The stored result of a scenario, if it stands for a run of `identity`. */
export async function storedResult(
  run: { readonly runId: string; readonly directory: string },
  scenarioId: string,
  identity: Identity,
): Promise<Stored> {
  let result: ScenarioResult;
  try {
    result = await readTrace(tracePath(run.directory, scenarioId));
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    if (codeOf(error.cause) === 'ENOENT') return { kind: 'none' };
    return { kind: 'refused', reason: damage(error.cause) };
  }
  if (result.scenario_id !== scenarioId || result.run_id !== run.runId) {
    return {
      kind: 'refused',
      reason: `its trace is that of ${result.scenario_id} in ${result.run_id}`,
    };
  }
  if (!isFinished(result.status)) return { kind: 'none' };
  const doubt = doubtOf(result);
  if (doubt !== null) return { kind: 'refused', reason: doubt };
  const difference = identityDifference(result.identity, identity);
  return difference === null ? { kind: 'stands', result } : { kind: 'refused', reason: difference };
}

/** Why a PASS can't be one that we wrote; null when it can. */
function doubtOf({ status, overall_score, turns }: ScenarioResult): string | null {
  if (status !== 'PASS') return null;
  const scores = turns.map((turn) => turn.overall_score);
  const isScored = overall_score !== null && turns.length > 0 && !scores.includes(null);
  if (!isScored) return 'its trace says PASS without a score for every turn';
  if (overall_score < MIN_OVERALL) return 'its trace says PASS with a score that is none';
  const mean = meanScore(scores);
  return mean !== null && Math.abs(mean - overall_score) < ROUNDING
    ? null
    : "its trace's score is not that of its turns";
}

/** Scores have two decimals. */
const ROUNDING = 0.011;

function damage(cause: unknown): string {
  if (cause instanceof SyntaxError) return 'its trace is cut off or damaged';
  if (cause instanceof z.ZodError) return 'its trace has another format';
  return "its trace can't be read";
}

/** Drafts of a process that died while it wrote. Only for a run that nobody else works on. */
export async function removeDrafts(runDirectory: string): Promise<void> {
  for (const folder of [runDirectory, join(runDirectory, 'traces')]) {
    // oxlint-disable-next-line no-await-in-loop -- two folders
    const drafts = (await names(folder)).filter((name) => name.startsWith('.') && name.endsWith('.draft'));
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all(drafts.map(async (name) => await rm(join(folder, name), { force: true })));
  }
}

/** Traces of scenarios that the run does not have any more: kept, but hidden from who reads the run. Returns their names. */
export async function setAsideOthers(
  runDirectory: string,
  scenarioIds: readonly string[],
): Promise<readonly string[]> {
  const folder = join(runDirectory, 'traces');
  const ours = new Set(scenarioIds.map(traceFileName));
  const others = (await names(folder)).filter(
    (name) => name.endsWith('.json') && !name.startsWith('.') && !ours.has(name),
  );
  await Promise.all(
    others.map(async (name) => await rename(join(folder, name), join(folder, `.${name}.aside`))),
  );
  return others.toSorted();
}

async function names(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return [];
    throw fileError('read', folder, cause);
  }
}
