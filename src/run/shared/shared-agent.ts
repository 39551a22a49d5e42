/** The one agent of a run, in the main process: opened once, every call of the workers, and the sessions that are ours. */
import { AgentUiError, type AgentSession, type AgentUi, type SystemStatus } from '../../agents/contract.ts';
import type { Capability } from '../capabilities.ts';
import type { AgentCall } from './protocol.ts';
import type { HandlerContext } from './rpc.ts';
import type { Orphans, SessionLog } from './session-log.ts';

/** An agent that is ready, or the one line that says why it is not. */
export type OpenedTarget =
  | {
      readonly ok: true;
      readonly agent: AgentUi;
      readonly status: SystemStatus;
      /** How it is spoken to, for people: `12 tools (send-message)`; null where there is nothing to say. */
      readonly offers: string | null;
      /** What scenarios may need and this target has not. */
      readonly lacks: readonly Capability[];
      /** A folder of this run that the agent may read; null where it has none. */
      readonly scratch: string | null;
      close(): Promise<void>;
    }
  | { readonly ok: false; readonly message: string; close(): Promise<void> };

export interface SharedAgent {
  /** Starts or reaches the agent when first asked. */
  opened(): Promise<OpenedTarget>;
  /** Forgets an agent that was not there, so that it is looked for again. */
  forget(): void;
  /** Ends the agent: the next call opens it anew. */
  renew(): Promise<void>;
  call(call: AgentCall, context: HandlerContext): Promise<unknown>;
  /** The folder of the run that the agent may read; null where it has none. */
  scratch(): Promise<string | null>;
  /** From now on sessions are noted in `log`; null notes nothing. */
  noteIn(log: SessionLog | null): void;
  /** From now on nothing new begins: sessions may be read and deleted. */
  stop(): void;
  /** Deletes the sessions that are left. Bounded by `CLEAN_UP_MS`; what can't be deleted stays in the log. */
  cleanUp(): Promise<void>;
  /** Deletes sessions of runs that died, as far as the agent lets us. Bounded as well. */
  deleteOrphans(orphans: readonly Orphans[]): Promise<void>;
  close(): Promise<void>;
}

const CLEAN_UP_MS = 5_000;
/** What changes nothing of an agent, or only undoes what we did. */
const ALLOWED_WHEN_STOPPED: readonly AgentCall['method'][] = [
  'status',
  'getSession',
  'getMessages',
  'deleteSession',
];

export function createSharedAgent(openTarget: () => Promise<OpenedTarget>): SharedAgent {
  let target: Promise<OpenedTarget> | null = null;
  let log: SessionLog | null = null;
  let stopped = false;
  const creating = new Set<Promise<unknown>>();

  const opened = () => (target ??= openTarget());

  async function createSession(
    agent: AgentUi,
    input: { title: string; agentType?: string },
    options: CallSettings,
    context: HandlerContext,
  ): Promise<AgentSession> {
    // Once sent it is heard to its end: a session that was made and not heard of could never be deleted.
    const unsent = new AbortController();
    const giveUp = () => unsent.abort(context.signal.reason);
    context.signal.addEventListener('abort', giveUp, { once: true });
    const onSent = () => {
      context.signal.removeEventListener('abort', giveUp);
      context.sent();
    };
    const made = agent.createSession(input, { ...options, signal: unsent.signal, onSent }).then((session) => {
      log?.opened(session.id);
      return session;
    });
    creating.add(made);
    try {
      return await made;
    } finally {
      creating.delete(made);
      context.signal.removeEventListener('abort', giveUp);
    }
  }

  /** A worker that gives up waiting does not end it: a busy agent is rid of the session when it is free again. */
  async function deleteSession(agent: AgentUi, id: string, options: CallSettings): Promise<void> {
    const signal = stopped ? AbortSignal.timeout(CLEAN_UP_MS) : new AbortController().signal;
    const noted = log;
    const gone = agent.deleteSession(id, { ...options, signal }).then(() => noted?.deleted(id));
    gone.catch(() => {}); // it stays in the log, and is tried again at the end of the run
    await within(options.signal, gone);
    if (options.signal.aborted) {
      throw new AgentUiError('aborted', 'delete_session', 'the agent is busy; it is deleted later');
    }
  }

  return {
    opened,
    forget() {
      target = null;
    },
    async renew() {
      const former = target;
      target = null;
      await (await former)?.close();
    },
    async call(call, context) {
      const found = await opened();
      if (!found.ok) throw new Error(found.message);
      if (stopped && !ALLOWED_WHEN_STOPPED.includes(call.method)) {
        throw new AgentUiError('aborted', call.method, 'the run was ended');
      }
      const options: CallSettings = {
        signal: context.signal,
        onSent: context.sent,
        onQueued: context.queued,
        ...(call.timeoutMs === undefined ? {} : { timeoutMs: call.timeoutMs }),
      };
      const { agent } = found;
      const { method, argument } = call;
      if (method === 'status' || method === 'whenIdle') return agent[method](options);
      if (method === 'deleteSession') return deleteSession(agent, String(argument), options);
      if (method === 'createSession') {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- remote.ts pairs method and argument
        return createSession(agent, argument as { title: string }, options, context);
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      const other = agent[method] as (argument: unknown, options: CallSettings) => Promise<unknown>;
      return other(argument, options);
    },
    async scratch() {
      const found = await opened();
      return found.ok ? found.scratch : null;
    },
    noteIn(next) {
      log = next;
    },
    stop() {
      stopped = true;
    },
    async cleanUp() {
      if (target === null) return;
      const deadline = AbortSignal.timeout(CLEAN_UP_MS);
      await within(deadline, Promise.allSettled(creating));
      const current = log;
      const left = current?.left() ?? [];
      const found = left.length === 0 ? null : await target;
      if (!found?.ok) return;
      for (const id of await deleted(found.agent, left, deadline)) current?.deleted(id);
    },
    async deleteOrphans(orphans) {
      if (orphans.every(({ ids }) => ids.length === 0)) return;
      const found = await opened();
      if (!found.ok) return;
      const deadline = AbortSignal.timeout(CLEAN_UP_MS);
      for (const run of orphans) run.deleted(await deleted(found.agent, run.ids, deadline));
    },
    async close() {
      await (await target)?.close();
    },
  };
}

interface CallSettings {
  readonly signal: AbortSignal;
  readonly onSent: () => void;
  readonly onQueued: HandlerContext['queued'];
  readonly timeoutMs?: number;
}

/** Those that are gone afterwards. One whose deletion is refused is still there: who does not know it says so otherwise. */
async function deleted(agent: AgentUi, ids: readonly string[], signal: AbortSignal): Promise<string[]> {
  const gone = await Promise.all(
    ids.map((id) =>
      agent.deleteSession(id, { timeoutMs: CLEAN_UP_MS, signal }).then(
        () => [id],
        () => [],
      ),
    ),
  );
  return gone.flat();
}

/** Resolves with the event or when the signal aborts; rejects as the event does. */
async function within(signal: AbortSignal, event: Promise<unknown>): Promise<void> {
  let late = () => {};
  const limit = new Promise<void>((resolve) => {
    late = resolve;
    if (signal.aborted) late();
    else signal.addEventListener('abort', late, { once: true });
  });
  try {
    await Promise.race([event, limit]);
  } finally {
    signal.removeEventListener('abort', late);
  }
}
