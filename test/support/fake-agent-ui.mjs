// A stand-in for the Agent UI's MCP server, in a process of its own: node fake-agent-ui.mjs '{"options": …}'
// Real MCP over stdio or Streamable HTTP, no agent behind it. What it does is said by the message it gets:
//   [[say TEXT]] [[long LENGTH]] [[delay MS]] [[hold]] [[hang]] [[exit]] [[end-stream]] [[is-error TEXT]] [[error TEXT]]
//   [[reply JSON]] the object send_message answers with   [[raw TEXT]] the text of the result   [[result JSON]] the result
// and by a document's path: …slow… is indexed in the background for some looks, …forever… for good, …vanishing… is
// lost meanwhile, …broken… has no chunks. Every call is told on stderr: `call TOOL` and `done TOOL`,
// a message as `message TITLE "TEXT"`. [[json "TEXT"]] says a JSON string: what YAML can't write,
// [[repeat N]] after it says it so many times. [[hold]] waits, over http, until standard input says `release`; what
// comes after that does not wait, until it says `hold`.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const options = {
  transport: 'stdio', // or http
  port: 0,
  dialect: '0.21', // or 0.18: other words for a failure, no device, no structuredContent
  noise: false, // log lines between the messages on stdout
  without: [], // tools that are not offered
  modelRunning: true,
  backendDown: false,
  stubborn: false, // goes on after the end of stdin and after SIGTERM
  child: false, // starts a process, whose pid is told on stderr; 'daemon': in a session of its own
  ...JSON.parse(process.argv[2] ?? '{}'),
};
const say = (line) => process.stderr.write(`${line}\n`);
const sessions = new Map();
const documents = new Map();
const streams = new Map();
const untilReleased = () => {
  let release;
  const promise = new Promise((resolve) => (release = resolve));
  return { promise, release };
};
let released = untilReleased();

const isOld = options.dialect === '0.18';
const failure = (detail) => (isOld ? { error: detail } : { status: 'error', detail });
const notFound = () =>
  failure(isOld ? '404 Client Error: Not Found for url: http://127.0.0.1/api/sessions' : 'Session not found');

const directive = (message, name) => {
  const start = message.indexOf(`[[${name}`);
  if (start === -1) return null;
  return message.slice(start + name.length + 2, message.lastIndexOf(']]')).trim();
};

const TOOLS = {
  system_status: () => ({
    lemonade_running: options.modelRunning,
    model_loaded: options.modelRunning ? 'fake-model' : null,
    init_state: 'ready',
    version: options.dialect,
    pid: process.pid,
    has_key: Object.keys(process.env).some((name) => name.endsWith('_API_KEY')),
  }),
  create_session: ({ title, agent_type }) => {
    const session = { id: randomUUID(), title, agent_type: agent_type ?? 'chat', model: 'fake-model' };
    sessions.set(session.id, { ...session, ...(isOld ? {} : { device: 'gpu' }), messages: [] });
    return describe(sessions.get(session.id));
  },
  get_session: ({ session_id }) =>
    sessions.has(session_id) ? describe(sessions.get(session_id)) : notFound(),
  delete_session: ({ session_id }) =>
    sessions.delete(session_id) ? { deleted: true, session_id } : notFound(),
  index_document: ({ filepath, session_id }) => {
    const isSlow = /slow|forever|vanishing/.test(filepath);
    const document = {
      id: randomUUID(),
      filename: filepath.split('/').at(-1),
      filepath,
      chunk_count: isSlow || filepath.includes('broken') ? 0 : 3,
      indexing_status: isSlow ? 'indexing' : filepath.includes('broken') ? 'failed' : 'complete',
      last_error: filepath.includes('broken') ? 'File is empty' : null,
    };
    documents.set(document.id, { ...document, looks: 0 });
    return { ...document, ...(sessions.has(session_id) && { linked_to_session: session_id }) };
  },
  list_documents: () => {
    for (const document of documents.values()) {
      document.looks += 1;
      if (document.filepath.includes('slow') && document.looks >= 2) {
        Object.assign(document, { chunk_count: 9, indexing_status: 'complete' });
      }
      if (document.filepath.includes('vanishing')) documents.delete(document.id);
    }
    return { documents: [...documents.values()], total: documents.size };
  },
  get_messages: ({ session_id }) =>
    sessions.has(session_id)
      ? { messages: sessions.get(session_id).messages, total: sessions.get(session_id).messages.length }
      : notFound(),
  send_message: async ({ session_id, message }, id) => {
    say(`message ${sessions.get(session_id)?.title} ${JSON.stringify(message).slice(0, 200)}`);
    if (!sessions.has(session_id)) return notFound();
    const wait = directive(message, 'delay');
    if (wait !== null) await sleep(Number(wait.split(']]')[0]));
    if (message.includes('[[hold]]')) await released.promise;
    if (message.includes('[[hang]]')) await new Promise(() => undefined);
    if (message.includes('[[exit]]')) process.exit(7);
    if (message.includes('[[end-stream]]')) {
      while (!streams.get(id).headersSent) await sleep(1);
      streams.get(id).end();
      line = Promise.resolve(); // the next call need not wait for this one
      await new Promise(() => undefined);
    }
    const error = directive(message, 'error');
    if (error !== null) return failure(error);
    const reply = directive(message, 'reply');
    if (reply !== null) return JSON.parse(reply);
    const long = directive(message, 'long');
    if (long !== null) return { content: 'é'.repeat(Number(long)) };
    const json = directive(message, 'json');
    const [repeat = '1'] = directive(message, 'repeat')?.split(']]') ?? [];
    const content =
      json === null
        ? (directive(message, 'say') ?? `Echo: ${message}`)
        : JSON.parse(json.split(']] [[repeat')[0]).repeat(Number(repeat));
    sessions
      .get(session_id)
      .messages.push({ role: 'user', content: message }, { role: 'assistant', content });
    return {
      content,
      agent_steps: [{ tool: 'query_documents', success: true, summary: 'Found 1 relevant chunk(s)' }],
      event_log: [
        '[tool] query_documents',
        `  args: query: ${message}`,
        '  result [OK]: Found 1 relevant chunk(s)',
      ],
      stats: { tokens_per_second: 40, time_to_first_token: 0.002, input_tokens: 2811, output_tokens: 9 },
    };
  },
};
const describe = ({ messages, ...session }) => ({ ...session, message_count: messages.length });

