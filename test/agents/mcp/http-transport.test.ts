/** A server behind another one, which asks who is there and sends on to the address with a slash, as Starlette does. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectAgentUi } from '../../../src/agents/mcp/connect.ts';
import { startHttpFake } from '../../support/fake-agent-ui.ts';

async function gate(behind: string, authorization: string): Promise<number> {
  const server = createServer((req, res) => {
    if (req.headers.authorization !== authorization) {
      res.writeHead(401).end('who is there?');
    } else if (req.url === '/mcp') {
      res.writeHead(307, { location: `http://${req.headers.host ?? ''}/mcp/` }).end('over there');
    } else {
      const on = request(behind, { method: req.method ?? 'GET', headers: req.headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
      });
      on.on('error', () => res.destroy());
      res.on('close', () => on.destroy());
      req.pipe(on);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return port;
}

test('a redirect is followed with the user that the URL names, and a slow call is waited for', async () => {
  const fake = await startHttpFake();
  onTestFinished(() => fake.kill());
  const port = await gate(fake.url, `Basic ${Buffer.from('us er:100%').toString('base64')}`);
  const mcp = { kind: 'http', url: `http://us%20er:100%@127.0.0.1:${port}/mcp` } as const;
  const ui = await connectAgentUi({ backend: 'http://127.0.0.1:4200', mcp });
  onTestFinished(() => ui.close());
  const { id } = await ui.createSession({ title: 'Eval: a' });
  const reply = await ui.sendMessage({ sessionId: id, message: '[[delay 300]] [[say hello]]' });
  expect(reply.agent_response).toBe('hello');
});

test('where nobody is let in, the error says so and keeps the password', async () => {
  const port = await gate('http://127.0.0.1:9', 'Basic nobody');
  const mcp = { kind: 'http', url: `http://me:hunter22@127.0.0.1:${port}/mcp` } as const;
  const attempt = connectAgentUi({ backend: 'http://127.0.0.1:4200', mcp });
  await expect(attempt).rejects.toThrow(/who is there\?/);
  await expect(attempt).rejects.not.toThrow(/hunter22/);
});
