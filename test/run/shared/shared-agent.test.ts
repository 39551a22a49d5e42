/** The sessions that are ours: noted when made, struck out when gone, whoever gave up waiting for it. */
import { expect, test } from 'vitest';
import { AgentUiError, type AgentUi } from '../../../src/agents/contract.ts';
import type { SessionLog } from '../../../src/run/shared/session-log.ts';
import { createSharedAgent } from '../../../src/run/shared/shared-agent.ts';

function notes(...opened: string[]): SessionLog {
  const left = new Set(opened);
  return {
    opened: (id) => void left.add(id),
    deleted: (id) => void left.delete(id),
    left: () => [...left],
    close() {},
  };
}

function shared(deleteSession: AgentUi['deleteSession']) {
  const agent = { deleteSession } as unknown as AgentUi;
  const status = { version: null, model_server_running: null, model: null, init_state: null };
  return createSharedAgent(async () => ({
    ok: true,
    agent,
    status,
    offers: null,
    lacks: [],
    scratch: null,
    close: async () => {},
  }));
}

const context = (signal = new AbortController().signal) => ({ signal, sent() {}, queued() {} });
const deletion = { method: 'deleteSession', argument: 's', timeoutMs: 1000 } as const;

test('fault 20: who gives up waiting does not end the deletion', async () => {
  let free = () => {};
  const busy = new Promise<void>((resolve) => (free = resolve));
  const agent = shared(() => busy);
  const log = notes('s');
  agent.noteIn(log);
  const worker = new AbortController();
  const waiting = agent.call(deletion, context(worker.signal));
  worker.abort();
  await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
  expect(log.left()).toEqual(['s']);
  free();
  await busy;
  await expect.poll(() => log.left()).toEqual([]);
});

test('fault 47: a deletion that is refused is tried again at the end, and stays noted until it is done', async () => {
  let locked = true;
  const asked: string[] = [];
  const agent = shared(async (id) => {
    asked.push(id);
    if (locked) throw new AgentUiError('refused', 'delete_session', 'database is locked');
  });
  const log = notes('s');
  agent.noteIn(log);
  await expect(agent.call(deletion, context())).rejects.toMatchObject({ kind: 'refused' });
  await agent.cleanUp();
  expect(log.left()).toEqual(['s']);
  locked = false;
  await agent.cleanUp();
  expect(log.left()).toEqual([]);
  expect(asked).toEqual(['s', 's', 's']);

  // The same holds for what a dead run left.
  locked = true;
  const gone: string[][] = [];
  const orphans = { ids: ['o'], deleted: (ids: readonly string[]) => void gone.push([...ids]) };
  await agent.deleteOrphans([orphans]);
  locked = false;
  await agent.deleteOrphans([orphans]);
  expect(gone).toEqual([[], ['o']]);
});
