/** MCP over streamable HTTP at /mcp, and the few REST paths that clients look at, on one loopback port. */
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../message-of.ts';
import { EmbeddedAgent } from './agent/agent.ts';
import type { Agent, AgentServices } from './agent/types.ts';
import { openDatabase, type Store } from './database.ts';
import { FileRoots } from './files.ts';
import { Library } from './library.ts';
import type { ServerOptions } from './options.ts';
import { Sessions } from './sessions.ts';
import { TOOLS, argumentError, listedTools } from './tools/definitions.ts';
import { HANDLERS, failure, type ToolServices } from './tools/handlers.ts';
import { Memory } from './tools/memory.ts';
import { TurnQueue } from './turn-queue.ts';
import { TurnRunner } from './turn.ts';

type Transports = Map<string, StreamableHTTPServerTransport>;

export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface ServerHost {
  /** What a fault of kind "crash" does to the host: end the worker. Left out: cut all connections. */
  readonly crash?: () => void;
  /** Makes what answers the messages. Left out: the embedded agent. */
  readonly createAgent?: (services: AgentServices) => Agent;
}

export async function createEmbeddedServer(
  options: ServerOptions,
  host: ServerHost = {},
): Promise<RunningServer> {
  const { store } = openDatabase(options.dataDir);
  const http = createServer((request, response) => {
    route(request, response, services, transports).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 500, failure(messageOf(error)));
      else response.destroy();
    });
  });
  const cut = (): void => {
    http.close();
    http.closeAllConnections();
  };
  const services = createServices(options, store, { crash: cut, ...host });
  const transports: Transports = new Map();
  const port = await listen(http, options.port);
  return {
    port,
    close: async () => {
      await Promise.allSettled([...transports.values()].map(async (transport) => transport.close()));
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
      store.close();
    },
  };
}

function createServices(
  options: ServerOptions,
  store: Store,
  { crash, createAgent = (given) => new EmbeddedAgent(given) }: ServerHost & { readonly crash: () => void },
): ToolServices {
  const { misbehave } = options;
  const roots = new FileRoots(options.searchRoots, options.hiddenFiles);
  const library = new Library(store, roots, (filename) =>
    misbehave.some(
      (fault) => fault.kind === 'no_chunks' && (fault.filename === undefined || fault.filename === filename),
    ),
  );
  const sessions = new Sessions(store);
  const memory = new Memory(store);
  const agent = createAgent({
    library,
    sessions,
    roots,
    indexed: (session, document) => runner.markLoaded(session, document),
    remember: (content) => void memory.seed([{ content }]),
  });
  const runner: TurnRunner = new TurnRunner({ sessions, library, agent, misbehave, crash });
  return {
    sessions,
    library,
    memory,
    roots,
    queue: new TurnQueue(runner),
    modelRunning: !misbehave.some((fault) => fault.kind === 'model_down'),
  };
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  services: ToolServices,
  transports: Transports,
): Promise<void> {
  const { library, sessions } = services;
  if (isForeign(request)) return sendJson(response, 403, failure('Forbidden'));
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (path === '/mcp') return routeMcp(request, response, services, transports);
  if (request.method !== 'GET') return sendJson(response, 405, failure('Method Not Allowed'));
  if (path === '/api/health') {
    const rows = library.list();
    const total_chunks = rows.reduce((sum, row) => sum + row.chunk_count, 0);
    const stats = { ...sessions.totals(), documents: rows.length, total_chunks };
    return sendJson(response, 200, { status: 'ok', service: 'embedded-agent-ui', stats });
  }
  const sessionId = /^\/api\/sessions\/([^/]+)$/.exec(path)?.[1];
  const session = sessionId === undefined ? null : sessions.get(decodeURIComponent(sessionId));
  return session === null
    ? sendJson(response, 404, { detail: sessionId === undefined ? 'Not Found' : 'Session not found' })
    : sendJson(response, 200, session);
}

async function routeMcp(
  request: IncomingMessage,
  response: ServerResponse,
  services: ToolServices,
  transports: Transports,
): Promise<void> {
  const id = request.headers['mcp-session-id'];
  const known = typeof id === 'string' ? transports.get(id) : undefined;
  if (known !== undefined) return known.handleRequest(request, response);
  if (id !== undefined) {
    const error = { code: -32_600, message: 'Session not found' };
    return sendJson(response, 404, { jsonrpc: '2.0', id: null, error });
  }
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (session) => {
      transports.set(session, transport);
    },
    onsessionclosed: (session) => {
      transports.delete(session);
    },
  });
  await mcpServer(services).connect(transport);
  return transport.handleRequest(request, response);
}

function mcpServer(services: ToolServices): Server {
  const server = new Server({ name: 'Embedded Agent UI', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listedTools() }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    callTool(services, params.name, params.arguments ?? {}),
  );
  return server;
}

const refused = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

async function callTool(
  services: ToolServices,
  name: string,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  const definition = TOOLS.find((tool) => tool.name === name);
  const handler = HANDLERS[name];
  if (definition === undefined || handler === undefined) return refused(`Unknown tool: ${name}`);
  const complaint = argumentError(definition, args);
  if (complaint !== null) return refused(complaint);
  try {
    const result = await handler(services, args);
    return {
      content: [{ type: 'text', text: JSON.stringify(result, null, 2) }],
      structuredContent: { result },
    };
  } catch (error) {
    return refused(`Error executing tool ${name}: ${messageOf(error)}`);
  }
}

const isLoopback = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);

/** A web page of another origin must not reach the agent (DNS rebinding included). */
function isForeign(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  return !isLoopback(host ?? '') || (origin !== undefined && !isLoopback(origin.replace(/^https?:\/\//, '')));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function listen(http: HttpServer, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  const address = http.address();
  if (address === null || typeof address === 'string')
    throw new Error('The embedded Agent UI got no port to listen on.');
  return address.port;
}
