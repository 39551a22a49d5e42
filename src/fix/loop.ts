/** Evaluate, repair, evaluate again, compare; until it is good enough or there is no use. */
import { mkdir } from 'node:fs/promises';
import { messageOf } from '../message-of.ts';
import { percent } from '../percent.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import { failuresOf, standingOf } from './failures.ts';
import { FixError } from './fix-error.ts';
import type { FixSettings } from './fix-settings.ts';
import { openHistory, type FixResult } from './history.ts';
import { attempt, evaluate, type Attempt } from './iteration.ts';
import type { Stop } from './log.ts';
import type { FixOptions } from './options.ts';
import { openSource, type Source } from './source.ts';
import { addWorktree, type Worktree } from './worktree.ts';

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
  const { signal, tell } = options;
  const history = await openHistory(source, options);
  let scorecard: Scorecard;
  try {
    scorecard = options.first ?? (await evaluate('before', worktree, null, options));
    await worktree.restore(worktree.start);
  } catch (error) {
    if (signal.aborted) return await history.stop('interrupted', INTERRUPTED);
    const message = `the agent could not be evaluated: ${messageOf(error)}`;
    await history.stop('cannot_tell', message);
    throw new FixError(message, { cause: error });
  }
  await history.noteFirst(scorecard);
  tell(`before: ${words(scorecard)}`);

  let tree = worktree.start;
  let inVain = 0;
  const before: string[] = [];
  // oxlint-disable no-await-in-loop -- each attempt starts where the one before ended
  for (let nth = 1; ; nth += 1) {
    if (signal.aborted) return await history.stop('interrupted', INTERRUPTED);
    const over = enough(scorecard, nth, history.usd(), options.settings);
    if (over !== null) return await history.stop(...over);
    tell(`iteration ${nth}: ${failuresOf(scorecard).length} failure(s) go to the repairer`);

    const budget = options.settings.budget - history.usd();
    let made: Attempt;
    try {
      made = await attempt({ nth, source, worktree, tree, scorecard, budget, before }, options);
    } catch (error) {
      // Ctrl-C also ends a git that was at work.
      if (signal.aborted) return await history.stop('interrupted', INTERRUPTED);
      throw error;
    }
    const { outcome, reason, files } = made.entry;
    await history.noteAttempt(nth, made, worktree);
    ({ tree, scorecard } = made);
    if (signal.aborted) return await history.stop('interrupted', INTERRUPTED);
    tell(`iteration ${nth}: ${outcome.replace('_', ' ')}, ${reason}`);
    before.push(`${outcome.replace('_', ' ')}: ${reason} (files: ${files.join(', ') || 'none'})`);
    if (made.unsafe !== null) return await history.stop('unsafe', made.unsafe);
    inVain = outcome === 'kept' ? 0 : inVain + 1;
    if (made.noProgress) return await history.stop('no_progress', reason);
    if (inVain >= MAX_IN_VAIN) {
      return await history.stop('no_progress', `${inVain} attempts in a row came to nothing`);
    }
  }
  // oxlint-enable no-await-in-loop
}

const INTERRUPTED = 'interrupted; what was kept until then is kept';

/** Why no further attempt is made; null when one is. */
function enough(
  scorecard: Scorecard,
  nth: number,
  usd: number,
  settings: FixSettings,
): [Stop, string] | null {
  const reached = goodEnough(scorecard, settings.targetPassRate);
  if (reached !== null) return reached;
  if (nth > settings.maxIterations) return ['iterations', `${settings.maxIterations} iteration(s) were made`];
  if (usd >= settings.budget) return ['budget', `the repairer has spent $${usd.toFixed(2)}`];
  return null;
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
