// The agent under test of the bench, in a process of its own (forked): an Agent UI over MCP whose messages and
// documents take the time that real ones do. It counts how long it worked.
//   mode `serial`: one call at a time whoever asks, as older servers do; `concurrent`: other calls are answered while a
//   message or a document is worked on.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { ANSWER } from './replies.mjs';

const { messageMs, documentMs, mode } = JSON.parse(process.argv[2] ?? '{}');
const STEPS = ['revenue of the last quarter', 'revenue by region'].map((query) => ({
  tool: 'query_documents',
  success: true,
  summary: `Found 3 relevant chunk(s) for ${query}`,
}));
const LOG = STEPS.flatMap(({ tool, summary }) => [
  `[tool] ${tool}`,
  `  args: query: ${summary}`,
  `  result [OK]: ${summary}`,
]);

const sessions = new Map();
const fresh = () => ({ busyMs: 0, calls: 0, messages: 0, documents: 0, firstAt: null, lastAt: null });
let stats = fresh();

const describe = ({ id, title, messages }) => ({
  id,
  title,
  agent_type: 'chat',
  model: 'bench-model',
  device: 'gpu',
  message_count: messages.length,
});

const TOOLS = {
  system_status: () => ({
    lemonade_running: true,
    model_loaded: 'bench-model',
    init_state: 'ready',
    version: '0.21',
  }),
  create_session({ title }) {
    const session = { id: randomUUID(), title, messages: [] };
    sessions.set(session.id, session);
    process.send?.({ type: 'session', title, at: Date.now() });
    return describe(session);
  },
  get_session: ({ session_id }) => describe(sessions.get(session_id)),
  delete_session({ session_id }) {
    sessions.delete(session_id);
    return { deleted: true, session_id };
  },
  async index_document({ filepath, session_id }) {
    await sleep(documentMs);
    stats.documents += 1;
    return {
      id: randomUUID(),
      filename: filepath.split('/').at(-1),
      chunk_count: 3,
      indexing_status: 'complete',
      last_error: null,
      linked_to_session: session_id,
    };
  },
  list_documents: () => ({ documents: [], total: 0 }),
  get_messages: ({ session_id }) => ({ messages: sessions.get(session_id).messages }),
  async send_message({ session_id, message }) {
    await sleep(messageMs);
    stats.messages += 1;
    sessions
      .get(session_id)
      .messages.push({ role: 'user', content: message }, { role: 'assistant', content: ANSWER });
    return {
      content: ANSWER,
      agent_steps: STEPS,
      event_log: LOG,
      stats: { tokens_per_second: 40, time_to_first_token: 0.4, input_tokens: 2811, output_tokens: 90 },
    };
  },
};
const SLOW = new Set(['send_message', 'index_document']);

async function work(name, args) {
  const began = performance.now();
  if (name === 'create_session') stats.firstAt ??= Date.now();
  const value = await TOOLS[name](args);
  stats.busyMs += performance.now() - began;
  stats.calls += 1;
  stats.lastAt = Date.now();
  return {
    content: [{ type: 'text', text: JSON.stringify(value, null, 2) }],
    structuredContent: { result: value },
  };
}

let line = Promise.resolve();
function inLine(name, args) {
  if (mode === 'concurrent' && !SLOW.has(name)) return work(name, args);
  const mine = line.then(() => work(name, args));
  line = mine.catch(() => undefined);
  return mine;
}

function createMcp() {
  const mcp = new Server({ name: 'bench agent', version: '1' }, { capabilities: { tools: {} } });
  mcp.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: 'object' } })),
  }));
  mcp.setRequestHandler(CallToolRequestSchema, ({ params }) => inLine(params.name, params.arguments ?? {}));
  return mcp;
}

const connections = new Map();
const http = createServer(async (req, res) => {
  let text = '';
  for await (const chunk of req) text += chunk;
  let transport = connections.get(req.headers['mcp-session-id']);
  if (transport === undefined) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => connections.set(id, transport),
      onsessionclosed: (id) => connections.delete(id),
    });
    await createMcp().connect(transport);
  }
  await transport.handleRequest(req, res, text === '' ? undefined : JSON.parse(text));
});
http.listen(0, '127.0.0.1', () =>
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${http.address().port}` }),
);

process.on('message', () => {
  process.send?.({ type: 'stats', stats });
  stats = fresh();
});
process.on('disconnect', () => process.exit(0));
