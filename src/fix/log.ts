/** What a fix leaves on disk: `fix_log.json`, one entry an iteration, and `fix_history.json`. */
import path from 'node:path';
import { z } from 'zod';
import { readJson, writeJsonAtomic } from '../disk/json-file.ts';
import { entriesOf } from '../results/compare/rows.ts';
import type { Scorecard } from '../results/store/scorecard.ts';

export const LOG_FILE = 'fix_log.json';
export const HISTORY_FILE = 'fix_history.json';

export const OUTCOMES = ['kept', 'rolled_back', 'rejected', 'failed'] as const;

const score = z.number().nullable();
const entrySchema = z.object({
  iteration: z.number().int().min(1),
  /** `rejected`: it touched what it must not. `failed`: there was no repair to weigh. */
  outcome: z.enum(OUTCOMES),
  /** Why the outcome is what it is. */
  reason: z.string(),
  /** Changed files, from the repository's root. */
  files: z.array(z.string()),
  /** The repairer's own words. */
  why: z.string(),
  /** What was to be repaired, in the order of repair. */
  scenario_ids: z.array(z.string()),
  /** Every scenario of the run; `after` is null where it was not held again. */
  scores: z.record(
    z.string(),
    z.object({
      before: score,
      after: score,
      status_before: z.string(),
      status_after: z.string().nullable(),
    }),
  ),
  /** Relative to the fix's folder; null when nothing was changed. */
  patch: z.string().nullable(),
  repairer: z.object({
    elapsed_s: z.number(),
    exit_code: z.number().nullable(),
    /** US dollars; null when the command does not say. */
    usd: z.number().nullable(),
  }),
});
export type FixEntry = z.output<typeof entrySchema>;
export const fixLogSchema = z.array(entrySchema);

const standing = z.object({
  scenarios: z.number(),
  judged: z.number(),
  passed: z.number(),
  judged_pass_rate: z.number().nullable(),
});
export const STOPS = [
  'target_reached',
  'no_failures',
  'no_progress',
  'iterations',
  'budget',
  'unsafe',
  'interrupted',
  'cannot_tell',
] as const;
export type Stop = (typeof STOPS)[number];

export const fixHistorySchema = z.object({
  format: z.literal('vitest-agent-eval/fix/1'),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** The repository's root, and the commit that was repaired. */
  source: z.string(),
  commit: z.string(),
  repairer: z.string(),
  dangerous_flags: z.array(z.string()),
  target_pass_rate: z.number(),
  max_iterations: z.number(),
  /** Iteration 0 is the agent as it was. */
  standings: z.array(standing.extend({ iteration: z.number(), run_id: z.string(), kept: z.boolean() })),
  usd: z.number(),
  stopped: z.object({ by: z.enum(STOPS), message: z.string() }).nullable(),
  /** All kept repairs together, relative to the fix's folder. */
  patch: z.string().nullable(),
});
export type FixHistory = z.output<typeof fixHistorySchema>;

/** Both atomically, so that an interruption leaves whole files. Throws `ResultsError`. */
export async function writeFixFiles(
  folder: string,
  log: readonly FixEntry[],
  history: FixHistory,
): Promise<void> {
  await writeJsonAtomic(path.join(folder, LOG_FILE), fixLogSchema.parse(log));
  await writeJsonAtomic(path.join(folder, HISTORY_FILE), fixHistorySchema.parse(history));
}

export async function readFixLog(folder: string): Promise<FixEntry[]> {
  return await readJson(path.join(folder, LOG_FILE), fixLogSchema);
}

export async function readFixHistory(folder: string): Promise<FixHistory> {
  return await readJson(path.join(folder, HISTORY_FILE), fixHistorySchema);
}

export function scoresOf(before: Scorecard, after: Scorecard | null): FixEntry['scores'] {
  const later = new Map(after === null ? [] : entriesOf(after).map(({ id, facts }) => [id, facts]));
  return Object.fromEntries(
    entriesOf(before).map(({ id, facts }) => [
      id,
      {
        before: facts.score,
        after: later.get(id)?.score ?? null,
        status_before: facts.status,
        status_after: later.get(id)?.status ?? null,
      },
    ]),
  );
}
