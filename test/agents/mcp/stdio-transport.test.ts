import { once } from 'node:events';
import { expect, test } from 'vitest';
import { StdioTransport } from '../../../src/agents/mcp/wire/stdio-transport.ts';

/** Says the process id of a child that holds its pipes, cannot be found by its environment, and outlives it. */
const HOLDER = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], {
  detached: true, env: {}, stdio: ['ignore', 'inherit', 'inherit'],
});
process.stderr.write(child.pid + '\\n');
process.stdin.resume().on('end', () => process.exit(0));`;

test.skipIf(process.platform === 'win32')(
  'fault 47: a process that holds the pipes of an ended server does not hold its end back',
  { timeout: 20_000 },
  async () => {
    const lines = new EventTarget();
    const transport = new StdioTransport({
      command: process.execPath,
      args: ['-e', HOLDER],
      env: { PATH: process.env['PATH'] ?? '' },
      onStderr: (line) => lines.dispatchEvent(new CustomEvent('pid', { detail: line })),
      graceMs: 30_000,
    });
    const closed = new Promise<void>((resolve) => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's interface
      transport.onclose = resolve;
    });
    const told = once(lines, 'pid');
    await transport.start();
    const [event]: unknown[] = await told;
    const pid = Number(event instanceof CustomEvent ? event.detail : Number.NaN);
    // Its grace is longer than the test may take: only the end of the pipes ends it in time.
    await transport.close();
    await closed;
    expect(() => process.kill(pid, 0)).not.toThrow();
    process.kill(pid, 'SIGKILL');
  },
);
