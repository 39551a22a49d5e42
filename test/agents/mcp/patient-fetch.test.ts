/** A stream that stays silent longer than a client's limit for silence, in miniature. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPatientFetch } from '../../../src/agents/mcp/wire/patient-fetch.ts';

/** undici looks at its clock every half second, so its limits are late by up to one. */
const SILENT_FOR_MS = 2500;
const LIMIT_MS = 300;

let server: Server;
let url: string;

/** Each piece is a packet of its own: the next is written when the one before has left. */
async function inPieces(res: ServerResponse, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise<void>((resolve) => void res.write(piece, () => setTimeout(resolve, 20)));
  }
  res.end();
}

beforeAll(async () => {
  server = createServer((req, res) => {
    if (req.url === '/late-headers') {
      setTimeout(() => res.end('late'), SILENT_FOR_MS);
      return;
    }
    if (req.url === '/none' || req.url === '/moved') {
      res.writeHead(req.url === '/none' ? 204 : 307, { location: '/elsewhere' }).end();
      return;
    }
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    if (req.url === '/in-pieces') {
      void inPieces(res, ['event: message\ni', 'd: 7\ndata: start\n\n']);
      return;
    }
    if (req.url === '/no-id') {
      void inPieces(res, ['data: it said:', ' id: 7', '\n\n']);
      return;
    }
    res.write(req.url === '/resumable' ? 'id: 7\ndata: start\n\n' : 'data: start\n\n');
    if (req.url === '/broken') setTimeout(() => res.destroy(), 50);
    else setTimeout(() => res.end('data: end\n\n'), req.url === '/silent' ? SILENT_FOR_MS : 50);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
});

afterAll(() => server.close());

test.concurrent.each(['/silent', '/late-headers'])(
  'Node’s own fetch loses the answer of %s to its limit for silence',
  async (path) => {
    const dispatcher = new Agent({ bodyTimeout: LIMIT_MS, headersTimeout: LIMIT_MS });
    const init: RequestInit = Object.assign<RequestInit, object>({}, { dispatcher });
    await expect(fetch(url + path, init).then((answer) => answer.text())).rejects.toThrow(
      /terminated|fetch failed/,
    );
    await dispatcher.destroy();
  },
);

test.concurrent.each(['/silent', '/late-headers'])('so does ours with the same limit (%s)', async (path) => {
  const net = createPatientFetch({ connectMs: 1000, silenceMs: LIMIT_MS });
  await expect(net.fetch(url + path).then((answer) => answer.text())).rejects.toThrow(/Timeout Error/);
  await net.close();
});

test.concurrent.each([
  ['/silent', 'data: start\n\ndata: end\n\n'],
  ['/late-headers', 'late'],
])('without a limit %s arrives', async (path, text) => {
  const net = createPatientFetch({ connectMs: 1000 });
  expect(await (await net.fetch(url + path)).text()).toBe(text);
  await net.close();
});

test.concurrent.each([
  ['/quick', { resumable: false }],
  ['/broken', { resumable: false }],
  ['/resumable', { resumable: true }],
  ['/in-pieces', { resumable: true }],
  ['/no-id', { resumable: false }],
])('tells when the stream of a POST has ended: %s', async (path, expected) => {
  const ends: unknown[] = [];
  const net = createPatientFetch({ connectMs: 1000, onPostEnd: (body, seen) => ends.push(body, seen) });
  const answer = await net.fetch(url + path, { method: 'POST', body: '{"id":1}' });
  await answer.text().catch(() => undefined);
  expect(ends).toEqual(['{"id":1}', expected]);
  await net.close();
});

test('calls that follow each other share sockets, and those that their server has closed are not used again', async () => {
  const sockets: Socket[] = [];
  const gone: Promise<unknown>[] = [];
  const short = createServer((_, res) => void res.end('{}')).listen(0, '127.0.0.1');
  short.on('connection', (socket: Socket) => {
    sockets.push(socket);
    gone.push(once(socket, 'close'));
  });
  await once(short, 'listening');
  const { port } = short.address() as AddressInfo;
  const net = createPatientFetch({ connectMs: 1000 });
  const call = async () =>
    (await net.fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' })).text();
  // The next call may begin before the socket of the last is free: then there are two to take turns with.
  for (let nth = 0; nth < 20; nth += 1) await call();
  expect(sockets.length).toBeLessThanOrEqual(2);
  for (const socket of sockets) socket.destroy();
  await Promise.all(gone);
  expect(await call()).toBe('{}');
  await net.close();
  short.close();
});

test('a body that nobody wants is given up, and says so', async () => {
  const ends: unknown[] = [];
  const net = createPatientFetch({ connectMs: 1000, onPostEnd: (body) => ends.push(body) });
  const answer = await net.fetch(`${url}/silent`, { method: 'POST', body: '{"id":1}' });
  await answer.body?.cancel();
  expect(ends).toEqual(['{"id":1}']);
  await net.close();
});

test('an answer without a body, and one that is no success, are answers', async () => {
  const ends: unknown[] = [];
  const net = createPatientFetch({ connectMs: 1000, onPostEnd: (body) => ends.push(body) });
  const none = await net.fetch(`${url}/none`, { method: 'DELETE' });
  expect([none.status, none.body]).toEqual([204, null]);
  const moved = await net.fetch(`${url}/moved`, { method: 'POST', body: '{}' });
  expect([moved.status, moved.headers.get('location')]).toEqual([307, '/elsewhere']);
  await moved.body?.cancel();
  // What was sent elsewhere has not ended.
  expect(ends).toEqual([]);
  await net.close();
});

test('a signal ends the waiting', async () => {
  const net = createPatientFetch({ connectMs: 1000 });
  await expect(net.fetch(`${url}/late-headers`, { signal: AbortSignal.timeout(50) })).rejects.toThrow(
    /timeout|aborted/i,
  );
  await net.close();
});
