/** What happens when the server goes away between two calls, and what a server we started leaves behind. */
import { afterEach, expect, test } from 'vitest';
import { connectAgentUi, type ConnectOptions } from '../../../src/agents/mcp/connect.ts';
import { agentUiError } from '../../support/agent-ui-error.ts';
import {
  Lines,
  startHttpFake,
  stdioFake,
  type FakeOptions,
  type HttpFake,
} from '../../support/fake-agent-ui.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

async function startHttp(options: FakeOptions = {}): Promise<HttpFake> {
  const fake = await startHttpFake(options);
  cleanUp.push(() => fake.kill());
  return fake;
}

async function connect(options: Pick<ConnectOptions, 'mcp'> & Partial<ConnectOptions>) {
  const ui = await connectAgentUi({ backend: 'http://127.0.0.1:4200', ...options });
  cleanUp.push(() => ui.close());
  return ui;
}

test('a restarted HTTP server is found again by the next call', async () => {
  const first = await startHttp();
  const ui = await connect({ mcp: first.mcp });
  expect((await ui.status()).version).toBe('0.21');
  await first.kill();
  await expect(ui.status()).rejects.toEqual(
    agentUiError('unreachable', /No MCP server answers at .*ECONNREFUSED/),
  );
  await startHttp({ port: first.port, dialect: '0.18' });
  expect((await ui.status()).version).toBe('0.18');
});

test('a server that restarted unnoticed knows our session no more: the call is sent again to the new one', async () => {
  const first = await startHttp();
  const ui = await connect({ mcp: first.mcp });
  await first.kill();
  const second = await startHttp({ port: first.port, dialect: '0.18' });
  expect((await ui.status()).version).toBe('0.18');
  expect(second.lines.count('call system_status')).toBe(1);
});

test('a call that may have been carried out is not sent twice', async () => {
  const fake = await startHttp();
  const ui = await connect({ mcp: fake.mcp });
  const { id } = await ui.createSession({ title: 'Eval: a' });
  await expect(ui.sendMessage({ sessionId: id, message: '[[end-stream]]' })).rejects.toEqual(
    agentUiError('unreachable', /ended the stream without an answer/),
  );
  await fake.lines.wait('call send_message');
  expect((await ui.status()).init_state).toBe('ready');
  expect(fake.lines.count('call send_message')).toBe(1);
});

test('a stdio server that died is started again by the next call', async () => {
  const log = new Lines();
  const ui = await connect({ mcp: stdioFake(), log: log.push });
  const { id } = await ui.createSession({ title: 'Eval: a' });
  await expect(ui.sendMessage({ sessionId: id, message: '[[exit]]' })).rejects.toEqual(
    agentUiError('unreachable'),
  );
  expect((await ui.status()).init_state).toBe('ready');
  expect(log.count('started')).toBe(2);
});

test('so is one that dies between two calls', async () => {
  const log = new Lines();
  const ui = await connect({ mcp: stdioFake(), log: log.push });
  process.kill(Number((await log.wait('started')).split(' ')[1]), 'SIGKILL');
  // A call that is sent before the death is noticed is lost with it.
  await expect
    .poll(() => ui.status().catch(() => null), { timeout: 10_000 })
    .toMatchObject({ init_state: 'ready' });
  expect(log.count('started')).toBe(2);
});

test('calls that find the connection broken together share one new one', async () => {
  const log = new Lines();
  const ui = await connect({ mcp: stdioFake(), log: log.push, concurrency: 4 });
  const { id } = await ui.createSession({ title: 'Eval: a' });
  await expect(ui.sendMessage({ sessionId: id, message: '[[exit]]' })).rejects.toEqual(
    agentUiError('unreachable'),
  );
  await Promise.all([ui.status(), ui.status(), ui.status()]);
  expect(log.count('started')).toBe(2);
});

test('log lines and JSON that is no message on stdout disturb nothing', async () => {
  const log = new Lines();
  const ui = await connect({ mcp: stdioFake({ noise: true }), log: log.push });
  for (let call = 0; call < 3; call += 1) expect((await ui.status()).init_state).toBe('ready');
  expect(log.count('MCP: not a message: [11/30/26 11:33] INFO')).toBe(3);
  expect(log.count('MCP: not a message: {"level":"info"}')).toBe(3);
});

test('an answer of several megabytes arrives whole', async () => {
  const ui = await connect({ mcp: stdioFake() });
  const { id } = await ui.createSession({ title: 'Eval: a' });
  const reply = await ui.sendMessage({ sessionId: id, message: '[[long 6000000]]' });
  expect(reply.agent_response === 'é'.repeat(6_000_000)).toBe(true);
});

test('closing kills a stubborn server and what it had started', async () => {
  const log = new Lines();
  const ui = await connect({ mcp: stdioFake({ stubborn: true, child: true }), log: log.push });
  const pids = [await log.wait('started'), await log.wait('child')].map((line) => Number(line.split(' ')[1]));
  expect(pids.every(isAlive)).toBe(true);
  const started = performance.now();
  await ui.close();
  expect(performance.now() - started).toBeLessThan(6000);
  await expect.poll(() => pids.some(isAlive)).toBe(false);
});

test('a server we start is told no API key', async () => {
  process.env['SOME_API_KEY'] = 'sk-for-nobody-else';
  cleanUp.push(async () => {
    delete process.env['SOME_API_KEY'];
  });
  const probe =
    'console.error("ran with", process.env.SOME_API_KEY ?? "no key", process.env.PATH ? "and a path" : "")';
  await expect(
    connect({ mcp: { kind: 'stdio', command: process.execPath, args: ['-e', probe] } }),
  ).rejects.toEqual(agentUiError('unreachable', /ran with no key and a path/));
});

test.each([
  [
    'a command that is not there',
    { command: 'no-such-agent', args: ['--stdio'] },
    /did not start: no-such-agent --stdio \(.*ENOENT/,
  ],
  [
    'a server that ends at once',
    { command: process.execPath, args: ['-e', 'console.error("No module named gaia"); process.exit(1)'] },
    /Its last words:\nNo module named gaia\nSet AGENT_EVAL_MCP/,
  ],
  [
    'a server that leaks a key',
    { command: process.execPath, args: ['-e', 'console.error("ANTHROPIC_API_KEY=sk-ant-0123456789")'] },
    /Its last words:\nANTHROPIC_API_KEY=\*\*\*\n/,
  ],
])('%s: the error says what was tried', async (_, server, message) => {
  await expect(connect({ mcp: { kind: 'stdio', ...server } })).rejects.toEqual(
    agentUiError('unreachable', message),
  );
});

test('a server that says nothing is given up in time', async () => {
  const silent = {
    kind: 'stdio' as const,
    command: process.execPath,
    args: ['-e', 'process.stdin.resume()'],
  };
  await expect(connect({ mcp: silent, timeouts: { connect: 150 } })).rejects.toEqual(
    agentUiError('unreachable'),
  );
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
