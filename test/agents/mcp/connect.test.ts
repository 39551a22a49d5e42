/** The client against a real MCP server in another process, over both transports. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectAgentUi } from '../../../src/agents/mcp/connect.ts';
import type { AgentUiErrorKind, ConnectedAgentUi } from '../../../src/agents/contract.ts';
import { agentUiError } from '../../support/agent-ui-error.ts';
import { type FakeOptions, Lines, startHttpFake, stdioFake } from '../../support/fake-agent-ui.ts';

const TRANSPORTS = ['http', 'stdio'] as const;

interface Rig {
  readonly ui: ConnectedAgentUi;
  /** What the server says it does. */
  readonly server: Lines;
  stop(): Promise<void>;
}

async function start(transport: (typeof TRANSPORTS)[number], fake: FakeOptions = {}): Promise<Rig> {
  const log = new Lines();
  const http = transport === 'http' ? await startHttpFake(fake) : undefined;
  const mcp = http?.mcp ?? stdioFake(fake);
  try {
    const ui = await connectAgentUi({ mcp, backend: 'http://127.0.0.1:4200', log: log.push, pollMs: 5 });
    const stop = async (): Promise<void> => {
      await ui.close();
      await http?.kill();
    };
    return { ui, server: http?.lines ?? log, stop };
  } catch (error) {
    await http?.kill();
    throw error;
  }
}

