import { expect, test } from 'vitest';
import { isLoopbackHost } from '../src/loopback.ts';

test.each([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['agent.localhost', true],
  ['127.0.0.1', true],
  ['127.1', true],
  ['127.200.3.4', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['[::ffff:7f00:1]', true],
  ['0.0.0.0', true],
  ['[::]', true],
  ['localhost.example.org', false],
  ['notlocalhost', false],
  ['127.0.0.1.example.org', false],
  ['1.127.0.0', false],
  ['[::ffff:808:808]', false],
  ['::2', false],
  ['', false],
])('%s: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
