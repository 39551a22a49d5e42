/**
 * An agent works on a message after we have given it up. The next call waits until it is idle again: sent at once it
 * would be refused, or its time-out would run while the old turn is still being worked on.
 */
import { AgentUiError, type AgentUi, type CallOptions } from '../agent-ui/contract.ts';

/** `limitMs` bounds the wait; after it calls are sent as they come and fail as they may. */
export function waitsUntilIdle(agent: AgentUi, limitMs: number): AgentUi {
  let busy: Promise<void> | null = null;

  const whenIdle = async (signal: AbortSignal | undefined): Promise<void> => {
    if (busy === null) return;
    if (signal === undefined) return busy;
    let giveUp = () => {};
    const aborted = new Promise<never>((_, reject) => {
      giveUp = () =>
        reject(new AgentUiError('aborted', '', 'given up while the agent was busy with an earlier message'));
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    });
    try {
      await Promise.race([busy, aborted]);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  };
  const after = async <T>(options: CallOptions | undefined, call: () => Promise<T>): Promise<T> => {
    await whenIdle(options?.signal);
    return call();
  };
  const watch = () => {
    busy ??= agent
      .whenIdle({ timeoutMs: limitMs })
      .catch(() => {})
      .finally(() => {
        busy = null;
      });
  };

  return {
    ...agent,
    status: (options) => after(options, () => agent.status(options)),
    createSession: (input, options) => after(options, () => agent.createSession(input, options)),
    getSession: (id, options) => after(options, () => agent.getSession(id, options)),
    deleteSession: (id, options) => after(options, () => agent.deleteSession(id, options)),
    indexDocument: (input, options) => after(options, () => agent.indexDocument(input, options)),
    getMessages: (id, options) => after(options, () => agent.getMessages(id, options)),
    prepareMemory: (wish, options) => after(options, () => agent.prepareMemory(wish, options)),
    look: (call, options) => after(options, () => agent.look(call, options)),
    async sendMessage(input, options) {
      await whenIdle(options?.signal);
      let sent = false;
      try {
        return await agent.sendMessage(input, {
          ...options,
          onSent: () => {
            sent = true;
            options?.onSent?.();
          },
        });
      } catch (error) {
        const abandoned =
          error instanceof AgentUiError && (error.kind === 'timeout' || error.kind === 'aborted');
        if (sent && abandoned) watch();
        throw error;
      }
    },
  };
}
