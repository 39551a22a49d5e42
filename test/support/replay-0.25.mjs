// The Agent UI 0.25 replayed, in a process of its own: node replay-0.25.mjs '{"options": …}'
// Its MCP tools over Streamable HTTP at /mcp and the few REST routes that matter, on one port, in the shapes that
// 0.25.1 has on the wire. Its agent does what a message says (see replay-0.25-turn.mjs); any other message is
// answered by the Agent UI of an older generation at `brain` (an MCP URL), or echoed. Each call is told on stderr.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { play, Turn } from './replay-0.25-turn.mjs';

const options = {
  port: 0,
  brain: null, // who answers; null echoes
  gpu: true, // without one every turn of a session on device gpu fails
  busyMs: 120, // so long a turn that crashed keeps its session busy
  modelRunning: true,
  ...JSON.parse(process.argv[2] ?? '{}'),
};
const MODELS = { gpu: 'Gemma-4-E4B-it-GGUF', npu: 'Gemma-4-E4B-NPU', cpu: 'Gemma-4-E2B-it-GGUF' };
const AGENTS = ['chat', 'doc', 'email', 'file', 'gaia'];
const LONGEST_MESSAGE = 100_000;
const LONGEST_WAIT_MS = 600_000;

const say = (line) => process.stderr.write(`${line}\n`);
const error = (detail, more = {}) => ({ status: 'error', detail, ...more });
const sessions = new Map();
const documents = new Map();

const brain = options.brain === null ? null : await connectBrain(options.brain);
async function connectBrain(url) {
  const client = new Client({ name: 'replay', version: '0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return async (name, args) => {
    const result = await client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 });
    return JSON.parse(result.content[0].text);
  };
}

/** A tool that needs its session. */
const withSession = (tool) => (args) => {
  const session = sessions.get(args.session_id);
  return session ? tool(session, args) : error('Session not found');
};
/** A session as the tools show it. */
const describe = ({ shown, messages, late }) => ({
  ...shown,
  message_count: messages.length,
  ...(late > 0 && { last_run_status: null }),
});

