import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { StdioTransport } from '../src/agents/mcp/wire/stdio-transport.ts';
import { killMarked, MARK_NAME, markedProcesses, newMark } from '../src/process-mark.ts';
import { stdioFake } from './support/fake-agent-ui.ts';

const DAEMON = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
console.log(child.pid);
child.unref();`;

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test.skipIf(process.platform === 'win32')(
  'fault 34: a process in a session of its own is found by its mark',
  async () => {
    const mark = newMark();
    const parent = spawn(process.execPath, ['-e', DAEMON], { env: { ...process.env, [MARK_NAME]: mark } });
    const [said]: unknown[] = await once(parent.stdout, 'data');
    await once(parent, 'exit');
    const pid = Number(String(said));
    expect(markedProcesses(mark)).toEqual([pid]);
    expect(markedProcesses(newMark())).toEqual([]);
    killMarked(mark);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 });
  },
);

test.skipIf(process.platform === 'win32')(
  'fault 34: a server that is closed leaves nothing behind, in no session',
  async () => {
    const server = stdioFake({ child: 'daemon' });
    if (server.kind !== 'stdio') throw new Error('a command was asked for');
    const pids: number[] = [];
    const transport = new StdioTransport({
      command: server.command,
      args: server.args,
      env: { PATH: process.env['PATH'] ?? '' },
      onStderr: (line) => {
        const [, pid] = /^(?:started|child) (\d+)$/.exec(line) ?? [];
        if (pid !== undefined) pids.push(Number(pid));
      },
    });
    await transport.start();
    await vi.waitFor(() => expect(pids).toHaveLength(2), { timeout: 10_000 });
    await transport.close();
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 5_000 });
  },
);
