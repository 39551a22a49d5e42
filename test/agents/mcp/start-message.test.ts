import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ConnectedAgentUi } from '../../../src/agents/contract.ts';
import { agentUiError } from '../../support/agent-ui-error.ts';
import {
  connectToReplay,
  newSession,
  ownReplay,
  send,
  startReplay,
  type Replay,
} from '../../support/replay-0.25.ts';

let replay: Replay;
let ui: ConnectedAgentUi;

beforeAll(async () => {
  replay = await startReplay();
  ui = await connectToReplay(replay);
});
afterAll(async () => {
  await ui.close();
  await replay.kill();
});

test('holds a conversation: status, session, document, turn with its tools, transcript, deletion', async () => {
  expect(ui.generation).toBe('start-message');
  expect(await ui.status()).toMatchObject({ version: '0.25.1', model_server_running: true });
  const created = await ui.createSession({ title: 'Eval: a', agentType: 'doc' });
  expect(created).toEqual({
    id: expect.any(String),
    agent_type: 'doc',
    model: 'Gemma-4-E4B-it-GGUF',
    effective_model: 'Gemma-4-E4B-it-GGUF',
    device: 'gpu',
  });
  expect(await ui.indexDocument({ path: '/docs/a.md', sessionId: created.id })).toMatchObject({
    chunk_count: 1,
    linked_to_session: created.id,
  });
  const message =
    '[[tool index_documents  => Indexed]][[tool query_documents query: Grüße? 你好 => Found 1]]' +
    '[[shell ls => a.md]][[say Marta Quintela.]]';
  expect(await ui.sendMessage({ sessionId: created.id, message })).toEqual({
    agent_response: 'Marta Quintela.',
    tool_calls: [
      { tool: 'query_documents', arguments: 'query: Grüße? 你好', success: true, summary: 'Found 1' },
      {
        tool: 'run_shell_command',
        arguments: 'command: ls',
        success: true,
        summary: 'Command executed\nexit code: 0\nstdout: a.md',
      },
    ],
    stats: { tokens_per_second: 41.5, time_to_first_token: 0.25, input_tokens: 4675, output_tokens: 5 },
  });
  expect(await ui.getMessages(created.id)).toEqual([
    { role: 'user', content: message },
    { role: 'assistant', content: 'Marta Quintela.' },
  ]);
  await ui.deleteSession(created.id);
  await ui.deleteSession(created.id);
  await expect(ui.getSession(created.id)).rejects.toEqual(agentUiError('refused', /not found/));
});

test('what is refused says why', async () => {
  await expect(ui.createSession({ title: 'Eval: a', agentType: 'nosuch' })).rejects.toEqual(
    agentUiError('refused', /Unknown agent_type 'nosuch'/),
  );
  await expect(ui.sendMessage({ sessionId: 'nope', message: 'x' })).rejects.toEqual(
    agentUiError('refused', /Session not found/),
  );
  await expect(send(ui, 'x'.repeat(100_001))).rejects.toEqual(agentUiError('refused'));
  await expect(send(ui, ' ')).rejects.toEqual(agentUiError('refused', /empty/));
});