const TOOLS = {
  system_status: () => ({
    lemonade_running: options.modelRunning,
    lemonade_error: options.modelRunning ? null : 'Lemonade health query failed',
    model_loaded: options.modelRunning ? MODELS.gpu : null,
    embedding_model_loaded: options.modelRunning,
    initialized: false,
    version: '0.25.1',
    init_state: 'ready',
    model_device: options.gpu ? 'gpu' : 'cpu',
    gpu_name: options.gpu ? 'A GPU' : null,
    detected_devices: ['cpu', 'gpu'],
    context_size_sufficient: true,
    expected_model_loaded: true,
  }),
  list_sessions: () => ({
    sessions: [...sessions.values()].toReversed().slice(0, 50).map(describe),
    total: sessions.size,
  }),
  list_documents: () => ({ documents: [...documents.values()], total: documents.size }),
  async create_session({ title = 'New Chat', agent_type = null }) {
    if (agent_type !== null && !AGENTS.includes(agent_type)) {
      return error(`Unknown agent_type '${String(agent_type)}'. Registered agent ids: ${AGENTS.join(', ')}.`);
    }
    const shown = {
      id: randomUUID(),
      title,
      title_is_custom: true,
      model: MODELS.gpu,
      effective_model: MODELS.gpu,
      document_ids: [],
      private: false,
      agent_type: agent_type ?? 'gaia',
      device: 'gpu',
      last_run_status: null,
      kind: title.startsWith('Eval:') ? 'eval' : 'chat',
    };
    const session = { id: shown.id, shown, messages: [], turn: null, busyUntil: 0, late: 0, brainId: '' };
    if (brain) session.brainId = (await brain('create_session', { title })).id;
    sessions.set(session.id, session);
    return describe(session);
  },
  get_session: withSession((session) => {
    const shown = describe(session);
    if (session.late > 0) session.late -= 1;
    return shown;
  }),
  delete_session: withSession(async (session) => {
    session.turn?.stopping.abort();
    sessions.delete(session.id);
    if (brain) await brain('delete_session', { session_id: session.brainId });
    return { deleted: true, session_id: session.id };
  }),
  get_messages: withSession(({ messages }) => ({
    messages: messages.map(({ content, ...message }) => ({ ...message, content: content.slice(0, 2000) })),
    total: messages.length,
  })),
  async index_document({ filepath, session_id }) {
    const session = sessions.get(session_id);
    const indexed = brain
      ? await brain('index_document', { filepath, session_id: session?.brainId ?? '' })
      : { chunk_count: 1, indexing_status: 'complete', last_error: null };
    if (indexed.status === 'error') return indexed;
    const { linked_to_session: _, ...plain } = indexed;
    const document = {
      ...plain,
      id: plain.id ?? randomUUID(),
      filename: filepath.split('/').at(-1),
      filepath,
    };
    documents.set(document.id, document);
    session?.shown.document_ids.push(document.id);
    return { ...document, error_kind: null, ...(session && { linked_to_session: session_id }) };
  },
  start_message: withSession((session, { message }) => {
    if (message.trim() === '') return error('message is empty — pass the text to send.');
    if (message.length > LONGEST_MESSAGE) return error('String should have at most 100000 characters');
    if (session.turn?.live)
      return error('A turn is already running in this session.', { turn_id: session.turn.turn_id });
    if (performance.now() < session.busyUntil) {
      say('busy');
      return error('A chat request is already in progress for this session. Please wait for it to finish.');
    }
    const turn = new Turn(session);
    session.turn = turn;
    void run(session, turn, message);
    return { session_id: session.id, turn_id: turn.turn_id, accepted: true, state: turn.state };
  }),
  turn_status: withSession((session) =>
    session.turn
      ? session.turn.status()
      : {
          session_id: session.id,
          state: 'idle',
          streaming: false,
          turn_id: null,
          detail: 'No turn has run.',
        },
  ),
  turn_view: withSession((session) => session.turn?.view() ?? error('No turn tracked for this session.')),
  wait_for_turn: withSession(async ({ turn }, { until = 'idle', timeout_ms = 60_000 }) => {
    if (!(timeout_ms > 0 && timeout_ms <= LONGEST_WAIT_MS))
      return error('timeout_ms must be between 1 and 600000');
    if (!turn) return { matched: true, until, elapsed_ms: 0, state: 'idle' };
    const isReached = ({ live, prompt, question }) =>
      !live || (until === 'attention' && Boolean(prompt ?? question));
    if (await turn.until(isReached, timeout_ms))
      return { matched: true, until, elapsed_ms: 1, ...turn.status() };
    const detail = `Timed out after ${timeout_ms} ms waiting for '${until}'; the turn is ${turn.state}.`;
    return error(detail, { matched: false, timed_out: true, ...turn.status() });
  }),
  stop_turn: withSession(({ id, turn }) => {
    if (!turn?.live) return error('No turn is running in this session.');
    turn.stopping.abort();
    return { status: 'ok', session_id: id, stop_requested: true };
  }),
  answer_prompt: withSession(({ id, turn }, { confirm_id, decision }) => {
    if (turn?.prompt?.confirm_id !== confirm_id) {
      return error('That prompt is no longer waiting for an answer.', { refused: 'stale' });
    }
    say(`prompt ${decision}`);
    turn.prompt = null;
    turn.events.emit('permission', decision);
    return { status: 'ok', session_id: id, confirm_id, decision, granted: null };
  }),
  answer_question: withSession(({ id, turn }, { request_id, value }) => {
    if (turn?.question?.request_id !== request_id) {
      return error('That question is no longer waiting for an answer.', { refused: 'stale' });
    }
    say(`question ${value}`);
    turn.question = null;
    turn.events.emit('question', value);
    return { status: 'ok', session_id: id, request_id };
  }),
  send_message: () => error('the replay is driven by start_message'),
  turn_metrics: () => error('not replayed'),
};

