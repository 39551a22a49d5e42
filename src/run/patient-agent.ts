/**
 * The agent of a run, with patience. A call waits while the agent still works on what was given up before: sent at once
 * it would be refused, or its time-out would run meanwhile. And it is sent again while the agent can't be reached. Both
 * end when the patience is used up: from then on each call is tried once, until one is answered.
 */
import { AgentUiError, type AgentUi, type CallOptions } from '../agents/contract.ts';
import { messageOf } from '../message-of.ts';
import { backOff, type Clock, systemClock } from '../waiting.ts';
import { createIdleWait } from './idle-wait.ts';
import { watchModelServer } from './model-server.ts';

export interface Patience {
  /** Milliseconds that an agent may be away or busy with what was given up. */
  readonly patienceMs: number;
  readonly clock?: Clock;
}

/** The longest pause between two tries: who is back is not left waiting. */
const TRY_AGAIN_MS = 2_000;

/** May a call be sent again that the connection broke over? */
type Repeat = (error: AgentUiError) => boolean;
const always: Repeat = () => true;
/** Nothing was sent, so nothing can be done twice. */
const ifNeverSent: Repeat = ({ tool }) => tool === 'connect';

export function patientAgent(agent: AgentUi, patience: Patience): AgentUi {
  const perform = performer(agent, patience);
  const model = watchModelServer(agent);
  const withModel =
    <T>(call: (options: CallOptions) => Promise<T>) =>
    async (options: CallOptions) => {
      await model.required();
      return call(options);
    };
  return {
    status: (options) => perform(options, (more) => agent.status(more), always),
    createSession: (input, options) =>
      perform(
        options,
        withModel((more) => agent.createSession(input, more)),
        always,
      ),
    getSession: (id, options) => perform(options, (more) => agent.getSession(id, more), always),
    deleteSession: (id, options) => perform(options, (more) => agent.deleteSession(id, more), always),
    indexDocument: (input, options) => perform(options, (more) => agent.indexDocument(input, more), always),
    sendMessage: (input, options) =>
      perform(
        options,
        withModel((more) => model.sendMessage(input, more)),
        ifNeverSent,
      ),
    getMessages: (id, options) => perform(options, (more) => agent.getMessages(id, more), always),
    whenIdle: (options) => perform(options, (more) => agent.whenIdle(more), always),
    failTools: (fault, options) => perform(options, (more) => agent.failTools(fault, more), always),
    look: (call, options) => perform(options, (more) => agent.look(call, more), always),
    prepareMemory: (wish, options) =>
      perform(options, (more) => agent.prepareMemory(wish, more), wish.clear ? always : ifNeverSent),
  };
}

type Perform = <T>(
  options: CallOptions | undefined,
  call: (options: CallOptions) => Promise<T>,
  repeat: Repeat,
) => Promise<T>;

function performer(agent: AgentUi, { patienceMs, clock = systemClock }: Patience): Perform {
  const down = (tool: string, why: string, cause?: unknown) => {
    const waited = `waited ${patienceMs / 1000} s for it (AGENT_EVAL_PATIENCE)`;
    return new AgentUiError('down', tool, `${why} (${waited})`, { cause });
  };
  const idle = createIdleWait(agent, patienceMs, clock, down);
  /** Since when nobody answers. */
  let awaySince: number | null = null;

  /** What the error means for all calls; resolves when the call shall be made again, else rejects. */
  const meet = async (error: unknown, nth: number, sent: boolean, options: CallOptions, repeat: Repeat) => {
    if (!(error instanceof AgentUiError)) throw error;
    const { kind, tool } = error;
    if (kind !== 'unreachable') {
      if (sent && (kind === 'timeout' || kind === 'aborted')) idle.watch();
      else if (kind !== 'aborted' && kind !== 'down') awaySince = null;
      throw error;
    }
    awaySince ??= clock.now();
    if (!repeat(error)) throw error;
    const left = awaySince + patienceMs - clock.now();
    if (left <= 0) throw down(tool, messageOf(error), error);
    options.onQueued?.({ for: 'agent', why: messageOf(error), until: Date.now() + left });
    await clock.sleep(Math.min(left, backOff(nth, TRY_AGAIN_MS)), options.signal);
    if (options.signal?.aborted) {
      throw new AgentUiError('aborted', tool, 'given up while the agent could not be reached');
    }
  };

  return async (options = {}, call, repeat) => {
    for (let nth = 1; ; nth += 1) {
      let sent = false;
      const onSent = () => {
        sent = true;
        options.onSent?.();
      };
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other is the point
        await idle.whenIdle(options);
        // oxlint-disable-next-line no-await-in-loop
        const answer = await call({ ...options, onSent });
        awaySince = null;
        return answer;
      } catch (error) {
        // oxlint-disable-next-line no-await-in-loop
        await meet(error, nth, sent, options, repeat);
      }
    }
  };
}
