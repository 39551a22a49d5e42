/** One attempt: repair, look at what was touched, hold the scenarios again, keep it or take it back. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../disk/json-file.ts';
import { messageOf } from '../message-of.ts';
import { entriesOf } from '../results/compare/rows.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import { whileAgentIsUp } from './agent-process.ts';
import { weigh } from './decide.ts';
import { putBack, snapshotChanges, takeSnapshot } from './evaluation-files.ts';
import { failuresOf } from './failures.ts';
import { scoresOf, type FixEntry } from './log.ts';
import type { FixOptions } from './options.ts';
import { planRepairs } from './plan.ts';
import { repairPrompt } from './prompt.ts';
import { refusals, withinRepository } from './protected.ts';
import { runRepairer, type Repaired } from './repairer.ts';
import { stateChanges, type Source } from './source.ts';
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

export interface AttemptInput {
  readonly nth: number;
  readonly source: Source;
  readonly worktree: Worktree;
  readonly tree: string;
  readonly scorecard: Scorecard;
  /** US dollars that may still be spent. */
  readonly budget: number;
  readonly before: readonly string[];
}

export async function attempt(input: AttemptInput, options: FixOptions): Promise<Attempt> {
  const { nth, source, worktree, tree, scorecard } = input;
  const folder = path.join(options.folder, `iteration-${nth}`);
  await mkdir(folder, { recursive: true });
  const causes = planRepairs(failuresOf(scorecard));
  const ids = causes.flatMap(({ failures }) => failures.map(({ scenario_id }) => scenario_id));
  const passing = entriesOf(scorecard).flatMap(({ id, facts }) => (facts.state === 'pass' ? [id] : []));
  const evaluation = [
    ...new Set([...options.evaluationPaths, ...scenarioFiles(scorecard, options.projectRoot)]),
  ];
  const protectedPaths = [...options.settings.protect, ...withinRepository(source.root, evaluation)];
  const state = await source.state();
  const kept = await takeSnapshot(evaluation);
  const repaired = await runRepairer({
    argv: options.repairer.map((word) => word.replaceAll('{budget}', input.budget.toFixed(2))),
    worktree: worktree.folder,
    prompt: options.mask(repairPrompt({ causes, passing, protectedPaths, before: input.before })),
    folder,
    limit: options.settings.repairTimeout,
    env: options.env,
    mask: options.mask,
    signal: options.signal,
  });

  const outside = snapshotChanges(kept, await takeSnapshot(evaluation));
  const stuck = await putBack(kept, outside, path.join(folder, 'set-aside'));
  const moved = stateChanges(state, await source.state());
  const tried = await worktree.capture();
  const files = await worktree.files(tree, tried);
  const patch = files.length === 0 ? null : path.join(`iteration-${nth}`, 'repair.patch');
  if (patch !== null) {
    await writeFileAtomic(path.join(options.folder, patch), await worktree.patch(tree, tried));
  }
  const entryOf = (outcome: FixEntry['outcome'], reason: string, after: Scorecard | null): FixEntry => ({
    iteration: nth,
    outcome,
    reason,
    files: files.map((file) => file.path),
    why: repaired.words,
    scenario_ids: ids,
    scores: scoresOf(scorecard, after),
    patch: patch?.split(path.sep).join('/') ?? null,
    repairer: { elapsed_s: repaired.elapsedSeconds, exit_code: repaired.exitCode, usd: repaired.usd },
  });
  const takeBack = async (
    outcome: FixEntry['outcome'],
    reason: string,
    more: Partial<Pick<Attempt, 'after' | 'noProgress' | 'unsafe'>> = {},
  ): Promise<Attempt> => {
    await worktree.restore(tree);
    const after = more.after ?? null;
    const usd = repaired.usd ?? 0;
    return {
      entry: entryOf(outcome, reason, after),
      tree,
      scorecard,
      after,
      usd,
      noProgress: more.noProgress ?? false,
      unsafe: more.unsafe ?? null,
    };
  };

  const touched = [
    ...outside.map((file) => `it changes ${file}, which the evaluation reads`),
    ...refusals(files, protectedPaths),
  ];
  const unsafe = unsafeWords(moved, stuck);
  if (touched.length > 0 || unsafe !== null) {
    const reason = [...touched, ...(unsafe === null ? [] : [unsafe])].join('; ');
    return await takeBack('rejected', reason, { unsafe });
  }
  const missing = missingRepair(repaired, files.length);
  if (missing !== null) return await takeBack('failed', missing, { noProgress: repaired.problem === null });

  // What is held is what the patch says: files that git ignores are gone.
  await worktree.restore(tried);
  options.tell(`iteration ${nth}: ${files.length} file(s) changed; the scenarios are held again`);
  let after: Scorecard;
  try {
    after = await evaluate(
      `iteration-${nth}`,
      worktree,
      entriesOf(scorecard).map(({ id }) => id),
      options,
    );
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
  await worktree.restore(tried);
  return {
    entry: entryOf('kept', weighed.message, after),
    tree: tried,
    scorecard: after,
    after,
    usd: repaired.usd ?? 0,
    noProgress: false,
    unsafe: null,
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

/** Wherever the configuration says that scenarios are: the run knows. */
function scenarioFiles(scorecard: Scorecard, root: string): string[] {
  return scorecard.scenarios.flatMap(({ file }) => (file === undefined ? [] : [path.resolve(root, file)]));
}

function missingRepair({ problem }: Repaired, files: number): string | null {
  if (problem !== null) return problem;
  return files === 0 ? 'the repairer changed nothing' : null;
}

function unsafeWords(moved: readonly string[], stuck: readonly string[]): string | null {
  if (moved.length > 0) return `your own repository changed meanwhile: ${moved.join(', ')}`;
  if (stuck.length > 0) return `these could not be put back: ${stuck.join(', ')}`;
  return null;
}
