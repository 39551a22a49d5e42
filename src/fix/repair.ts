/** One repair: the repairer works in the worktree, then everything that it touched is looked at. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../disk/json-file.ts';
import { entriesOf } from '../results/compare/rows.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import { putBack, snapshotChanges, takeSnapshot } from './evaluation-files.ts';
import type { FixOptions } from './options.ts';
import type { Cause } from './plan.ts';
import { repairPrompt } from './prompt.ts';
import { refusals, withinRepository, type ChangedFile } from './protected.ts';
import { runRepairer, type Repaired } from './repairer.ts';
import { stateChanges, type Source } from './source.ts';
import type { Worktree } from './worktree.ts';

export interface RepairRequest {
  /** Counted from 1. */
  readonly nth: number;
  readonly source: Source;
  readonly worktree: Worktree;
  /** What the worktree holds before the repair. */
  readonly tree: string;
  /** The run whose failures are to be repaired. */
  readonly scorecard: Scorecard;
  /** US dollars that may still be spent. */
  readonly budget: number;
  /** What became of the attempts before this one. */
  readonly before: readonly string[];
}

export interface Repair {
  readonly repaired: Repaired;
  /** What the worktree holds after the repair, as a tree. */
  readonly tree: string;
  readonly files: readonly ChangedFile[];
  /** The patch, relative to the folder of the whole loop; null when nothing was changed. */
  readonly patch: string | null;
  /** Why the repair may not stand: what it changed of the evaluation or of the protected paths. */
  readonly refused: readonly string[];
  /** Something outside was changed that is not ours to put back. */
  readonly unsafe: string | null;
}

/** Changed files of the evaluation are put back. The worktree stays as the repairer left it. */
export async function makeRepair(
  { nth, source, worktree, tree, scorecard, budget, before }: RepairRequest,
  causes: readonly Cause[],
  options: FixOptions,
): Promise<Repair> {
  const folder = path.join(options.folder, `iteration-${nth}`);
  await mkdir(folder, { recursive: true });
  const passing = entriesOf(scorecard).flatMap(({ id, facts }) => (facts.state === 'pass' ? [id] : []));
  const evaluation = [
    ...new Set([...options.evaluationPaths, ...scenarioFiles(scorecard, options.projectRoot)]),
  ];
  const protectedPaths = [...options.settings.protect, ...withinRepository(source.root, evaluation)];
  const state = await source.state();
  const kept = await takeSnapshot(evaluation);
  const repaired = await runRepairer({
    argv: options.repairer.map((word) => word.replaceAll('{budget}', budget.toFixed(2))),
    worktree: worktree.folder,
    prompt: options.mask(repairPrompt({ causes, passing, protectedPaths, before })),
    folder,
    limit: options.settings.repairTimeout,
    env: options.env,
    mask: options.mask,
    signal: options.signal,
  });

  const outside = snapshotChanges(kept, await takeSnapshot(evaluation));
  const stuck = await putBack(kept, outside, path.join(folder, 'set-aside'));
  const moved = stateChanges(state, await source.state());
  const made = await worktree.capture();
  const files = await worktree.files(tree, made);
  const patch = files.length === 0 ? null : path.join(`iteration-${nth}`, 'repair.patch');
  if (patch !== null) {
    await writeFileAtomic(path.join(options.folder, patch), await worktree.patch(tree, made));
  }
  const refused = [
    ...outside.map((file) => `it changes ${file}, which the evaluation reads`),
    ...refusals(files, protectedPaths),
  ];
  return { repaired, tree: made, files, patch, refused, unsafe: unsafeWords(moved, stuck) };
}

/** Wherever the configuration says that scenarios are: the run knows. */
function scenarioFiles(scorecard: Scorecard, root: string): string[] {
  return scorecard.scenarios.flatMap(({ file }) => (file === undefined ? [] : [path.resolve(root, file)]));
}

function unsafeWords(moved: readonly string[], stuck: readonly string[]): string | null {
  if (moved.length > 0) return `your own repository changed meanwhile: ${moved.join(', ')}`;
  if (stuck.length > 0) return `these could not be put back: ${stuck.join(', ')}`;
  return null;
}
