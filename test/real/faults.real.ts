/** The real Agent UI when its model, its backend or its MCP server fails. */
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ConnectedAgentUi } from '../../src/agents/contract.ts';
import { checkAgentUi } from '../../src/agents/mcp/preflight.ts';
import { agentUiError } from '../support/agent-ui-error.ts';
import { connect, hasAgents, isOld, model, modelRequests, rig } from './rig.ts';

describe.runIf(hasAgents).each(['http', 'stdio'] as const)('over %s', (how) => {
  let ui: ConnectedAgentUi;
  let sessionId: string;
  const send = (message: string, timeoutMs = 30_000) => ui.sendMessage({ sessionId, message }, { timeoutMs });
  beforeAll(async () => {
    await model({ reset: true, miss: 0 });
    ui = await connect(how);
    ({ id: sessionId } = await ui.createSession({ title: 'Eval: faults' }));
    await send('[[say First.]]');
  });
  afterEach(() => model({ reset: true, miss: 0 }));
  afterAll(() => ui.close());

  test.each([
    'error 400',
    'error 429',
    'error 500',
    'overloaded',
    'network',
    'context',
    'not-loaded',
    'drop',
    'garbage',
    'empty',
  ])('a model that fails (%s) makes a failed turn, not an answer', async (fault) => {
    await expect(send(`Who runs the office? [[${fault}]]`)).rejects.toEqual(
      agentUiError('failed_turn', /^The agent could not take its turn and said: \S/),
    );
    expect((await send('[[say Well again.]]')).agent_response).toBe('Well again.');
  });

  test('a model that is always overloaded, or fails twice, fails the turn; one that fails once does not', async () => {
    await model({ always: 'overloaded' });
    await expect(send('Hello there.')).rejects.toEqual(agentUiError('failed_turn', /Overloaded/));
    await model({ reset: true, script: ['500', '500'] });
    await expect(send('Hello there.')).rejects.toEqual(agentUiError('failed_turn', /500/));
    await model({ reset: true, script: ['500', 'ok'] });
    expect((await send('Hello there.')).agent_response).toContain('Hello there');
    expect(await modelRequests()).toBeGreaterThan(1);
  });

  test('an agent that does not exist', async () => {
    const { id } = await ui.createSession({ title: 'Eval: nobody', agentType: 'nosuch' });
    const answer = ui.sendMessage({ sessionId: id, message: '[[say I am chat.]]' });
    if (isOld) {
      expect((await answer).agent_response).toBe('I am chat.');
      expect((await ui.getSession(id)).agent_type).toBe('chat');
    } else await expect(answer).rejects.toEqual(agentUiError('failed_turn', /couldn't load the agent/));
  });

  test('a turn that takes too long is a timeout; the next call waits for the agent', async () => {
    await expect(send('[[delay 3]] [[say Late.]]', 1000)).rejects.toEqual(agentUiError('timeout'));
    expect((await ui.getMessages(sessionId)).at(-1)).toEqual({ role: 'assistant', content: 'Late.' });
    expect((await send('[[say Next.]]')).agent_response).toBe('Next.');
  });

  test('a model server that is down is told before the first scenario', async () => {
    await model({ health: 'down' });
    expect(await checkAgentUi(ui)).toEqual({
      ok: false,
      message: expect.stringMatching(/its model server is not running/),
    });
    await expect(send('Hello there.')).rejects.toEqual(agentUiError('failed_turn'));
  });

  test('a backend that stops is unreachable, during a turn and after it, until it is back', async () => {
    const sent = deferred();
    const turn = ui.sendMessage({ sessionId, message: '[[delay 20]] [[say x]]' }, { onSent: sent.resolve });
    const end = turn.catch((error: unknown) => error);
    await sent.promise;
    await expect.poll(modelRequests, { timeout: 10_000 }).toBe(1);
    onTestFinished(() => rig('start', 'ui'));
    await rig('stop', 'ui');
    expect(await end).toEqual(agentUiError('crashed', /ended prematurely/));
    expect(await checkAgentUi(ui)).toEqual({
      ok: false,
      message: expect.stringMatching(/^The agent is not reachable at/),
    });
    for (const call of [
      () => send('x'),
      () => ui.createSession({ title: 'Eval: x' }),
      () => ui.getMessages(sessionId),
      () => ui.deleteSession(sessionId),
      () => ui.indexDocument({ path: '/x/a.md', sessionId }),
    ]) {
      await expect(call()).rejects.toEqual(agentUiError('unreachable'));
    }
    await rig('start', 'ui');
    expect((await send('[[say Back.]]')).agent_response).toBe('Back.');
  });
});

test.runIf(hasAgents)('an MCP server that restarts is found again', async () => {
  const ui = await connect('http');
  const { id } = await ui.createSession({ title: 'Eval: restart' });
  onTestFinished(() => rig('start', 'mcp'));
  await rig('stop', 'mcp');
  await expect(ui.getSession(id)).rejects.toEqual(agentUiError('unreachable', /No MCP server answers/));
  await rig('start', 'mcp');
  expect((await ui.getSession(id)).id).toBe(id);
  await rig('stop', 'mcp');
  await rig('start', 'mcp');
  expect((await ui.getSession(id)).id).toBe(id);
  await ui.close();
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
