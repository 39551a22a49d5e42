/**
 * What a run shares, in the main process: one connection to the agent, the slots, the run directory, the list of
 * sessions to delete. Workers reach it through `remote.ts`.
 */
import { z } from 'zod';
import type { AgentUi } from '../../agent-ui/contract.ts';
import type { Settings } from '../../settings.ts';
import { createSlots, type Release } from '../slots.ts';
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

export function createRunHost(options: HostOptions): RunHost {
  const slots = createSlots(options.settings.slots);
  const held = new Map<number, Release>();
  const sessions = new Set<string>();
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
    readiness = agent.ok ? { ok: true } : { ok: false, message: agent.message };
    return { ...where, readiness };
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
    return call.method === 'status' ? agent.agent.status(settings) : method(call.argument, settings);
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
            lastSlot += 1;
            held.set(lastSlot, release);
            return lastSlot;
          },
          async releaseSlot(slot) {
            held.get(Number(slot))?.();
            held.delete(Number(slot));
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
