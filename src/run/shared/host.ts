/**
 * What a run shares, in the main process: one connection to the agent, the slots, the run on disk, the backend's
 * lock. Workers reach it through `remote.ts`.
 */
import { z } from 'zod';
import { AgentUiError } from '../../agent-ui/contract.ts';
import { identitySchema } from '../../results/identity.ts';
import type { RunPlan } from '../../results/plan.ts';
import { ResultsError } from '../../results/results-error.ts';
import type { UnfinishedRun } from '../../results/resume.ts';
import type { Scorecard } from '../../results/scorecard.ts';
import { STATUSES } from '../../rubric/verdict-types.ts';
import type { Settings } from '../../settings.ts';
import { createBreaker } from '../breaker.ts';
import { createSlots, type Release } from '../slots.ts';
import { createAllowances } from './allowance.ts';
import { claimBackend, type BackendClaim } from './backend-lock.ts';
import { errorToWire, type AgentCall, type Readiness, type RunFacts } from './protocol.ts';
import { serve } from './rpc.ts';
import { createRunStore, type OpenRun } from './run-store.ts';
import { orphanedSessions } from './session-log.ts';
import { createStaging } from './staging.ts';
import { createSharedAgent, type OpenedTarget } from './shared-agent.ts';

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
  /** Resolves when no scenario is under way, at the latest after `SETTLE_MS`. */
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

/** How long scenarios of a run that was ended may take to clean up behind themselves, in milliseconds. */
const SETTLE_MS = 6_000;

const beginSchema = z.object({ id: z.string(), documents: z.array(z.string()) });
const stageSchema = z.array(z.object({ name: z.string(), path: z.string() }));
const claimSchema = z.object({ id: z.string(), identity: identitySchema });
const storedSchema = z.object({
  id: z.string(),
  status: z.enum(STATUSES),
  problem: z.string().nullable(),
});
const endedSchema = z.object({
  budgetUsd: z.number(),
  spentUsd: z.number(),
  outage: z.enum(['agent', 'judge']).nullable(),
  message: z.string(),
});

export function createRunHost(options: HostOptions): RunHost {
  const { settings, root, results } = options;
  const slots = createSlots(settings.slots);
  const held = new Map<number, Release>();
  const agent = createSharedAgent(options.openTarget);
  const staging = createStaging(settings.documentsRoot);
  const breaker = createBreaker();
  const begun = new Set<string>();
  const underWay = new Set<string>();
  let whenSettled = () => {};
  let say: (line: string) => void = () => {};
  const store = createRunStore({
    results,
    target: settings.target,
    resume: settings.resume,
    say: (line) => say(line),
  });
  const noCap = Number.POSITIVE_INFINITY;
  let allowances = createAllowances(settings.runBudget ?? noCap);
  let lastSlot = 0;
  let readiness: Readiness | null = null;
  let run: OpenRun | null = null;
  let entry: Promise<Entry> | null = null;
  let backend: BackendClaim | null = null;
  /** Why results can't be stored any more. */
  let unstorable: string | null = null;
  let stopped = false;
  let server: { close(): void } | null = null;

  // One after the other: two scenarios that share a document must not both write it.
  let preparing: Promise<unknown> = Promise.resolve();
  const prepare = (documents: readonly string[]) =>
    documents.length === 0
      ? Promise.resolve()
      : (preparing = preparing.catch(() => {}).then(() => options.prepareDocuments(documents)));

  /** Once a run: its folder, the right to the backend, the agent. */
  async function enter(): Promise<Entry> {
    backend ??= claimBackend(settings.target, root);
    try {
      run = await store.open();
    } catch (error) {
      if (!(error instanceof ResultsError)) throw error;
      return refused(error.message);
    }
    if (!backend.ok) return refused(backend.message);
    const found = await agent.opened();
    if (!found.ok) return refused(found.message);
    agent.noteIn(settings.keepSessions ? null : run.sessions);
    await agent.deleteOrphans(await orphanedSessions(results, settings.target));
    const { model, version } = found.status;
    return { readiness: { ok: true }, agentModel: model, build: version };
  }

  async function begin({ id, documents }: z.output<typeof beginSchema>): Promise<RunFacts> {
    const [entered] = await Promise.all([(entry ??= enter()), prepare(documents)]);
    ({ readiness } = entered);
    const budgetUsd = await allowances.take(settings.budget);
    begun.add(id);
    underWay.add(id);
    return {
      runId: run?.runId ?? 'run_not_stored',
      directory: run?.directory ?? null,
      readiness: readiness.ok ? mayGoOn(budgetUsd) : readiness,
      budgetUsd,
      agentModel: entered.agentModel,
      build: entered.build,
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
          async acquireSlot(_, { signal }) {
            const release = await slots.acquire(signal);
            const down = breaker.open();
            if (down !== null || stopped) {
              release();
              throw down === null
                ? new AgentUiError('aborted', 'send_message', 'the run was ended')
                : new AgentUiError('unreachable', 'send_message', down);
            }
            lastSlot += 1;
            held.set(lastSlot, release);
            return lastSlot;
          },
          async releaseSlot(slot) {
            held.get(Number(slot))?.();
            held.delete(Number(slot));
          },
          async ended(end) {
            const { budgetUsd, spentUsd, outage, message } = endedSchema.parse(end);
            allowances.settle(budgetUsd, spentUsd);
            breaker.ended(outage, message);
          },
          async stored(input) {
            const { id, status, problem } = storedSchema.parse(input);
            underWay.delete(id);
            if (underWay.size === 0) whenSettled();
            unstorable ??= problem;
            if (problem !== null) return;
            await store.record(id, status).catch((error: unknown) => {
              unstorable ??= error instanceof Error ? error.message : String(error);
            });
          },
        },
        errorToWire,
      );
    },
    async startRun(plan, tell) {
      say = tell;
      run = null;
      entry = null;
      unstorable = null;
      begun.clear();
      underWay.clear();
      breaker.reset();
      allowances = createAllowances(settings.runBudget ?? noCap);
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
    runSoFar: () => run,
    begun: () => [...begun],
    underWay: () => [...underWay],
    settled: () =>
      new Promise((resolve) => {
        const late = setTimeout(resolve, SETTLE_MS);
        whenSettled = () => {
          clearTimeout(late);
          resolve();
        };
        if (underWay.size === 0) whenSettled();
      }),
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

  async function endRun(): Promise<void> {
    await agent.cleanUp();
    // What can't be removed is overwritten by the next run.
    await staging.remove().catch(() => {});
    run?.sessions.close();
    store.release();
    if (backend?.ok) backend.release();
    backend = null;
  }
}

interface Entry {
  readonly readiness: Readiness;
  /** As the agent says itself; null when it does not, or is not there. */
  readonly agentModel: string | null;
  readonly build: string | null;
}

function refused(message: string): Entry {
  return { readiness: { ok: false, status: 'INFRA_ERROR', message }, agentModel: null, build: null };
}
