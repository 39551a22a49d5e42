/** The agent as one scenario uses it: every call bounded by its deadline, whose clock stands while a call queues. */
import { AgentUiError, type AgentUi, type CallOptions } from '../agents/contract.ts';
import type { Wait } from '../waiting.ts';
import type { Deadline } from './deadline.ts';

/** `onWait` hears when a call waits for an agent that is down, and null when it does no more. */
export function timedAgent(
  agent: AgentUi,
  deadline: Deadline,
  onWait: (wait: Wait | null) => void = () => {},
): AgentUi {
  const timed = async <T>(
    call: (options: CallOptions) => Promise<T>,
    options: CallOptions = {},
  ): Promise<T> => {
    deadline.signal.throwIfAborted();
    let resume = deadline.pause();
    let waits = false;
    const tellWait = (wait: Wait | null) => {
      if (wait !== null || waits) onWait(wait);
      waits = wait !== null;
    };
    const onSent = () => {
      resume();
      tellWait(null);
      options.onSent?.();
    };
    const onQueued = (wait?: Wait) => {
      resume();
      resume = deadline.pause();
      tellWait(wait ?? null);
      options.onQueued?.(wait);
    };
    const answer = call({ ...options, signal: deadline.signal, onSent, onQueued });
    try {
      return await orAborted(answer, deadline.signal);
    } finally {
      resume();
      tellWait(null);
    }
  };
  return {
    status: (options) => timed((more) => agent.status(more), options),
    createSession: (input, options) => timed((more) => agent.createSession(input, more), options),
    getSession: (id, options) => timed((more) => agent.getSession(id, more), options),
    deleteSession: (id, options) => timed((more) => agent.deleteSession(id, more), options),
    indexDocument: (input, options) => timed((more) => agent.indexDocument(input, more), options),
    sendMessage: (input, options) => timed((more) => agent.sendMessage(input, more), options),
    getMessages: (id, options) => timed((more) => agent.getMessages(id, more), options),
    whenIdle: (options) => timed((more) => agent.whenIdle(more), options),
    prepareMemory: (wish, options) => timed((more) => agent.prepareMemory(wish, more), options),
    failTools: (fault, options) => timed((more) => agent.failTools(fault, more), options),
    look: (wanted, options) => timed((more) => agent.look(wanted, more), options),
  };
}

/** The deadline holds even when a call ignores its signal. */
async function orAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(new AgentUiError('aborted', '', 'given up'));
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
