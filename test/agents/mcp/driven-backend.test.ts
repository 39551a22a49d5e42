/** A PASS must be the named agent's: the session that the MCP server creates is looked for at the backend. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectAgentUi } from '../../../src/agents/mcp/connect.ts';
import { findDrivenBackend } from '../../../src/agents/mcp/driven-backend.ts';
import { startEmbeddedAgentUi } from '../../../src/embedded/start.ts';
import { agentUiError } from '../../support/agent-ui-error.ts';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function json(status: number, value: unknown): (response: Parameters<RequestListener>[1]) => void {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
}

/** An Agent UI that has no session. */
const another: RequestListener = (request, response) =>
  (request.url === '/api/sessions'
    ? json(200, { sessions: [] })
    : json(404, { detail: 'Session not found' }))(response);

async function nobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function embedded() {
  const agent = await startEmbeddedAgentUi({ searchRoots: [import.meta.dirname], hiddenFiles: [] });
  onTestFinished(() => agent.close());
  return agent;
}

async function connected(mcpUrl: string, backend: string, checkBackend: 'default' | 'named') {
  const ui = await connectAgentUi({ mcp: { kind: 'http', url: mcpUrl }, backend, checkBackend });
  onTestFinished(() => ui.close());
  return ui;
}

test('fault 40: the backend that the MCP server drives is the same; its sessions are created', async () => {
  const { mcpUrl, backendUrl } = await embedded();
  const ui = await connected(mcpUrl, `${backendUrl}/`, 'named');
  const { id } = await ui.createSession({ title: 'Eval: a' });
  expect(await findDrivenBackend(backendUrl, id)).toBe('same');
});

test('fault 40: another Agent UI, or nobody, at the named address: no session, and none is left behind', async () => {
  const { mcpUrl, backendUrl } = await embedded();
  const other = await serve(another);
  const away = await nobody();
  for (const [backend, words] of [
    [other, /does not know the session that the MCP server has just created: it works on another backend/],
    [away, /nothing listens at .*AGENT_EVAL_TARGET/],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one agent, one connection after the other
    const ui = await connected(mcpUrl, backend, 'named');
    // oxlint-disable-next-line no-await-in-loop -- likewise
    await expect(ui.createSession({ title: 'Eval: a' })).rejects.toThrow(agentUiError('refused', words));
  }
  const health: unknown = await (await fetch(`${backendUrl}/api/health`)).json();
  expect(health).toMatchObject({ stats: { sessions: 0 } });
});

test('where nobody named the address, nothing there is no fault; another Agent UI there is', async () => {
  const { mcpUrl } = await embedded();
  const free = await connected(mcpUrl, await nobody(), 'default');
  expect(await free.createSession({ title: 'Eval: a' })).toMatchObject({ id: expect.any(String) });
  const taken = await connected(mcpUrl, await serve(another), 'default');
  await expect(taken.createSession({ title: 'Eval: a' })).rejects.toThrow(agentUiError('refused'));
});

test.each<[string, RequestListener]>([
  ['asks for a sign-in', (_, response) => json(401, { detail: 'Sign in' })(response)],
  ['is no Agent UI', (_, response) => json(404, { error: 'no such page' })(response)],
  ['answers with a page for every path', (_, response) => void response.end('<html>')],
  [
    'sends elsewhere',
    (_, response) => void response.writeHead(302, { location: 'https://example.org/' }).end(),
  ],
  ['ends the connection', (request) => void request.socket.destroy()],
])('a server that %s says nothing on it', async (_, answer) => {
  expect(await findDrivenBackend(await serve(answer), 'a')).toBe('unknown');
});
