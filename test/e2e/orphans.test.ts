/** What we started ends with us, however we end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject, test, vi } from 'vitest';
import { stdioFake } from '../support/fake-agent-ui.ts';

const isThere = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A process of ours that starts a server and tells its pid and that of the server's own child. */
async function owner(options: Parameters<typeof stdioFake>[0]) {
  const module = path.join(inject('builtPackage'), 'dist/src/agents/mcp/wire/stdio-transport.js');
  const script = `
    const { StdioTransport } = await import(${JSON.stringify(pathToFileURL(module).href)});
    const server = JSON.parse(process.argv[1]);
    await new StdioTransport({ ...server, env: process.env, onStderr: console.log }).start();
  `;
  const args = ['--input-type=module', '-e', script, JSON.stringify(stdioFake(options))];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const pids: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [, pid] = /^(?:started|child) (\d+)$/.exec(line) ?? [];
    if (pid !== undefined) pids.push(Number(pid));
    if (pids.length === 2) break;
  }
  return { child, pids };
}

test.skipIf(process.platform === 'win32').each([true, 'daemon' as const])(
  'fault 34: a server that ignores the end of its stdin and SIGTERM ends soon after we are killed, with its child (%s)',
  async (kind) => {
    const { child, pids } = await owner({ stubborn: true, child: kind });
    expect(pids.map(isThere)).toEqual([true, true]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await vi.waitFor(() => expect(pids.map(isThere)).toEqual([false, false]), { timeout: 15_000 });
  },
);
