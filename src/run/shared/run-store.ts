/** The run on disk as its host keeps it: a new folder or that of a run that was left unfinished, and what still stands there. */
import path from 'node:path';
import { claimLock } from '../../disk/lock-file.ts';
import type { Identity } from '../../results/store/identity.ts';
import {
  findUnfinished,
  isFinished,
  OWNER_FILE,
  removeDrafts,
  setAsideOthers,
  storedResult,
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
   * mode, merged reports. Returns the unfinished run of the same plan, if there is one. Throws `ResultsError`.
   */
  start(plan: RunPlan | null): Promise<UnfinishedRun | null>;
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
  let earlier: UnfinishedRun | null = null;
  let current: Promise<Current> | null = null;
  let opened: Current | null = null;
  const claimed = new Set<string>();
  let runs = 0;

  async function create(): Promise<Current> {
    // Taken over by another process since it was found: then ours is a new one.
    const taken = resume && earlier !== null ? takeOver(earlier) : null;
    const files =
      taken === null ? await createRunDirectory(results, now?.()) : openRunDirectory(results, taken.runId);
    const letGo = taken?.letGo ?? own(files.path);
    if (taken !== null) await removeDrafts(files.path);
    if (plan !== null) await files.begin(plan);
    const sessions = openSessionLog(files.path, target);
    const spend = openSpendLog(files.path);
    opened = {
      runId: files.runId,
      directory: files.path,
      files,
      sessions,
      spend,
      resumed: taken !== null,
      letGo,
    };
    return opened;
  }
  const open = () => (current ??= create());

  return {
    async start(next) {
      opened?.letGo();
      runs += 1;
      // What this process ran itself is never taken for what a run before it left.
      plan = runs === 1 ? next : null;
      earlier = plan === null ? null : await findUnfinished(results, plan);
      current = null;
      opened = null;
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
    release() {
      opened?.letGo();
    },
  };
}

/** Something is left to do, and something is done that need not be done again. */
function isWorthResuming(plan: RunPlan, rows: readonly { readonly status: string }[]): boolean {
  const finished = rows.filter(({ status }) => isFinished(status)).length;
  return finished > 0 && finished < Math.max(rows.length, plan.count ?? 0);
}

function takeOver(run: UnfinishedRun): { readonly runId: string; readonly letGo: () => void } | null {
  const claim = claimLock(path.join(run.path, OWNER_FILE), { purpose: 'a resumed run' });
  return claim.ok ? { runId: run.runId, letGo: claim.release } : null;
}

function own(directory: string): () => void {
  const claim = claimLock(path.join(directory, OWNER_FILE), { purpose: 'a run' });
  return claim.ok ? claim.release : () => {};
}
