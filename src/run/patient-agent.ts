/**
 * The agent of a run, with patience. A call waits while the agent still works on what was given up before: sent at once
 * it would be refused, or its time-out would run meanwhile. And it is sent again while the agent can't be reached. Both
 * end when the patience is used up: from then on each call is tried once, until one is answered.
 */
import { AgentUiError, type AgentUi, type CallOptions } from '../agent-ui/contract.ts';
import { messageOf } from '../message-of.ts';
import { backOff, type Clock, systemClock } from '../waiting.ts';

export interface Patience {
  /** Milliseconds that an agent may be away or busy with what was given up. */
  readonly patienceMs: number;
  readonly clock?: Clock;
}

/** One look at a busy agent: a look that gets lost on the way costs no more. */
const LOOK_MS = 60_000;
const LOOK_AGAIN_MS = 1_000;
/** The longest pause between two tries: who is back is not left waiting. */
const TRY_AGAIN_MS = 2_000;

type Repeat = (error: AgentUiError) => boolean;
const always: Repeat = () => true;
/** Nothing was sent, so nothing can be done twice. */
const ifNeverSent: Repeat = ({ tool }) => tool === 'connect';

export function patientAgent(agent: AgentUi, { patienceMs, clock = systemClock }: Patience): AgentUi {
  let busy: { readonly since: number; readonly idle: Promise<void> } | null = null;
  /** Since when nobody answers. */
  let awaySince: number | null = null;

  const down = (tool: string, why: string, cause?: unknown) => {
    const waited = `waited ${patienceMs / 1000} s for it (AGENT_EVAL_PATIENCE)`;
    return new AgentUiError('down', tool, `${why} (${waited})`, { cause });
  };

  /** Resolves when the agent is idle again. Gives up with the patience. */
  const whenIdle = async (options: CallOptions): Promise<void> => {
    if (busy === null) return;
    const { since, idle } = busy;
    const left = since + patienceMs - clock.now();
    const why = 'still busy with a call that was given up';
    if (left > 0) {
      options.onQueued?.({ for: 'agent', why, until: Date.now() + left });
      const over = new AbortController();
      const signal = options.signal ? AbortSignal.any([over.signal, options.signal]) : over.signal;
      await Promise.race([idle, clock.sleep(left, signal)]);
      over.abort();
      throwIfGivenUp(options, 'given up while the agent was busy with an earlier call');
      if (busy === null) return;
    }
    throw down('', `the agent is ${why}; restart it`);
  };

  const watch = (): void => {
    if (busy !== null) return;
    const idle = idleAgain(agent, clock).finally(() => {
      busy = null;
    });
    busy = { since: clock.now(), idle };
  };

  const perform = async <T>(
    options: CallOptions = {},
    call: (options: CallOptions) => Promise<T>,
    repeat: Repeat,
  ): Promise<T> => {
    for (let nth = 1; ; nth += 1) {
      let sent = false;
      const onSent = () => {
        sent = true;
        options.onSent?.();
      };
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other is the point
        await whenIdle(options);
        // oxlint-disable-next-line no-await-in-loop
        const answer = await call({ ...options, onSent });
        awaySince = null;
        return answer;
      } catch (error) {
        if (!(error instanceof AgentUiError)) throw error;
        const { kind, tool } = error;
        if (sent && (kind === 'timeout' || kind === 'aborted')) watch();
        else if (kind !== 'unreachable' && kind !== 'aborted' && kind !== 'down') awaySince = null;
        if (kind !== 'unreachable') throw error;
        awaySince ??= clock.now();
        const left = awaySince + patienceMs - clock.now();
        if (!repeat(error)) throw error;
        if (left <= 0) throw down(tool, messageOf(error), error);
        options.onQueued?.({ for: 'agent', why: messageOf(error), until: Date.now() + left });
        // oxlint-disable-next-line no-await-in-loop
        await clock.sleep(Math.min(left, backOff(nth, TRY_AGAIN_MS)), options.signal);
        throwIfGivenUp(options, 'given up while the agent could not be reached');
      }
    }
  };

  return {
    status: (options) => perform(options, (more) => agent.status(more), always),
    createSession: (input, options) => perform(options, (more) => agent.createSession(input, more), always),
    getSession: (id, options) => perform(options, (more) => agent.getSession(id, more), always),
    deleteSession: (id, options) => perform(options, (more) => agent.deleteSession(id, more), always),
    indexDocument: (input, options) => perform(options, (more) => agent.indexDocument(input, more), always),
    sendMessage: (input, options) => perform(options, (more) => agent.sendMessage(input, more), ifNeverSent),
    getMessages: (id, options) => perform(options, (more) => agent.getMessages(id, more), always),
    whenIdle: (options) => perform(options, (more) => agent.whenIdle(more), always),
    prepareMemory: (wish, options) =>
      perform(options, (more) => agent.prepareMemory(wish, more), wish.clear ? always : ifNeverSent),
  };
}

function throwIfGivenUp({ signal }: CallOptions, words: string): void {
  if (signal?.aborted) throw new AgentUiError('aborted', '', words);
}

/** Resolves when the agent is idle, or gone: who has gone is busy with nothing. Never rejects. */
async function idleAgain(agent: AgentUi, clock: Clock): Promise<void> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other is the point
      await agent.whenIdle({ timeoutMs: LOOK_MS });
      return;
    } catch (error) {
      const isOver =
        !(error instanceof AgentUiError) || error.kind === 'unreachable' || error.kind === 'aborted';
      if (isOver) return;
      // oxlint-disable-next-line no-await-in-loop
      await clock.sleep(LOOK_AGAIN_MS);
    }
  }
}
