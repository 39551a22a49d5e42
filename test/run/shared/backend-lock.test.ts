import { existsSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { addressKey, resolvedAddressKey } from '../../../src/run/shared/backend-address.ts';
import { backendKeys, claimBackend, lockPath } from '../../../src/run/shared/backend-lock.ts';

afterEach(() => vi.unstubAllEnvs());

const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);

test.each([
  'http://localhost.:4200',
  'http://LOCALHOST:4200/',
  'http://127.1:4200',
  'http://[::ffff:127.0.0.1]:4200',
  'http://[::1]:4200',
  'http://0.0.0.0:4200',
  'http://2130706433:4200',
  'http://localhost:4200/api?x=1',
  'http://agent.localhost:4200',
  ...own.map(
    ({ address, family }) => `http://${family === 'IPv6' ? `[${address.split('%')[0]}]` : address}:4200`,
  ),
])('fault 32: %s is the backend at localhost:4200', async (url) => {
  expect(addressKey(url)).toBe('http://localhost:4200');
  expect(await resolvedAddressKey(url)).toBe('http://localhost:4200');
});

test('fault 32: a name counts as the address that it has', async () => {
  // What a machine calls itself is itself, where its resolver knows it.
  const key = await resolvedAddressKey(`http://${hostname()}:4200`);
  expect(key).toMatch(/^http:\/\/(?:localhost|[\w.:-]+):4200$/);
  expect(await resolvedAddressKey('http://no-such-host.invalid:80')).toBe('http://no-such-host.invalid:80');
  expect(addressKey('https://example.org')).toBe('https://example.org:443');
});

test('fault 32: another temporary folder is no other place', () => {
  const before = lockPath('http://localhost:4711');
  vi.stubEnv('TMPDIR', '/nowhere');
  vi.stubEnv('TMP', '/nowhere');
  expect(lockPath('http://127.0.0.1:4711')).toBe(before);
});

test('fault 32: one MCP server under two targets is one agent', async () => {
  const mcp = 'http://localhost:4713/mcp';
  const one = await backendKeys({ target: 'http://localhost:4711', mcp });
  const two = await backendKeys({ target: 'http://localhost:4712', mcp: 'http://127.0.0.1:4713/mcp?key=x' });
  const first = claimBackend('http://localhost:4711', '/a', one);
  expect(first.ok).toBe(true);
  const second = claimBackend('http://localhost:4712', '/b', two);
  expect(second).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^http:\/\/localhost:4712 is taken by a run in \/a/),
  });
  // What the second had taken until then is free again.
  expect(existsSync(lockPath('http://localhost:4712'))).toBe(false);
  if (first.ok) first.release();
  const third = claimBackend('http://localhost:4712', '/b', two);
  expect(third.ok).toBe(true);
  if (third.ok) third.release();
  expect(await backendKeys({ target: 'embedded', mcp })).toEqual([]);
  expect(await backendKeys({ target: './eval/agent.ts' })).toEqual([]);
});

test('a server that a command starts is locked by the command, not by an address that nobody named', async () => {
  const mcp = 'node eval/server.mjs';
  const command = 'command /a node eval/server.mjs';
  expect(await backendKeys({ target: 'http://127.0.0.1:4200', mcp, root: '/a' })).toEqual([command]);
  const named = await backendKeys({ target: 'http://h:1', mcp, root: '/a' });
  expect(named).toEqual([command, 'http://h:1']);
  expect(await backendKeys({ target: 'http://localhost:4200', mcp, root: '/b' })).not.toEqual([command]);
});