describe('a turn that failed is no answer', () => {
  test.each([
    [
      'the model failed: prose, completed',
      '[[fail The model stopped responding at step 1, so this…]]',
      /step 1/,
    ],
    ['in words that no list knows', '[[fail Something new went wrong.]]', /Something new went wrong/],
    [
      'after a tool call, in words an answer might have',
      '[[tool x a => b]][[fail The tram is late.]]',
      /tram/,
    ],
    ['the status is written late', '[[late]][[fail Something new went wrong.]]', /Something new/],
    ['the agent crashed', '[[crash Agent error: the roof fell in]]', /the roof fell in/],
    [
      'the agent could not be loaded',
      "[[lose I couldn't load the agent **'gaia'**. It may have failed.]]",
      /load/,
    ],
  ])('%s', async (_, message, words) => {
    await expect(send(ui, message)).rejects.toEqual(agentUiError('failed_turn', words));
  });

  test('nothing but the words tells, when the status stays unknown', async () => {
    const { agent } = await ownReplay({});
    const turn = (text: string) => send(agent, `[[late]][[late]][[say ${text}]]`);
    expect((await turn('Fine.')).agent_response).toBe('Fine.');
  });

  test('an event stream that broke without any failure is the connection’s fault', async () => {
    await expect(send(ui, '[[lose]]')).rejects.toEqual(agentUiError('unreachable', /lost the turn/));
  });

  test.each(['fail', 'crash'])('fault 23: a call that the model got wrong is an answer (%s)', async (how) => {
    const words = 'Agent error: Malformed/truncated tool call';
    expect((await send(ui, `[[${how} ${words}]]`)).agent_response).toBe(words);
  });

  test('an agent that speaks of an error has answered', async () => {
    expect((await send(ui, '[[say Agent errors are listed on page 3.]]')).agent_response).toMatch(/page 3/);
  });

  test('after a crash the session is busy for an instant, and the next message is sent again', async () => {
    const { server, agent } = await ownReplay({ busyMs: 600 });
    const sessionId = await newSession(agent);
    const crash = agent.sendMessage({ sessionId, message: '[[crash Agent error: x]]' });
    await expect(crash).rejects.toEqual(agentUiError('failed_turn'));
    expect((await agent.sendMessage({ sessionId, message: '[[say Well again.]]' })).agent_response).toBe(
      'Well again.',
    );
    expect(server.lines.count('busy')).toBeGreaterThan(0);
  });
});

test('a session that stays busy is refused', async () => {
  const { agent } = await ownReplay({ busyMs: 60_000 });
  const sessionId = await newSession(agent);
  await expect(agent.sendMessage({ sessionId, message: '[[crash x]]' })).rejects.toEqual(
    agentUiError('failed_turn'),
  );
  await expect(agent.sendMessage({ sessionId, message: 'x' })).rejects.toEqual(
    agentUiError('refused', /already in progress/),
  );
});

test('a long turn is watched in pieces, and what it asks late is answered', async () => {
  const { server, agent } = await ownReplay({}, { timeouts: { wait: 40 } });
  const reply = await send(agent, '[[wait 300]][[permission rm x]][[wait 300]][[say At last.]]');
  expect(reply.agent_response).toBe('At last.');
  expect(reply.prompts).toHaveLength(1);
  expect(server.lines.count('call wait_for_turn')).toBeGreaterThan(4);
  expect(server.lines.count('call start_message')).toBe(1);
});

describe('a turn that is given up', () => {
  test('is a timeout and is stopped; the agent is idle soon after', async () => {
    const { server, agent } = await ownReplay({});
    await expect(send(agent, '[[hang]]', 100)).rejects.toEqual(agentUiError('timeout', /within 0.1 s/));
    await agent.whenIdle();
    await server.lines.wait('turn cancelled');
    expect((await send(agent, '[[say Next.]]')).agent_response).toBe('Next.');
  });

  test('is stopped when the caller aborts', async () => {
    const { server, agent } = await ownReplay({});
    const sessionId = await newSession(agent);
    const controller = new AbortController();
    const turn = agent.sendMessage({ sessionId, message: '[[hang]]' }, { signal: controller.signal });
    await server.lines.wait('call wait_for_turn');
    controller.abort();
    await expect(turn).rejects.toEqual(agentUiError('aborted'));
    await server.lines.wait('turn cancelled');
    await agent.whenIdle();
  });

  test('before its turn came, is never sent', async () => {
    const { server, agent } = await ownReplay({});
    const sessionId = await newSession(agent);
    const first = agent.sendMessage({ sessionId, message: '[[wait 300]][[say First.]]' });
    const second = agent.sendMessage({ sessionId, message: 'x' }, { signal: AbortSignal.timeout(20) });
    await expect(second).rejects.toEqual(agentUiError('aborted'));
    expect((await first).agent_response).toBe('First.');
    expect(server.lines.count('call start_message')).toBe(1);
    expect(server.lines.count('call stop_turn')).toBe(0);
  });

  test('and whose session is gone, keeps nobody waiting', async () => {
    const { agent } = await ownReplay({});
    const sessionId = await newSession(agent);
    const turn = agent.sendMessage({ sessionId, message: '[[hang]]' }, { timeoutMs: 50 });
    await expect(turn).rejects.toEqual(agentUiError('timeout'));
    await agent.deleteSession(sessionId);
    await agent.whenIdle();
  });
});

