/**
 * What a run shares, in the main process: one connection to the agent, the slots, the run on disk, the backend's
 * lock. Workers reach it through `remote.ts`.
 */
import { z } from 'zod';
import { AgentUiError } from '../../agent-ui/contract.ts';
import { ResultsError } from '../../disk/results-error.ts';
import { messageOf } from '../../message-of.ts';
import { identitySchema } from '../../results/store/identity.ts';
import type { UnfinishedRun } from '../../results/store/resume.ts';
import type { RunPlan } from '../../results/store/run-plan.ts';
import type { Scorecard } from '../../results/store/scorecard.ts';
import { STATUSES } from '../../rubric/verdict-types.ts';
import type { Settings } from '../../settings.ts';
import { createBreaker } from '../breaker.ts';
import { createAllowances } from './allowance.ts';
import { createAttendance } from './attendance.ts';
import { backendKeys, claimBackend, type BackendClaim } from './backend-lock.ts';
import { enter, type Entry } from './entry.ts';
import { errorToWire, type AgentCall, type Readiness, type RunFacts } from './protocol.ts';
import { serve } from './rpc.ts';
import { createRunStore } from './run-store.ts';
import { createSharedAgent, type OpenedTarget } from './shared-agent.ts';
import { createSlotDesk } from './slot-desk.ts';
import { createStaging } from './staging.ts';

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
   * `plan` is null for a run that nobody resumes; `say` tells the user a line. Returns the unfinished run of the same
   * plan, which is gone on with when the settings say so.
   */
  startRun(plan: RunPlan | null, say: (line: string) => void): Promise<UnfinishedRun | null>;
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
  /** Nothing new is sent to the agent any more; what is under way may end. */
  stop(): void;
  /** Writes the run's own files. Throws `ResultsError`. */
  finish(scorecard: Scorecard, summary: string): Promise<void>;
  /** Deletes the sessions that are left and lets the backend go. Bounded: a busy agent can't hold it up. */
  endRun(): Promise<void>;
  /** {@link endRun}, and closes the connection. */
  close(): Promise<void>;
}

const beginSchema = z.object({ id: z.string(), documents: z.array(z.string()) });
const stageSchema = z.array(z.object({ name: z.string(), path: z.string() }));
const claimSchema = z.object({ id: z.string(), identity: identitySchema });
const endSchema = z.object({
  id: z.string(),
  status: z.enum(STATUSES),
  unstored: z.string().nullable(),
  budgetUsd: z.number(),
  spentUsd: z.number(),
  outage: z.enum(['agent', 'judge']).nullable(),
  message: z.string(),
});