describe.each(TRANSPORTS)('over %s', (transport) => {
  /** For the tests that leave the server as they found it. */
  let shared: Rig;
  beforeAll(async () => {
    shared = await start(transport, { dialect: '0.18' });
  });
  afterAll(() => shared.stop());

  /** For the others. */
  const connect = async (fake?: FakeOptions): Promise<Rig> => {
    const rig = await start(transport, fake);
    onTestFinished(() => rig.stop());
    return rig;
  };

  test.each(['0.18', '0.21'] as const)('holds a conversation with a %s server', async (dialect) => {
    const { ui } = dialect === '0.18' ? shared : await connect({ dialect });
    expect(ui.generation).toBe('send-message');
    expect(ui.tools).toContain('send_message');
    expect(await ui.status()).toEqual({
      version: dialect,
      model_server_running: true,
      model: 'fake-model',
      init_state: 'ready',
    });
    const session = await ui.createSession({ title: 'Eval: a', agentType: 'doc' });
    expect(session).toEqual({
      id: expect.any(String),
      agent_type: 'doc',
      model: 'fake-model',
      effective_model: null,
      device: dialect === '0.18' ? null : 'gpu',
    });
    expect(await ui.indexDocument({ path: '/docs/a.md', sessionId: session.id })).toMatchObject({
      chunk_count: 3,
      indexing_status: 'complete',
      linked_to_session: session.id,
    });
    expect(await ui.sendMessage({ sessionId: session.id, message: 'Grüße? 你好' })).toEqual({
      agent_response: 'Echo: Grüße? 你好',
      tool_calls: [
        {
          tool: 'query_documents',
          arguments: 'query: Grüße? 你好',
          success: true,
          summary: 'Found 1 relevant chunk(s)',
        },
      ],
      stats: { tokens_per_second: 40, time_to_first_token: 0.002, input_tokens: 2811, output_tokens: 9 },
    });
    expect(await ui.getMessages(session.id)).toEqual([
      { role: 'user', content: 'Grüße? 你好' },
      { role: 'assistant', content: 'Echo: Grüße? 你好' },
    ]);
    expect(await ui.getSession(session.id)).toEqual(session);
    await ui.deleteSession(session.id);
    await ui.deleteSession(session.id);
    await expect(ui.getSession(session.id)).rejects.toEqual(agentUiError('refused', /not found/i));
  });

  describe('a call that fails', () => {
    test.each<[string, AgentUiErrorKind, RegExp]>([
      ['[[error Something is not right]]', 'refused', /Something is not right/],
      ['[[error Cannot connect to GAIA backend. Is it running?]]', 'unreachable', /Cannot connect/],
      [
        "[[error HTTPConnectionPool(host='h', port=1): Read timed out. (read timeout=120)]]",
        'timeout',
        /timed out/,
      ],
      [
        '[[is-error Error executing tool send_message: Response ended prematurely]]',
        'crashed',
        /ended prematurely/,
      ],
      ['[[raw not JSON]]', 'malformed', /not JSON/],
      ['[[raw [1, 2]]]', 'malformed', /JSON object/],
      ['[[result {"content": []}]]', 'malformed', /0 texts/],
      ['[[reply {"text": "An answer under another name"}]]', 'malformed', /content/],
      ['[[reply {"content": "x", "agent_steps": "none"}]]', 'malformed', /agent_steps/],
      ['[[reply {"content": "Cancelled."}]]', 'failed_turn', /Cancelled\./],
    ])('%s is %s', async (message, kind, words) => {
      const { ui } = shared;
      const { id: sessionId } = await ui.createSession({ title: 'Eval: a' });
      await expect(ui.sendMessage({ sessionId, message })).rejects.toEqual(agentUiError(kind, words));
      expect((await ui.status()).init_state).toBe('ready');
    });
  });

  test('reads the structured result when the text is no help', async () => {
    const { ui } = shared;
    const { id } = await ui.createSession({ title: 'Eval: a' });
    const message =
      '[[result {"content": [], "structuredContent": {"result": {"content": "yes", "more": 1}}}]]';
    expect(await ui.sendMessage({ sessionId: id, message })).toEqual({
      agent_response: 'yes',
      tool_calls: [],
      stats: null,
    });
  });

  test('sends one call at a time, first come first served, and starts the clock when it is sent', async () => {
    const { ui, server } = await connect();
    const { id } = await ui.createSession({ title: 'Eval: a' });
    const sent: string[] = [];
    const send = (message: string) =>
      ui.sendMessage({ sessionId: id, message }, { onSent: () => sent.push(message) });
    const turns = [send('[[delay 900]]'), send('2'), send('3')];
    // Waits longer in the line than it may take once sent.
    await expect(ui.status({ timeoutMs: 800, onSent: () => sent.push('status') })).resolves.toBeDefined();
    await Promise.all(turns);
    expect(sent).toEqual(['[[delay 900]]', '2', '3', 'status']);
    const told = server.all
      .filter((line) => line.endsWith(' send_message'))
      .map((line) => line.split(' ')[0]);
    expect(told).toEqual(['call', 'done', 'call', 'done', 'call', 'done']);
  });

  test('an aborted call leaves the line unsent; one under way ends as aborted', async () => {
    const { ui, server } = await connect();
    const { id } = await ui.createSession({ title: 'Eval: a' });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = ui.sendMessage({ sessionId: id, message: '[[hang]]' }, { signal: running.signal });
    const second = ui.sendMessage({ sessionId: id, message: 'never' }, { signal: waiting.signal });
    await server.wait('call send_message');
    waiting.abort();
    await expect(second).rejects.toEqual(agentUiError('aborted', /given up/));
    running.abort();
    await expect(first).rejects.toEqual(agentUiError('aborted', /given up/));
    expect(server.count('call send_message')).toBe(1);
    await expect(ui.status({ signal: AbortSignal.abort() })).rejects.toEqual(
      agentUiError('aborted', /given up/),
    );
  });

  test('a call that takes too long is a timeout, and the line goes on', async () => {
    const { ui } = await connect();
    const { id } = await ui.createSession({ title: 'Eval: a' });
    const late = ui.sendMessage({ sessionId: id, message: '[[delay 400]]' }, { timeoutMs: 60 });
    const next = ui.status();
    await expect(late).rejects.toEqual(agentUiError('timeout', /send_message gave no answer within 0.06 s/));
    expect((await next).init_state).toBe('ready');
  });

  test('a server that dies during a call makes it unreachable at once', async () => {
    const { ui } = await connect();
    const { id } = await ui.createSession({ title: 'Eval: a' });
    const started = performance.now();
    await expect(ui.sendMessage({ sessionId: id, message: '[[exit]]' })).rejects.toEqual(
      agentUiError('unreachable', /send_message: the connection .* broke/),
    );
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test('indexes to the end', async () => {
    const { ui } = shared;
    const { id } = await ui.createSession({ title: 'Eval: a' });
    const index = (path: string) => ui.indexDocument({ path, sessionId: id });
    expect(await index('/docs/slow.txt')).toMatchObject({ chunk_count: 9, linked_to_session: id });
    expect(await index('/docs/broken.pdf')).toMatchObject({ chunk_count: 0, last_error: 'File is empty' });
    await expect(index('/docs/vanishing.txt')).rejects.toEqual(agentUiError('refused', /disappeared/));
    await expect(index('docs/a.md')).rejects.toEqual(agentUiError('refused', /absolute path/));
    await expect(ui.indexDocument({ path: '/docs/a.md', sessionId: 'nope' })).rejects.toEqual(
      agentUiError('refused', /not linked to session nope/),
    );
  });

  test('refuses a server without the tools it needs, and names them', async () => {
    await expect(connect({ without: ['send_message', 'get_messages'] })).rejects.toEqual(
      agentUiError('unreachable', /send-message needs get_messages, send_message.*AGENT_EVAL_MCP/),
    );
  });

  test('closing ends the calls under way and in the line as aborted, and later ones too', async () => {
    const { ui, server } = await connect();
    const { id } = await ui.createSession({ title: 'Eval: a' });
    const calls = [ui.sendMessage({ sessionId: id, message: '[[hang]]' }), ui.status()];
    const ends = Promise.allSettled(calls);
    await server.wait('call send_message');
    await ui.close();
    expect(await ends).toEqual([
      { status: 'rejected', reason: agentUiError('aborted', /given up/) },
      { status: 'rejected', reason: agentUiError('aborted', /given up/) },
    ]);
    await expect(ui.status()).rejects.toEqual(agentUiError('aborted', /given up/));
  });
});
