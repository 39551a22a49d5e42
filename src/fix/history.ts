/** What a fix writes down: log and history, on disk after every step (I/O). */
import path from 'node:path';
import { writeFileAtomic } from '../disk/json-file.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import { standingOf } from './failures.ts';
import type { Attempt } from './iteration.ts';
import { writeFixFiles, type FixEntry, type FixHistory, type Stop } from './log.ts';
import type { FixOptions } from './options.ts';
import { dangerousFlags } from './repairer.ts';
import type { Source } from './source.ts';
import type { Worktree } from './worktree.ts';

export interface FixResult {
  readonly log: readonly FixEntry[];
  readonly history: FixHistory;
}

export interface HistoryWriter {
  /** US dollars that the repairer has spent. */
  usd(): number;
  /** Notes the run that was held before any repair. */
  noteFirst(scorecard: Scorecard): Promise<void>;
  noteAttempt(nth: number, made: Attempt, worktree: Worktree): Promise<void>;
  stop(by: Stop, message: string): Promise<FixResult>;
}

const PATCH = 'fix.patch';

export async function openHistory(source: Source, options: FixOptions): Promise<HistoryWriter> {
  const { settings, folder } = options;
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
  await note({});
  return {
    usd: () => history.usd,
    noteFirst: async (scorecard) => await note({ standings: [standing(0, scorecard, true)] }),
    async noteAttempt(nth, { entry, tree, after, usd }, worktree) {
      const kept = entry.outcome === 'kept';
      log.push(entry);
      if (kept) await writeFileAtomic(path.join(folder, PATCH), await worktree.patch(worktree.start, tree));
      await note({
        usd: history.usd + usd,
        ...(kept ? { patch: PATCH } : {}),
        standings: [...history.standings, ...(after === null ? [] : [standing(nth, after, kept)])],
      });
    },
    async stop(by, message) {
      await note({ stopped: { by, message }, ended_at: new Date().toISOString() });
      return { log, history };
    },
  };
}

function standing(iteration: number, scorecard: Scorecard, kept: boolean): FixHistory['standings'][number] {
  return { iteration, run_id: scorecard.run_id, kept, ...standingOf(scorecard) };
}
