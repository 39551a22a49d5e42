/** A stream that stays silent longer than a client's limit for silence, in miniature. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPatientFetch } from '../../src/agent-ui/mcp/patient-fetch.ts';

/** undici looks at its clock every half second, so its limits are late by up to one. */
const SILENT_FOR_MS = 2500;
const LIMIT_MS = 300;

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((req, res) => {
    if (req.url === '/late-headers') {
      setTimeout(() => res.end('late'), SILENT_FOR_MS);
      return;
    }
    res.writeHead(200, { 'content-type': 'text/event-stream' });
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
  await expect(net.fetch(url + path).then((answer) => answer.text())).rejects.toThrow(
    /terminated|fetch failed/,
  );
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
])('tells when the stream of a POST has ended: %s', async (path, expected) => {
  const ends: unknown[] = [];
  const net = createPatientFetch({ connectMs: 1000, onPostEnd: (body, seen) => ends.push(body, seen) });
  const answer = await net.fetch(url + path, { method: 'POST', body: '{"id":1}' });
  await answer.text().catch(() => undefined);
  expect(ends).toEqual(['{"id":1}', expected]);
  await net.close();
});

test('a signal ends the waiting', async () => {
  const net = createPatientFetch({ connectMs: 1000 });
  await expect(net.fetch(`${url}/late-headers`, { signal: AbortSignal.timeout(50) })).rejects.toThrow(
    /timeout|aborted/i,
  );
  await net.close();
});
