// A tiny agent to be repaired: MCP over stdio (node server.mjs) or HTTP (node server.mjs --http PORT), no packages.
// Its "model" picks the tool whose description shares a word with the message, and sees the last HISTORY messages.
// Planted faults: a tool that is described wrongly, a history that is cut short. What the stock is it can't know.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const HISTORY = 1;
const GREETING = 'hello, how can I help?';
const PRICES = { lamp: '42 euros', chair: '77 euros' };
const AGENT_TOOLS = [
  {
    name: 'price_of',
    description: 'Tells the weather of a town.',
    run: (text) => PRICES[/lamp|chair/.exec(text)?.[0]],
  },
];

const sessions = new Map();

function answer(history, message) {
  const words = message.toLowerCase().match(/[a-z]+/g) ?? [];
  if (words.includes('hi')) return { content: GREETING, steps: [] };
  if (words.includes('name')) {
    const said = history.findLast((text) => /i am \w+/i.test(text));
    return {
      content: said ? `You are ${/i am (\w+)/i.exec(said)[1]}.` : 'I do not know your name.',
      steps: [],
    };
  }
  const tool = AGENT_TOOLS.find(({ description }) =>
    (description.toLowerCase().match(/[a-z]{4,}/g) ?? []).some((word) => words.includes(word)),
  );
  const found = tool?.run(message);
  const steps = tool ? [{ tool: tool.name, success: true, summary: String(found) }] : [];
  return { content: found ? `It costs ${found}.` : 'Noted.', steps };
}

const TOOLS = {
  system_status: () => ({ lemonade_running: true, model_loaded: 'tiny', init_state: 'ready', version: '1' }),
  create_session: ({ title }) => {
    const session = { id: randomUUID(), title, agent_type: 'chat', model: 'tiny' };
    sessions.set(session.id, { session, messages: [] });
    return { ...session, message_count: 0 };
  },
  get_session: ({ session_id }) => sessions.get(session_id)?.session ?? { error: 'Session not found' },
  delete_session: ({ session_id }) => ({ deleted: sessions.delete(session_id), session_id }),
  index_document: () => ({ error: 'no documents' }),
  list_documents: () => ({ documents: [], total: 0 }),
  get_messages: ({ session_id }) => ({
    messages: sessions.get(session_id).messages,
    total: sessions.get(session_id).messages.length,
  }),
  send_message: ({ session_id, message }) => {
    const { messages } = sessions.get(session_id);
    messages.push({ role: 'user', content: message });
    const { content, steps } = answer(
      messages.slice(-HISTORY).map((each) => each.content),
      message,
    );
    messages.push({ role: 'assistant', content });
    return { content, agent_steps: steps, event_log: [], stats: null };
  },
};

function reply({ method, params }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'tiny', version: '1' },
      };
    case 'tools/list':
      return { tools: Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: 'object' } })) };
    case 'tools/call':
      return {
        content: [{ type: 'text', text: JSON.stringify(TOOLS[params.name](params.arguments ?? {})) }],
      };
    default:
      return {};
  }
}
const handle = (request) => JSON.stringify({ jsonrpc: '2.0', id: request.id, result: reply(request) });

const port = process.argv[2] === '--http' ? Number(process.argv[3]) : null;
if (port === null) {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const request = JSON.parse(line);
    if (request.id !== undefined) process.stdout.write(`${handle(request)}\n`);
  });
  lines.on('close', () => process.exit(0));
} else {
  createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const request = req.method === 'POST' ? JSON.parse(text) : {};
    if (req.method !== 'POST') res.writeHead(405).end();
    else if (request.id === undefined) res.writeHead(202).end();
    else res.writeHead(200, { 'content-type': 'application/json' }).end(handle(request));
  }).listen(port, '127.0.0.1');
}