async function run(session, turn, message) {
  session.messages.push({ role: 'user', content: message });
  const played =
    session.shown.device === 'gpu' && !options.gpu
      ? noGpu()
      : await play(turn, message, (current) => answer(session, current, message));
  if (played.content !== '') session.messages.push({ role: 'assistant', content: played.content });
  session.shown.last_run_status = played.status;
  session.late = played.late ? 2 : 0;
  if (played.outcome === 'error') session.busyUntil = performance.now() + options.busyMs;
  turn.end(played.outcome, played.content, played.error);
  say(`turn ${played.outcome}`);
}
function noGpu() {
  const words = "Agent error: Requested device 'gpu' is not available on this host (detected: ['cpu']).";
  return { outcome: 'error', status: 'failed', content: '', error: words };
}
async function answer(session, turn, message) {
  if (!brain) return `Echo: ${message}`;
  const reply = await brain('send_message', { session_id: session.brainId, message });
  if (reply.status === 'error') return `Agent error: ${reply.detail}`;
  if (session.messages.length === 1 && session.shown.document_ids.length > 0)
    turn.tool('index_documents', '', 'Indexed');
  const given = reply.event_log.filter((line) => line.startsWith('  args: '));
  for (const [index, { tool, summary, success }] of reply.agent_steps.entries()) {
    turn.tool(tool, given[index]?.slice(8) ?? '', summary, { success });
  }
  return reply.content;
}

function createMcp() {
  const mcp = new Server({ name: 'GAIA Agent UI', version: '' }, { capabilities: { tools: {} } });
  mcp.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: 'object' } })),
  }));
  mcp.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    say(`call ${params.name}`);
    const tool = TOOLS[params.name];
    if (!tool) return { content: [{ type: 'text', text: `Unknown tool: ${params.name}` }], isError: true };
    const result = await tool(params.arguments ?? {});
    return {
      content: [{ type: 'text', text: JSON.stringify(result, null, 2) }],
      structuredContent: { result },
    };
  });
  return mcp;
}

/** GET /api/health and GET and PUT of one session: what a client asks for over HTTP. */
function rest(req, path, body) {
  if (req.method !== 'GET' && req.headers['x-gaia-ui'] !== '1')
    return [403, { detail: 'missing X-Gaia-UI header' }];
  if (path === '/api/health') return [200, { status: 'ok', service: 'gaia-agent-ui' }];
  const session = sessions.get(/^\/api\/sessions\/([^/]+)$/.exec(path)?.[1]);
  if (!session) return [404, { detail: 'Session not found' }];
  if (req.method === 'PUT' && body?.device) {
    say(`device ${body.device}`);
    const model = MODELS[body.device] ?? session.shown.model;
    Object.assign(session.shown, { device: body.device, model, effective_model: model });
  }
  return [200, describe(session)];
}

const connections = new Map();
const http = createServer(async (req, res) => {
  let text = '';
  for await (const chunk of req) text += chunk;
  const body = text === '' ? undefined : JSON.parse(text);
  const path = new URL(req.url, 'http://localhost').pathname;
  if (path !== '/mcp') {
    const [status, found] = rest(req, path, body);
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(found));
    return;
  }
  const id = req.headers['mcp-session-id'];
  let transport = connections.get(id);
  if (!transport && id !== undefined) {
    res.writeHead(404, { 'content-type': 'application/json' });
    res.end('{"jsonrpc":"2.0","id":"","error":{"code":-32600,"message":"Session not found"}}');
    return;
  }
  if (!transport) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (fresh) => connections.set(fresh, transport),
    });
    await createMcp().connect(transport);
  }
  await transport.handleRequest(req, res, body);
});
http.listen(options.port, '127.0.0.1', () => say(`listening http://127.0.0.1:${http.address().port}`));