test('other calls are answered while a turn is under way; turns stand in line', async () => {
  const order: string[] = [];
  const [a, b] = [await newSession(ui), await newSession(ui)];
  const first = ui
    .sendMessage({ sessionId: a, message: '[[wait 400]][[say A]]' })
    .then(() => order.push('turn 1'));
  const second = ui.sendMessage({ sessionId: b, message: '[[say B]]' }).then(() => order.push('turn 2'));
  await ui.status().then(() => order.push('status'));
  await Promise.all([first, second]);
  expect(order).toEqual(['status', 'turn 1', 'turn 2']);
});

test('as many turns at a time as asked for', async () => {
  const wide = await connectToReplay(replay, { concurrency: 2 });
  onTestFinished(() => wide.close());
  const [a, b] = [await newSession(ui), await newSession(ui)];
  const order: string[] = [];
  await Promise.all([
    wide.sendMessage({ sessionId: a, message: '[[wait 400]][[say A]]' }).then(() => order.push('slow')),
    wide.sendMessage({ sessionId: b, message: '[[say B]]' }).then(() => order.push('quick')),
  ]);
  expect(order).toEqual(['quick', 'slow']);
});

test('the time in the line does not count', async () => {
  const [a, b] = [await newSession(ui), await newSession(ui)];
  const first = ui.sendMessage({ sessionId: a, message: '[[wait 700]][[say A]]' });
  const second = ui.sendMessage({ sessionId: b, message: '[[say B]]' }, { timeoutMs: 600 });
  await first;
  expect((await second).agent_response).toBe('B');
});

describe('the device', () => {
  test('of a host without a GPU: the failure says what to set', async () => {
    const { agent } = await ownReplay({ gpu: false });
    await expect(send(agent, '[[say x]]')).rejects.toEqual(
      agentUiError('failed_turn', /AGENT_EVAL_DEVICE=cpu/),
    );
  });

  test('is set where asked for, and picks the model', async () => {
    const { server, agent } = await ownReplay({ gpu: false }, { device: 'cpu' });
    const created = await agent.createSession({ title: 'Eval: a' });
    expect(created).toMatchObject({ device: 'cpu', effective_model: 'Gemma-4-E2B-it-GGUF' });
    await server.lines.wait('device cpu');
    expect((await agent.sendMessage({ sessionId: created.id, message: '[[say x]]' })).agent_response).toBe(
      'x',
    );
  });

  test('no session is left behind when it can’t be set', async () => {
    const { server } = await ownReplay({});
    const agent = await connectToReplay(server, { device: 'cpu', backend: 'http://127.0.0.1:9' });
    onTestFinished(() => agent.close());
    await expect(agent.createSession({ title: 'Eval: a' })).rejects.toEqual(agentUiError('unreachable'));
    await server.lines.wait('call delete_session');
  });
});

test('an MCP server that dies in the middle of a turn is unreachable', async () => {
  const { server, agent } = await ownReplay({});
  const turn = send(agent, '[[hang]]');
  await server.lines.wait('call wait_for_turn');
  await Promise.all([server.kill(), expect(turn).rejects.toEqual(agentUiError('unreachable'))]);
});
