/** The run on disk as its host keeps it: a new folder or that of a run that was left unfinished, and what still stands there. */
import path from 'node:path';
import { claimLock, type LockRecord } from '../../disk/lock-file.ts';
import { ResultsError } from '../../disk/results-error.ts';
import type { Identity } from '../../results/store/identity.ts';
import {
  findUnfinished,
  isFinished,
  OWNER_FILE,
  removeDrafts,
  setAsideOthers,
  storedResult,
  type Search,
  type UnfinishedRun,
} from '../../results/store/resume.ts';
import {
  createRunDirectory,
  openRunDirectory,
  type RunDirectory,
} from '../../results/store/run-directory.ts';
import type { RunPlan } from '../../results/store/run-plan.ts';
import type { ScenarioResult } from '../../results/store/schema.ts';
import type { Scorecard } from '../../results/store/scorecard.ts';
import type { Status } from '../../rubric/verdict-types.ts';
import { systemClock } from '../../waiting.ts';
import { openSessionLog, type SessionLog } from './session-log.ts';
import { openSpendLog, type SpendLog } from './spend-log.ts';

export interface OpenRun {
  readonly runId: string;
  readonly directory: string;
  readonly sessions: SessionLog;
  readonly spend: SpendLog;
  /** Is it one that was left unfinished? */
  readonly resumed: boolean;
}

export interface RunStore {
  /**
   * A new run (watch mode starts many). `plan` is null when the run can be neither resumed nor a resumption: watch
   * mode, merged reports. Asked to resume, it takes the unfinished run of the plan over at once: only who holds it goes on
   * with it. Throws `ResultsError`.
   */
  start(plan: RunPlan | null): Promise<EarlierRun>;
  /** The run's folder, made or taken over when first asked for. Throws `ResultsError`. */
  open(): Promise<OpenRun>;
  /** The run's folder if there is one yet. */
  soFar(): OpenRun | null;
  /** The scenario's result from before, if it stands; at most once for each scenario, so that a retry runs. */
  claim(scenarioId: string, identity: Identity): Promise<ScenarioResult | null>;
  record(scenarioId: string, status: Status): Promise<void>;
  /** Writes the run's files. The run stays resumable when something is left to do. Throws `ResultsError`. */
  finish(scorecard: Scorecard, summary: string): Promise<void>;
  /** Lets the run go: another process may resume it. Synchronous, so that it can be called at exit. */
  release(): void;
}

/** What was left of the same plan. */
export type EarlierRun =
  /** Taken over when the settings say so. */
  | ({ readonly kind: 'unfinished' } & Pick<UnfinishedRun, 'runId' | 'finished' | 'settled'>)
  /** Asked to resume, and another process works on it: nothing is run. */
  | { readonly kind: 'held'; readonly message: string }
  /** `reason`: why what there is can't be gone on with; null when there is nothing. */
  | { readonly kind: 'none'; readonly reason: string | null };

export interface RunStoreOptions {
  /** Absolute. */
  readonly results: string;
  readonly target: string;
  readonly resume: boolean;
  /** Tells the user, in one line. */
  readonly say: (line: string) => void;
  readonly now?: () => Date;
}

interface Current extends OpenRun {
  readonly files: RunDirectory;
  readonly letGo: () => void;
}

