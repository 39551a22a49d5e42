// Processes of the bench: agent and model endpoint (forked), and the measured Vitest.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from './project.mjs';

const VITEST = path.join(repository, 'node_modules/vitest/vitest.mjs');
const USAGE = pathToFileURL(path.join(import.meta.dirname, 'usage.mjs')).href;

/** The latencies of one LLM call, one message and one document, in seconds, before scaling. */
export const LATENCY = { call: 0.8, tokensPerSecond: 70, message: 8, document: 3 };

/** @param {number} scale 1/20 makes everything take a twentieth; 0 for no latency at all */
export async function startAgent(scale, mode = 'serial') {
  return await started('agent.mjs', {
    messageMs: LATENCY.message * 1000 * scale,
    documentMs: LATENCY.document * 1000 * scale,
    mode,
  });
}

export async function startModel(scale) {
  return await started('model.mjs', {
    secondsPerCall: LATENCY.call * scale,
    tokensPerSecond: scale === 0 ? Number.MAX_SAFE_INTEGER : LATENCY.tokensPerSecond / scale,
  });
}

async function started(file, options) {
  const child = fork(path.join(import.meta.dirname, file), [JSON.stringify(options)], { execArgv: [] });
  // Without any listener Node keeps messages for the next one, which waits for something newer.
  child.on('message', () => undefined);
  const heard = (type) =>
    new Promise((resolve, reject) => {
      const ended = () => reject(new Error(`${file} ended`));
      const hear = (message) => {
        if (message.type !== type) return;
        child.off('message', hear).off('exit', ended);
        resolve(message);
      };
      child.on('message', hear).on('exit', ended);
    });
  const { url } = await heard('ready');
  return {
    url,
    /** What was counted since the last time. */
    async stats() {
      const answer = heard('stats');
      child.send('stats');
      return (await answer).stats;
    },
    heard,
    async close() {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** The environment by which a run reaches agent and model. */
export function environment(agent, model) {
  return {
    AGENT_EVAL_TARGET: agent.url,
    AGENT_EVAL_MCP: `${agent.url}/mcp`,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'sk-ant-bench-0123456789',
  };
}

/** Starts `vitest <args>` (or another command) in `cwd` and measures it. Rejects when it printed no result. */
export function measured({ cwd, env = {}, args = ['run', '--project', 'agent-eval'], command }) {
  const usageFile = path.join(cwd, `.bench-usage-${process.pid}-${performance.now()}.jsonl`);
  const [program, ...rest] = command ?? [process.execPath, VITEST, ...args];
  const startedAt = Date.now();
  const child = spawn(program, rest, {
    cwd,
    env: {
      ...ownEnvironment(),
      ...env,
      NODE_OPTIONS: `--import ${USAGE}`,
      BENCH_USAGE_FILE: usageFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const done = once(child, 'close').then(async ([code]) => {
    const endedAt = Date.now();
    const lines = (await readFile(usageFile, 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line !== '');
    const usage = lines
      .map((line) => JSON.parse(line))
      .find(({ program: file }) => /vitest\.mjs$|bin[\\/]vitest$/.test(file));
    return { code, output, startedAt, endedAt, wallMs: endedAt - startedAt, usage: usage ?? null };
  });
  return { child, done };
}

/** Nothing of the user's settings or of a CI machine reaches the measured process. */
function ownEnvironment() {
  const foreign = /^(VITEST|AGENT_EVAL_|ANTHROPIC_|GITHUB_|CI$|NODE_OPTIONS$|FORCE_COLOR$|NO_COLOR$)/;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
    NO_COLOR: '1',
  };
}
