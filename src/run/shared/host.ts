/**
 * What a run shares, in the main process: one connection to the agent, the slots, the run directory, the list of
 * sessions to delete. Workers reach it through `remote.ts`.
 */
import { z } from 'zod';
import { AgentUiError, type AgentUi } from '../../agent-ui/contract.ts';
import type { Settings } from '../../settings.ts';
import { createBreaker } from '../breaker.ts';
import { createSlots, type Release } from '../slots.ts';
import { createAllowances } from './allowance.ts';
import { errorToWire, type AgentCall, type Readiness, type RunFacts } from './protocol.ts';
import { serve, type HandlerContext } from './rpc.ts';

/** An agent that is ready, or the one line that says why it is not. */
export type OpenedTarget =
  | { readonly ok: true; readonly agent: AgentUi; close(): Promise<void> }
  | { readonly ok: false; readonly message: string; close(): Promise<void> };

export interface HostOptions {
  readonly channelName: string;
  readonly settings: Settings;
  /** Starts or connects to the agent and checks it. Must not throw. */
  readonly openTarget: () => Promise<OpenedTarget>;
  readonly createRunDirectory: () => Promise<{ runId: string; directory: string }>;
  /** Writes the corpus documents of these ids that are generated and not there yet. */
  readonly prepareDocuments: (ids: readonly string[]) => Promise<unknown>;
}

export interface RunHost {
  /** Begins to answer workers. */
  open(): void;
  /** A new run (watch mode starts many): a new directory, and an agent that was not there is looked for again. */
  startRun(): void;
  /** The run's directory, made when first asked for. */
  run(): Promise<{ runId: string; directory: string }>;
  /** The readiness as far as it was asked for; null before. */
  readiness(): Readiness | null;
  /** Deletes the sessions that are left, closes the connection. Bounded by `CLEAN_UP_MS`. */
  close(): Promise<void>;
}

const CLEAN_UP_MS = 5_000;
const documentIds = z.array(z.string());
const endedSchema = z.object({
  budgetUsd: z.number(),
  spentUsd: z.number(),
  outage: z.enum(['agent', 'judge']).nullable(),
  message: z.string(),
});

export function createRunHost(options: HostOptions): RunHost {
  const slots = createSlots(options.settings.slots);
  const held = new Map<number, Release>();
  const sessions = new Set<string>();
  const breaker = createBreaker();
  let allowances = createAllowances(options.settings.runBudget ?? Number.POSITIVE_INFINITY);
  let lastSlot = 0;
  let target: Promise<OpenedTarget> | null = null;
  let readiness: Readiness | null = null;
  let run: Promise<{ runId: string; directory: string }> | null = null;
  let server: { close(): void } | null = null;

  const opened = () => (target ??= options.openTarget());
  // One after the other: two scenarios that share a document must not both write it.
  let preparing: Promise<unknown> = Promise.resolve();
  const prepare = (documents: readonly string[]) =>
    documents.length === 0
      ? Promise.resolve()
      : (preparing = preparing.catch(() => {}).then(() => options.prepareDocuments(documents)));
  const currentRun = () => (run ??= options.createRunDirectory());

  async function begin(documents: readonly string[]): Promise<RunFacts> {
    const [where, agent] = await Promise.all([currentRun(), opened(), prepare(documents)]);
    readiness = agent.ok ? { ok: true } : { ok: false, status: 'INFRA_ERROR', message: agent.message };
    const budgetUsd = await allowances.take(options.settings.budget);
    return { ...where, readiness: readiness.ok ? mayGoOn(budgetUsd) : readiness, budgetUsd };
  }

  /** Asked again before each conversation: what was fine at the start may have broken down since. */
  function mayGoOn(budgetUsd: number): Readiness {
    const open = breaker.open();
    if (open !== null) return { ok: false, status: 'INFRA_ERROR', message: open };
    if (budgetUsd > 0) return { ok: true };
    const { runBudget } = options.settings;
    return {
      ok: false,
      status: 'BUDGET_EXCEEDED',
      message: `the run's budget of $${runBudget?.toFixed(2)} is used up (AGENT_EVAL_RUN_BUDGET)`,
    };
  }

  async function callAgent(call: AgentCall, context: HandlerContext): Promise<unknown> {
    const agent = await opened();
    if (!agent.ok) throw new Error(agent.message);
    const settings = {
      signal: context.signal,
      onSent: context.sent,
      ...(call.timeoutMs === undefined ? {} : { timeoutMs: call.timeoutMs }),
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- remote.ts pairs method and argument
    const method = agent.agent[call.method] as (argument: unknown, options: unknown) => Promise<unknown>;
    return call.method === 'status' || call.method === 'whenIdle'
      ? agent.agent[call.method](settings)
      : method(call.argument, settings);
  }

  return {
    open() {
      server ??= serve(
        options.channelName,
        {
          begin: (documents) => begin(documentIds.parse(documents)),
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- remote.ts is the only caller
          agent: (input, context) => callAgent(input as AgentCall, context),
          async acquireSlot(_, { signal }) {
            const release = await slots.acquire(signal);
            const down = breaker.open();
            if (down !== null) {
              release();
              throw new AgentUiError('unreachable', 'send_message', down);
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
          async sessionOpened(id) {
            sessions.add(String(id));
          },
          async sessionDeleted(id) {
            sessions.delete(String(id));
          },
        },
        errorToWire,
      );
    },
    startRun() {
      run = null;
      breaker.reset();
      allowances = createAllowances(options.settings.runBudget ?? Number.POSITIVE_INFINITY);
      if (readiness?.ok === false) {
        target = null;
        readiness = null;
      }
    },
    run: currentRun,
    readiness: () => readiness,
    async close() {
      if (target) {
        const agent = await target;
        if (agent.ok && !options.settings.keepSessions) await deleteSessions(agent.agent, sessions);
        await agent.close();
      }
      server?.close();
    },
  };
}

/** Sessions that scenarios left behind because they were stopped; what can't be deleted in time stays. */
async function deleteSessions(agent: AgentUi, sessions: ReadonlySet<string>): Promise<void> {
  const deadline = AbortSignal.timeout(CLEAN_UP_MS);
  await Promise.allSettled(
    [...sessions].map((id) => agent.deleteSession(id, { timeoutMs: CLEAN_UP_MS, signal: deadline })),
  );
}
