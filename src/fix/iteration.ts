/** One attempt: repair, look at what was touched, hold the scenarios again, keep it or take it back. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../message-of.ts';
import { entriesOf } from '../results/compare/rows.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import { whileAgentIsUp } from './agent-process.ts';
import { weigh } from './decide.ts';
import { failuresOf } from './failures.ts';
import { scoresOf, type FixEntry } from './log.ts';
import type { FixOptions } from './options.ts';
import { planRepairs, type Cause } from './plan.ts';
import { makeRepair, type Repair, type RepairRequest } from './repair.ts';
import type { Worktree } from './worktree.ts';

export interface Attempt {
  readonly entry: FixEntry;
  /** The tree and the run to go on from. */
  readonly tree: string;
  readonly scorecard: Scorecard;
  /** The run that was held on the repaired tree; null when none was. */
  readonly after: Scorecard | null;
  readonly usd: number;
  /** The repair was held, or there was none, and nothing came to pass. */
  readonly noProgress: boolean;
  /** Something outside was changed that is not ours to put back; then nothing more may be tried. */
  readonly unsafe: string | null;
}

type Outcome = FixEntry['outcome'];
type TakenBack = Partial<Pick<Attempt, 'after' | 'noProgress' | 'unsafe'>>;

export async function attempt(request: RepairRequest, options: FixOptions): Promise<Attempt> {
  const { nth, worktree, scorecard } = request;
  const causes = planRepairs(failuresOf(scorecard));
  const repair = await makeRepair(request, causes, options);
  const { repaired, refused, unsafe } = repair;
  const takeBack = async (outcome: Outcome, reason: string, more: TakenBack = {}): Promise<Attempt> => {
    await worktree.restore(request.tree);
    return {
      entry: entryOf(request, causes, repair, { outcome, reason, after: more.after ?? null }),
      tree: request.tree,
      scorecard,
      after: more.after ?? null,
      usd: repaired.usd ?? 0,
      noProgress: more.noProgress ?? false,
      unsafe: more.unsafe ?? null,
    };
  };

  if (refused.length > 0 || unsafe !== null) {
    const reason = [...refused, ...(unsafe === null ? [] : [unsafe])].join('; ');
    return await takeBack('rejected', reason, { unsafe });
  }
  const missing = missingRepair(repair);
  if (missing !== null) return await takeBack('failed', missing, { noProgress: repaired.problem === null });

  // What is held is what the patch says: files that git ignores are gone.
  await worktree.restore(repair.tree);
  options.tell(`iteration ${nth}: ${repair.files.length} file(s) changed; the scenarios are held again`);
  let after: Scorecard;
  try {
    const ids = entriesOf(scorecard).map(({ id }) => id);
    after = await evaluate(`iteration-${nth}`, worktree, ids, options);
    // A run that was ended early says nothing.
    options.signal.throwIfAborted();
  } catch (error) {
    return await takeBack('rolled_back', `the repaired agent could not be evaluated: ${messageOf(error)}`);
  }
  const weighed = weigh(scorecard, after);
  if (!weighed.kept) {
    return await takeBack('rolled_back', weighed.message, { after, noProgress: weighed.noProgress });
  }
  // A run leaves files behind, too.
  await worktree.restore(repair.tree);
  return {
    entry: entryOf(request, causes, repair, { outcome: 'kept', reason: weighed.message, after }),
    tree: repair.tree,
    scorecard: after,
    after,
    usd: repaired.usd ?? 0,
    noProgress: false,
    unsafe: null,
  };
}

/** What the log says of an attempt. */
function entryOf(
  { nth, scorecard }: RepairRequest,
  causes: readonly Cause[],
  { repaired, files, patch }: Repair,
  ended: Pick<FixEntry, 'outcome' | 'reason'> & { readonly after: Scorecard | null },
): FixEntry {
  return {
    iteration: nth,
    outcome: ended.outcome,
    reason: ended.reason,
    files: files.map((file) => file.path),
    why: repaired.words,
    scenario_ids: causes.flatMap(({ failures }) => failures.map(({ scenario_id }) => scenario_id)),
    scores: scoresOf(scorecard, ended.after),
    patch: patch?.split(path.sep).join('/') ?? null,
    repairer: { elapsed_s: repaired.elapsedSeconds, exit_code: repaired.exitCode, usd: repaired.usd },
  };
}

export async function evaluate(
  name: string,
  worktree: Worktree,
  scenarioIds: readonly string[] | null,
  options: FixOptions,
): Promise<Scorecard> {
  const { settings, restart, env, isReady, mask, signal } = options;
  const folder = path.join(options.folder, name, 'results');
  await mkdir(folder, { recursive: true });
  return await whileAgentIsUp(
    { argv: restart, worktree: worktree.folder, env, limit: settings.restartTimeout, isReady, mask, signal },
    async () => await options.evaluate({ worktree: worktree.folder, folder, scenarioIds, signal }),
  );
}

function missingRepair({ repaired, files }: Repair): string | null {
  if (repaired.problem !== null) return repaired.problem;
  return files.length === 0 ? 'the repairer changed nothing' : null;
}