async function callTool(request, id) {
  const { name, arguments: args = {} } = request.params;
  const tool = TOOLS[name];
  if (!tool || options.without.includes(name)) return broken(`Unknown tool: ${name}`);
  if (options.backendDown) {
    return result(failure('Cannot connect to GAIA backend at http://127.0.0.1:4200. Is it running?'));
  }
  const message = String(args.message ?? '');
  const crash = directive(message, 'is-error');
  if (crash !== null) return broken(crash);
  const raw = directive(message, 'raw');
  if (raw !== null) return { content: [{ type: 'text', text: raw }] };
  const whole = directive(message, 'result');
  if (whole !== null) return JSON.parse(whole);
  return result(await tool(args, id));
}
const broken = (text) => ({ content: [{ type: 'text', text }], isError: true });
const result = (value) => ({
  content: [{ type: 'text', text: JSON.stringify(value, null, 2) }],
  ...(isOld ? {} : { structuredContent: { result: value } }),
});

let line = Promise.resolve();
function createMcp() {
  const mcp = new Server({ name: 'fake agent', version: '' }, { capabilities: { tools: {} } });
  mcp.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.keys(TOOLS)
      .filter((name) => !options.without.includes(name))
      .map((name) => ({ name, inputSchema: { type: 'object' } })),
  }));
  mcp.setRequestHandler(CallToolRequestSchema, (request, { requestId }) => {
    // Like the old servers: one call at a time, whoever asks.
    const mine = line.then(async () => {
      say(`call ${request.params.name}`);
      if (options.noise) process.stdout.write('[11/30/26 11:33] INFO Processing request\n{"level":"info"}\n');
      const answer = await callTool(request, requestId);
      say(`done ${request.params.name}`);
      return answer;
    });
    line = mine.catch(() => undefined);
    return mine;
  });
  return mcp;
}

async function serveHttp() {
  const connections = new Map();
  const http = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const body = text === '' ? undefined : JSON.parse(text);
    if (body?.id !== undefined) streams.set(body.id, res);
    const id = req.headers['mcp-session-id'];
    let transport = connections.get(id);
    if (!transport && id !== undefined) {
      res.writeHead(404, { 'content-type': 'application/json' });
      res.end('{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Session not found"}}');
      return;
    }
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (fresh) => connections.set(fresh, transport),
        onsessionclosed: (old) => connections.delete(old),
      });
      await createMcp().connect(transport);
    }
    await transport.handleRequest(req, res, body);
  });
  createInterface({ input: process.stdin }).on('line', (word) => {
    if (word === 'hold') released = untilReleased();
    else released.release();
    say(`heard ${word}`);
  });
  http.listen(options.port, '127.0.0.1', () => say(`listening http://127.0.0.1:${http.address().port}/mcp`));
}

say(`started ${process.pid}`);
if (options.child) {
  const { spawn } = await import('node:child_process');
  const detached = options.child === 'daemon';
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached });
  if (detached) child.unref();
  say(`child ${child.pid}`);
}
if (options.stubborn) {
  process.on('SIGTERM', () => say('not now'));
  setInterval(() => undefined, 1000);
}
if (options.transport === 'http') await serveHttp();
else {
  await createMcp().connect(new StdioServerTransport());
  if (!options.stubborn) process.stdin.on('end', () => process.exit(0));
}
