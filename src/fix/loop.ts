/** Evaluate, repair, evaluate again, compare; until it is good enough or there is no use. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../disk/json-file.ts';
import { messageOf } from '../message-of.ts';
import { percent } from '../percent.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import { failuresOf, standingOf } from './failures.ts';
import { FixError } from './fix-error.ts';
import { attempt, evaluate, type Attempt } from './iteration.ts';
import { writeFixFiles, type FixEntry, type FixHistory, type Stop } from './log.ts';
import type { FixOptions } from './options.ts';
import { dangerousFlags } from './repairer.ts';
import { openSource, type Source } from './source.ts';
import { addWorktree, type Worktree } from './worktree.ts';

export interface FixResult {
  readonly log: readonly FixEntry[];
  readonly history: FixHistory;
}

const PATCH = 'fix.patch';
/** Attempts in a row that came to nothing for reasons a next one may avoid. */
const MAX_IN_VAIN = 2;

/**
 * Never leaves a worktree behind. Throws {@link FixError} for what keeps it from beginning; what happens later is in the
 * history, which is on disk after every step.
 */
export async function fixLoop(options: FixOptions): Promise<FixResult> {
  const source = await openSource(options.source, [options.results, options.folder]);
  await mkdir(options.folder, { recursive: true });
  const worktree = await addWorktree(source.root, source.commit);
  try {
    return await loop(source, worktree, options);
  } finally {
    await worktree.remove();
  }
}

async function loop(source: Source, worktree: Worktree, options: FixOptions): Promise<FixResult> {
  const { settings, folder, signal, tell } = options;
  const log: FixEntry[] = [];
  let history: FixHistory = {
    format: 'vitest-agent-eval/fix/1',
    started_at: new Date().toISOString(),
    ended_at: null,
    source: source.root,
    commit: source.commit,
    repairer: options.mask(options.repairer.join(' ')),
    dangerous_flags: dangerousFlags(options.repairer),
    target_pass_rate: settings.targetPassRate,
    max_iterations: settings.maxIterations,
    standings: [],
    usd: 0,
    stopped: null,
    patch: null,
  };
  const note = async (more: Partial<FixHistory>) => {
    history = { ...history, ...more };
    await writeFixFiles(folder, log, history);
  };
  const stop = async (by: Stop, message: string): Promise<FixResult> => {
    await note({ stopped: { by, message }, ended_at: new Date().toISOString() });
    return { log, history };
  };
  await note({});

  let scorecard: Scorecard;
  try {
    scorecard = options.first ?? (await evaluate('before', worktree, null, options));
    await worktree.restore(worktree.start);
  } catch (error) {
    if (signal.aborted) return await stop('interrupted', INTERRUPTED);
    const message = `the agent could not be evaluated: ${messageOf(error)}`;
    await stop('cannot_tell', message);
    throw new FixError(message, { cause: error });
  }
  let tree = worktree.start;
  await note({ standings: [standing(0, scorecard, true)] });
  tell(`before: ${words(scorecard)}`);

  let inVain = 0;
  const before: string[] = [];
  // oxlint-disable no-await-in-loop -- each attempt starts where the one before ended
  for (let nth = 1; ; nth += 1) {
    if (signal.aborted) return await stop('interrupted', INTERRUPTED);
    const enough = goodEnough(scorecard, settings.targetPassRate);
    if (enough !== null) return await stop(...enough);
    if (nth > settings.maxIterations)
      return await stop('iterations', `${settings.maxIterations} iteration(s) were made`);
    const budget = settings.budget - history.usd;
    if (budget <= 0) return await stop('budget', `the repairer has spent $${history.usd.toFixed(2)}`);
    tell(`iteration ${nth}: ${failuresOf(scorecard).length} failure(s) go to the repairer`);

    let made: Attempt;
    try {
      made = await attempt({ nth, source, worktree, tree, scorecard, budget, before }, options);
    } catch (error) {
      // Ctrl-C also ends a git that was at work.
      if (signal.aborted) return await stop('interrupted', INTERRUPTED);
      throw error;
    }
    const { entry } = made;
    log.push(entry);
    if (entry.outcome === 'kept') {
      await writeFileAtomic(path.join(folder, PATCH), await worktree.patch(worktree.start, made.tree));
    }
    await note({
      usd: history.usd + made.usd,
      ...(entry.outcome === 'kept' ? { patch: PATCH } : {}),
      standings: [
        ...history.standings,
        ...(made.after === null ? [] : [standing(nth, made.after, entry.outcome === 'kept')]),
      ],
    });
    ({ tree, scorecard } = made);
    if (signal.aborted) return await stop('interrupted', INTERRUPTED);
    tell(`iteration ${nth}: ${entry.outcome.replace('_', ' ')}, ${entry.reason}`);
    before.push(
      `${entry.outcome.replace('_', ' ')}: ${entry.reason} (files: ${entry.files.join(', ') || 'none'})`,
    );
    if (made.unsafe !== null) return await stop('unsafe', made.unsafe);
    inVain = entry.outcome === 'kept' ? 0 : inVain + 1;
    if (made.noProgress || inVain >= MAX_IN_VAIN) {
      const message = made.noProgress ? entry.reason : `${inVain} attempts in a row came to nothing`;
      return await stop('no_progress', message);
    }
  }
  // oxlint-enable no-await-in-loop
}

const INTERRUPTED = 'interrupted; what was kept until then is kept';

function standing(iteration: number, scorecard: Scorecard, kept: boolean): FixHistory['standings'][number] {
  return { iteration, run_id: scorecard.run_id, kept, ...standingOf(scorecard) };
}

/** Why nothing more is to be done; null when there is. A run that judged nothing is no success. */
function goodEnough(scorecard: Scorecard, target: number): [Stop, string] | null {
  const { judged, scenarios, judged_pass_rate: rate } = standingOf(scorecard);
  if (rate === null)
    return ['cannot_tell', 'no scenario was judged, so nobody can say what is to be repaired'];
  const open = judged === scenarios ? '' : ` (${scenarios - judged} scenario(s) have no verdict)`;
  if (failuresOf(scorecard).length === 0) return ['no_failures', `no scenario fails${open}`];
  if (rate >= target) return ['target_reached', `${words(scorecard)}, at least ${percent(target)} wanted`];
  return null;
}

function words(scorecard: Scorecard): string {
  const { judged, passed, judged_pass_rate: rate } = standingOf(scorecard);
  return rate === null
    ? 'nothing was judged'
    : `${passed} of ${judged} judged scenarios pass (${percent(rate)})`;
}