export function createRunStore({ results, target, resume, say, now }: RunStoreOptions): RunStore {
  let plan: RunPlan | null = null;
  let taken: { readonly runId: string; readonly letGo: () => void } | null = null;
  /** Why nothing is to be run. */
  let refused: string | null = null;
  let current: Promise<Current> | null = null;
  let opened: Current | null = null;
  const claimed = new Set<string>();
  let runs = 0;

  async function create(): Promise<Current> {
    if (refused !== null) throw new ResultsError(refused, results);
    const files =
      taken === null ? await createRunDirectory(results, now?.()) : openRunDirectory(results, taken.runId);
    const letGo = taken?.letGo ?? own(files.path);
    const resumed = taken !== null;
    taken = null;
    if (resumed) await removeDrafts(files.path);
    if (plan !== null) await files.begin(plan);
    opened = {
      runId: files.runId,
      directory: files.path,
      files,
      sessions: openSessionLog(files.path, target),
      spend: openSpendLog(files.path),
      resumed,
      letGo,
    };
    return opened;
  }
  const open = () => (current ??= create());

  const letGoOfAll = () => {
    opened?.letGo();
    taken?.letGo();
    taken = null;
  };

  return {
    async start(next) {
      letGoOfAll();
      runs += 1;
      // What this process ran itself is never taken for what a run before it left.
      plan = runs === 1 ? next : null;
      current = null;
      opened = null;
      refused = null;
      if (plan === null) return { kind: 'none', reason: null };
      if (!resume) {
        const { run } = await findUnfinished(results, plan);
        return run === null ? { kind: 'none', reason: null } : { kind: 'unfinished', ...run };
      }
      const { earlier, letGo } = takeOver(await searchWhileHeld(results, plan));
      if (earlier.kind === 'held') refused = earlier.message;
      if (earlier.kind === 'unfinished' && letGo !== null) taken = { runId: earlier.runId, letGo };
      return earlier;
    },
    open,
    soFar: () => opened,
    async claim(scenarioId, identity) {
      const run = await open();
      if (!run.resumed || claimed.has(scenarioId)) return null;
      claimed.add(scenarioId);
      const stored = await storedResult(run, scenarioId, identity);
      if (stored.kind === 'refused') say(`${scenarioId} is run again: ${stored.reason}`);
      return stored.kind === 'stands' ? stored.result : null;
    },
    async record(scenarioId, status) {
      if (plan !== null) await (await open()).files.record(scenarioId, status);
    },
    async finish(scorecard, summary) {
      const run = await open();
      const { scenarios, partial } = scorecard;
      if (run.resumed && partial !== true) {
        const ids = scenarios.map(({ scenario_id }) => scenario_id);
        for (const name of await setAsideOthers(run.directory, ids)) {
          say(`traces/${name} belongs to no scenario of this run; it is kept as traces/.${name}.aside`);
        }
      }
      const unfinished = plan !== null && isWorthResuming(plan, scenarios);
      await run.files.finish(scorecard, summary, { unfinished });
      if (!unfinished) run.spend.close();
      run.sessions.close();
    },
    release: letGoOfAll,
  };
}

/** Something is left to do, and something is done that need not be done again. */
function isWorthResuming(plan: RunPlan, rows: readonly { readonly status: string }[]): boolean {
  const finished = rows.filter(({ status }) => isFinished(status)).length;
  return finished > 0 && finished < Math.max(rows.length, plan.count ?? 0);
}

/** A process that was just killed is there for a moment yet. */
const HELD_LOOKS = 10;
const LOOK_AGAIN_MS = 200;

async function searchWhileHeld(results: string, plan: RunPlan): Promise<Search> {
  for (let looks = 1; ; looks += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other is the point
    const found = await findUnfinished(results, plan);
    if (found.held === null || looks === HELD_LOOKS) return found;
    // oxlint-disable-next-line no-await-in-loop
    await systemClock.sleep(LOOK_AGAIN_MS);
  }
}

/** Two that resume at once: the one that gets the lock goes on, the other is told who has it. */
function takeOver({ run, held, reason }: Search): {
  readonly earlier: EarlierRun;
  readonly letGo: (() => void) | null;
} {
  if (held !== null) {
    return { earlier: { kind: 'held', message: heldBy(held.runId, held.holder) }, letGo: null };
  }
  if (run === null) return { earlier: { kind: 'none', reason }, letGo: null };
  const claim = claimLock(path.join(run.path, OWNER_FILE), { purpose: 'a resumed run' });
  return claim.ok
    ? { earlier: { kind: 'unfinished', ...run }, letGo: claim.release }
    : { earlier: { kind: 'held', message: heldBy(run.runId, claim.holder) }, letGo: null };
}

function heldBy(runId: string, { pid, host, since }: LockRecord): string {
  return (
    `${runId} is being worked on by process ${pid} on ${host}, since ${since}. ` +
    'Wait for its end, or end it; then resume again. Nothing was run.'
  );
}

function own(directory: string): () => void {
  const claim = claimLock(path.join(directory, OWNER_FILE), { purpose: 'a run' });
  return claim.ok ? claim.release : () => {};
}
