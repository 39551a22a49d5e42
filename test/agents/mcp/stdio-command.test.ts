import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  defaultMcpServer,
  describeStartFailure,
  parseMcpSetting,
} from '../../../src/agents/mcp/stdio-command.ts';

test.each<[string, string[], NodeJS.Platform, string]>([
  ['python3 first', ['python3', 'python', 'uv'], 'linux', 'python3'],
  ['python when there is no python3', ['python', 'uv'], 'linux', 'python'],
  ['python first on Windows, where python3 opens the shop', ['python3', 'python'], 'win32', 'python'],
  ['uv when there is no Python', ['uv'], 'linux', 'uv run python'],
  ['python3, to be named in the error, when there is nothing', [], 'darwin', 'python3'],
])('takes %s', (_, installed, platform, start) => {
  const server = defaultMcpServer('http://localhost:4200', (name) => installed.includes(name), platform);
  expect([server.command, ...server.args].join(' ')).toBe(
    `${start} -m gaia.mcp.servers.agent_ui_mcp --stdio --backend http://localhost:4200`,
  );
});

test.each([
  ['http://localhost:8765/mcp', { kind: 'http', url: 'http://localhost:8765/mcp' }],
  ['  HTTPS://agent.example/mcp ', { kind: 'http', url: 'HTTPS://agent.example/mcp' }],
  [
    'uv run python -m x --stdio',
    { kind: 'stdio', command: 'uv', args: ['run', 'python', '-m', 'x', '--stdio'] },
  ],
  [
    '"C:\\Program Files\\Python\\python.exe" -m x',
    { kind: 'stdio', command: 'C:\\Program Files\\Python\\python.exe', args: ['-m', 'x'] },
  ],
  ['C:\\Python\\python.exe -m x', { kind: 'stdio', command: 'C:\\Python\\python.exe', args: ['-m', 'x'] }],
  [`run --name='a "b" c' ""`, { kind: 'stdio', command: 'run', args: ['--name=a "b" c', ''] }],
  [
    'server --backend http://localhost:4200',
    { kind: 'stdio', command: 'server', args: ['--backend', 'http://localhost:4200'] },
  ],
])('reads %s', (text, expected) => {
  expect(parseMcpSetting(text)).toEqual(expected);
});

test.each([
  ['', /empty/],
  ['   ', /empty/],
  ['""', /empty/],
  ['http://', /not a valid URL/],
  ['http://me:hunter22@host:99999/mcp', /^not a valid URL: http:\/\/\*\*\*@host:99999\/mcp$/],
  ['ws://me:hunter22@host/mcp', /^ws:\/\/\*\*\*@host\/mcp: an MCP server is reached by/],
  ['ftp://host/mcp', /http\(s\) URL or by a command line/],
  ['python "-m', /quote \("\) is left open/],
])('refuses %j', (text, message) => {
  expect(() => parseMcpSetting(text)).toThrow(message);
});

test('a quoted command line comes back as it was', () => {
  const part = fc.string().filter((text) => !/["\n]/.test(text));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (args) => {
      const line = ['python', ...args.map((arg) => `"${arg}"`)].join(' ');
      expect(parseMcpSetting(line)).toEqual({ kind: 'stdio', command: 'python', args });
    }),
  );
});

test('the error of a server that did not start is bounded', () => {
  const stderr = Array.from({ length: 500 }, (_, index) => `line ${index} ${'x'.repeat(1000)}`);
  const message = describeStartFailure({
    mcp: { kind: 'stdio', command: 'C:\\My Python\\python.exe', args: ['-m', 'x'] },
    reason: 'Connection closed',
    stderr,
  });
  expect(message).toContain('"C:\\My Python\\python.exe" -m x (Connection closed)');
  expect(message).toMatch(/x\nSet AGENT_EVAL_MCP to/);
  expect(message.length).toBeLessThan(2000);
});
