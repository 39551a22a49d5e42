/** A real model server for a test, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Endpoint } from '../../src/models/endpoints.ts';

const env = z.object({ REAL_MODEL_PYTHON: z.string(), REAL_MODEL_FILE: z.string() }).safeParse(process.env);
if (!env.success) throw new Error('These tests need a real model: start them with test/real/run');
const { REAL_MODEL_PYTHON, REAL_MODEL_FILE } = env.data;

export interface ModelServer {
  readonly endpoint: Endpoint;
  /** As a person's Ctrl-C, or the system, would: at once. */
  kill(): Promise<void>;
}

/** `context`: tokens that a prompt and its answer may have together. */
export async function startModelServer(context: number): Promise<ModelServer> {
  const script = fileURLToPath(new URL('serve_model.py', import.meta.url));
  const child = spawn(REAL_MODEL_PYTHON, [script, REAL_MODEL_FILE, String(context)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  let address: string | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /^LISTEN (\S+)/.exec(line);
    if (found === null) continue;
    address = found[1] ?? null;
    break;
  }
  if (address === null) throw new Error('The model server ended before it listened.');
  return {
    endpoint: {
      name: 'llamacpp',
      url: `${address}/v1`,
      keyFrom: null,
      price: null,
      slots: 1,
      isLocal: true,
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
