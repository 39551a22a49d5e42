import { expect, test } from 'vitest';
import { AgentUiError, type AgentUi } from '../../src/agents/contract.ts';
import { patientAgent } from '../../src/run/patient-agent.ts';

/** An agent of one method's outcome, which notes its calls and is idle when told so. */
function agent(send: 'timeout' | 'aborted' | 'refused' | 'never sent') {
  const calls: string[] = [];
  let becomeIdle = () => {};
  const idle = new Promise<void>((resolve) => {
    becomeIdle = resolve;
  });
  const note = (name: string) => async () => {
    calls.push(name);
    return { id: 's' };
  };
  const fake = {
    status: note('status'),
    createSession: note('createSession'),
    getSession: note('getSession'),
    deleteSession: note('deleteSession'),
    indexDocument: note('indexDocument'),
    getMessages: note('getMessages'),
    prepareMemory: note('prepareMemory'),
    whenIdle: async () => {
      calls.push('whenIdle');
      await idle;
    },
    sendMessage: async (_: unknown, options?: { onSent?: () => void }) => {
      calls.push('sendMessage');
      if (send !== 'never sent') options?.onSent?.();
      throw new AgentUiError(send === 'never sent' ? 'aborted' : send, 'send_message', send);
    },
  } as unknown as AgentUi;
  return { agent: patientAgent(fake, { patienceMs: 1000 }), calls, becomeIdle: () => becomeIdle() };
}

const message = { sessionId: 's', message: 'hello' };

test.each(['timeout', 'aborted'] as const)(
  'after a message that ended with %s the next call waits',
  async (kind) => {
    const { agent: ui, calls, becomeIdle } = agent(kind);
    await expect(ui.sendMessage(message)).rejects.toMatchObject({ kind });
    const next = ui.deleteSession('s');
    await Promise.resolve();
    expect(calls).toEqual(['sendMessage', 'whenIdle']);
    becomeIdle();
    await next;
    await ui.createSession({ title: 't' });
    expect(calls).toEqual(['sendMessage', 'whenIdle', 'deleteSession', 'createSession']);
  },
);

test.each(['refused', 'never sent'] as const)('after a message that was %s nothing waits', async (kind) => {
  const { agent: ui, calls } = agent(kind);
  await expect(ui.sendMessage(message)).rejects.toThrow(AgentUiError);
  await ui.createSession({ title: 't' });
  expect(calls).toEqual(['sendMessage', 'createSession']);
});

test('who waits can give up', async () => {
  const { agent: ui } = agent('timeout');
  await expect(ui.sendMessage(message)).rejects.toThrow(AgentUiError);
  const controller = new AbortController();
  const waiting = ui.createSession({ title: 't' }, { signal: controller.signal });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
});