export function createRunHost(options: HostOptions): RunHost {
  const { settings, root, results } = options;
  const agent = createSharedAgent(options.openTarget);
  const staging = createStaging(settings.documentsRoot, root);
  const breaker = createBreaker();
  const attendance = createAttendance();
  let say: (line: string) => void = () => {};
  const store = createRunStore({
    results,
    target: settings.target,
    resume: settings.resume,
    say: (line) => say(line),
  });
  const newAllowances = () => createAllowances(settings.runBudget ?? Number.POSITIVE_INFINITY);
  let allowances = newAllowances();
  let readiness: Readiness | null = null;
  let entry: Promise<Entry> | null = null;
  let backend: BackendClaim | null = null;
  /** Why results can't be stored any more. */
  let unstorable: string | null = null;
  let stopped = false;
  let server: { close(): void } | null = null;

  const desk = createSlotDesk(settings.slots, () => {
    const down = breaker.open();
    if (down !== null) return new AgentUiError('unreachable', 'send_message', down);
    return stopped ? new AgentUiError('aborted', 'send_message', 'the run was ended') : null;
  });

  // One after the other: two scenarios that share a document must not both write it.
  let preparing: Promise<unknown> = Promise.resolve();
  const prepare = (documents: readonly string[]) =>
    documents.length === 0
      ? Promise.resolve()
      : (preparing = preparing.catch(() => {}).then(() => options.prepareDocuments(documents)));

  /** Once a run. */
  function entered(): Promise<Entry> {
    return (entry ??= claimed().then((claim) => enter({ settings, results, store, agent, backend: claim })));
  }

  async function claimed(): Promise<BackendClaim> {
    const { address, mcp } = settings;
    const keys = await backendKeys({ target: address, mcp });
    return (backend ??= claimBackend(address, root, keys));
  }

  async function begin({ id, documents }: z.output<typeof beginSchema>): Promise<RunFacts> {
    const [found] = await Promise.all([entered(), prepare(documents)]);
    const run = store.soFar();
    ({ readiness } = found);
    const budgetUsd = await allowances.take(settings.budget);
    attendance.begin(id);
    return {
      runId: run?.runId ?? 'run_not_stored',
      directory: run?.directory ?? null,
      resumed: run?.resumed ?? false,
      readiness: readiness.ok ? mayGoOn(budgetUsd) : readiness,
      budgetUsd,
      agentModel: found.agentModel,
      build: found.build,
    };
  }

  /** Asked again before each conversation: what was fine at the start may have broken down since. */
  function mayGoOn(budgetUsd: number): Readiness {
    const open = breaker.open();
    if (open !== null) return { ok: false, status: 'INFRA_ERROR', message: open };
    if (unstorable !== null) return { ok: false, status: 'INFRA_ERROR', message: unstorable };
    if (budgetUsd > 0) return { ok: true };
    const { runBudget } = settings;
    return {
      ok: false,
      status: 'BUDGET_EXCEEDED',
      message: `the run's budget of $${runBudget?.toFixed(2)} is used up (AGENT_EVAL_RUN_BUDGET)`,
    };
  }

  async function ended(end: z.output<typeof endSchema>): Promise<void> {
    const { id, status, unstored, budgetUsd, spentUsd, outage, message } = end;
    allowances.settle(budgetUsd, spentUsd);
    breaker.ended(outage, message);
    unstorable ??= unstored;
    if (unstored === null) {
      await store.record(id, status).catch((error: unknown) => {
        unstorable ??= messageOf(error);
      });
    }
    attendance.end(id);
  }

  async function endRun(): Promise<void> {
    await agent.cleanUp();
    // What can't be removed is overwritten by the next run.
    await staging.remove().catch(() => {});
    store.soFar()?.sessions.close();
    store.release();
    if (backend?.ok) backend.release();
    backend = null;
  }

  return {
    open() {
      server ??= serve(
        options.channelName,
        {
          begin: (input) => begin(beginSchema.parse(input)),
          stage: (input) => staging.stage(stageSchema.parse(input)),
          async claim(input) {
            const { id, identity } = claimSchema.parse(input);
            return store.claim(id, identity);
          },
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- remote.ts is the only caller
          agent: (input, context) => agent.call(input as AgentCall, context),
          acquireSlot: (_, { signal }) => desk.acquire(signal),
          async releaseSlot(slot) {
            desk.release(Number(slot));
          },
          ended: (input) => ended(endSchema.parse(input)),
        },
        errorToWire,
      );
    },
    async startRun(plan, tell) {
      say = tell;
      entry = null;
      unstorable = null;
      attendance.reset();
      breaker.reset();
      allowances = newAllowances();
      if (readiness?.ok === false) {
        agent.forget();
        readiness = null;
      }
      return store.start(plan).catch((error: unknown) => {
        // What keeps the results from being read will be said where they are to be written.
        if (error instanceof ResultsError) return null;
        throw error;
      });
    },
    run: () => store.open(),
    runSoFar: () => store.soFar(),
    begun: () => attendance.begun(),
    underWay: () => attendance.underWay(),
    settled: () => attendance.settled(),
    readiness: () =>
      unstorable === null ? readiness : { ok: false, status: 'INFRA_ERROR', message: unstorable },
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
