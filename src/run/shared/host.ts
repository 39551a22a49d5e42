/**
 * What a run shares, in the main process: one connection to the agent, the slots, the run on disk, the backend's
 * lock. Workers reach it through `remote.ts`.
 */
import { AgentUiError } from '../../agents/contract.ts';
import { ResultsError } from '../../disk/results-error.ts';
import type { Spend } from '../../models/ledger.ts';
import type { RunPlan } from '../../results/store/run-plan.ts';
import type { Scorecard } from '../../results/store/scorecard.ts';
import type { Settings } from '../../settings.ts';
import { createBreaker } from '../breaker.ts';
import { backendKeys, claimBackend, type BackendAddresses, type BackendClaim } from './backend-lock.ts';
import { enter, type Entry } from './entry.ts';
import { handlersOf } from './handlers.ts';
import { errorToWire, type Readiness } from './protocol.ts';
import { serve } from './rpc.ts';
import { createRunStore, type EarlierRun } from './run-store.ts';
import { createScenarioCalls } from './scenario-calls.ts';
import { createSharedAgent, type OpenedTarget } from './shared-agent.ts';
import { createSlotDesk } from './slot-desk.ts';
import { createStaging } from './staging.ts';
import { createUnderWay } from './under-way.ts';

export interface HostOptions {
  readonly channelName: string;
  readonly settings: Settings;
  /** The project's folder, absolute. */
  readonly root: string;
  /** Absolute. */
  readonly results: string;
  /** Starts or connects to the agent and checks it. Must not throw. */
  readonly openTarget: () => Promise<OpenedTarget>;
  /** Writes the corpus documents of these ids that are generated and not there yet. */
  readonly prepareDocuments: (ids: readonly string[]) => Promise<unknown>;
}

export interface RunHost {
  /** Begins to answer workers. */
  open(): void;
  /**
   * A new run (watch mode starts many): a new directory, and an agent that was not there is looked for again.
   * `plan` is null for a run that nobody resumes; `say` tells the user a line. Returns what was left of the same plan,
   * which is gone on with when the settings say so.
   */
  startRun(plan: RunPlan | null, say: (line: string) => void): Promise<EarlierRun>;
  /** The run's directory, made when first asked for. Throws `ResultsError`. */
  run(): Promise<{ runId: string; directory: string }>;
  /** The run's directory, if there is one yet. */
  runSoFar(): { readonly runId: string; readonly directory: string } | null;
  /** Ids of the scenarios that have begun. */
  begun(): readonly string[];
  /** Those of them that have not ended. */
  underWay(): readonly string[];
  /** Resolves when no scenario is under way, or after some seconds. */
  settled(): Promise<void>;
  /** The readiness as far as it was asked for; null before. */
  readiness(): Readiness | null;
  /** What a scenario has cost in this run: all its attempts, and what was paid before the run was gone on with. */
  spentOn(id: string): Spend;
  /** The agent's own files were edited: the next run opens it anew. */
  agentEdited(): void;
  /** Nothing new is sent to the agent any more; what is under way may end. */
  stop(): void;
  /** Writes the run's own files. Throws `ResultsError`. */
  finish(scorecard: Scorecard, summary: string): Promise<void>;
  /** Deletes the sessions that are left and lets the backend go. Bounded: a busy agent can't hold it up. */
  endRun(): Promise<void>;
  /** {@link endRun}, and closes the connection. */
  close(): Promise<void>;
}

export function createRunHost(options: HostOptions): RunHost {
  const { settings, root, results } = options;
  const agent = createSharedAgent(options.openTarget);
  const staging = createStaging(settings.documentsRoot, root);
  const underWay = createUnderWay();
  const entry = createEntry({ target: settings.address, mcp: settings.mcp, root }, root);
  let say: (line: string) => void = () => {};
  let stopped = false;
  let isEdited = false;
  const store = createRunStore({
    results,
    target: settings.target,
    resume: settings.resume,
    say: (line) => say(line),
  });
  const desk = createSlotDesk(settings.slots, () =>
    stopped ? new AgentUiError('aborted', 'send_message', 'the run was ended') : null,
  );
  const calls = createScenarioCalls({
    settings,
    store,
    breaker: createBreaker(),
    underWay,
    enter: () => entry.once((backend) => enter({ settings, results, store, agent, backend })),
    prepareDocuments: options.prepareDocuments,
  });
  let server: { close(): void } | null = null;

  async function endRun(): Promise<void> {
    await agent.cleanUp();
    // What can't be removed is overwritten by the next run.
    await staging.remove().catch(() => {});
    store.soFar()?.sessions.close();
    store.release();
    await entry.release();
  }

  return {
    open() {
      server ??= serve(options.channelName, handlersOf({ calls, store, staging, agent, desk }), errorToWire);
    },
    async startRun(plan, tell) {
      say = tell;
      entry.forget();
      if (isEdited) await agent.renew();
      isEdited = false;
      // An agent that was not there is looked for again.
      if (calls.readiness()?.ok === false) agent.forget();
      calls.reset();
      return store.start(plan).catch((error: unknown) => {
        // What keeps the results from being read will be said where they are to be written.
        if (error instanceof ResultsError) return { kind: 'none', reason: null } as const;
        throw error;
      });
    },
    run: () => store.open(),
    runSoFar: () => store.soFar(),
    begun: () => underWay.begun(),
    underWay: () => underWay.now(),
    settled: () => underWay.settled(),
    readiness: () => calls.readiness(),
    spentOn: (id) => calls.funds().spentOn(id),
    agentEdited() {
      isEdited = true;
    },
    stop() {
      stopped = true;
      agent.stop();
    },
    finish: (scorecard, summary) => store.finish(scorecard, summary),
    endRun,
    async close() {
      await endRun();
      await agent.close();
      server?.close();
    },
  };
}

/** The run's entry, asked for once, and the backend's lock that it holds. */
function createEntry(addresses: BackendAddresses, root: string) {
  let entry: Promise<Entry> | null = null;
  let claim: Promise<BackendClaim> | null = null;
  const claimed = () =>
    (claim ??= backendKeys(addresses).then((keys) => claimBackend(addresses.target, root, keys)));
  return {
    once(make: (backend: BackendClaim) => Promise<Entry>): Promise<Entry> {
      return (entry ??= claimed().then(make));
    },
    forget() {
      entry = null;
    },
    /** Also a lock that is being claimed: it would be held without a run. */
    async release(): Promise<void> {
      // A claim that failed was told to the scenarios, and holds nothing.
      const held = await claim?.catch(() => null);
      claim = null;
      if (held?.ok) held.release();
    },
  };
}
