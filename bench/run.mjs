// One measured run against agent and model, and its figures as they would be without the scale.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { environment, measured, startAgent, startModel } from './processes.mjs';

/**
 * Agent and model for one or more runs of the same scale; `run` measures one.
 * What our own work and Vitest's take is not scaled: its share comes out up to 1/scale times too large inside the
 * conversation, never too small. Start-up and end (before the first and after the last call of anybody) are counted as
 * they are.
 */
export async function withServers(scale, mode, use) {
  const agent = await startAgent(scale, mode);
  const model = await startModel(scale);
  const run = async (cwd, env = {}) => {
    await Promise.all([agent.stats(), model.stats()]);
    const { done } = measured({ cwd, env: { ...environment(agent, model), ...env } });
    const ended = await done;
    const figures = figuresOf(ended, await agent.stats(), await model.stats(), scale);
    return { ...figures, ...(await resultsIn(cwd)), output: ended.output, code: ended.code };
  };
  try {
    return await use({ agent, model, run });
  } finally {
    await Promise.all([agent.close(), model.close()]);
  }
}

function figuresOf({ startedAt, endedAt, usage }, agent, model, scale) {
  const first = agent.firstAt ?? endedAt;
  const last = Math.max(first, Math.min(endedAt, Math.max(agent.lastAt ?? 0, model.lastAt)));
  const unscaled = scale === 0 ? 1 : 1 / scale;
  const wallS = (first - startedAt + (last - first) * unscaled + (endedAt - last)) / 1000;
  const busyS = (agent.busyMs * unscaled) / 1000;
  return {
    wallS,
    busyS,
    /** Against the agent's busy time. */
    ratio: busyS === 0 ? Number.NaN : wallS / busyS,
    startS: (first - startedAt) / 1000,
    endS: (endedAt - last) / 1000,
    messages: agent.messages,
    documents: agent.documents,
    calls: model.calls,
    kinds: model.kinds,
    usage: model.usage,
    cpuMs: usage?.cpuMs ?? Number.NaN,
    peakMb: usage?.peakMb ?? Number.NaN,
    liveMb: usage?.liveMb ?? Number.NaN,
  };
}

/** How the scenarios ended, what they cost by their own account, and where they are. */
async function resultsIn(cwd) {
  const results = path.join(cwd, 'results');
  const newest = (await readdir(results))
    .filter((name) => name.startsWith('run_'))
    .toSorted()
    .at(-1);
  if (newest === undefined) return { directory: null, statuses: {}, costUsd: Number.NaN, scenarios: 0 };
  const directory = path.join(results, newest);
  const card = JSON.parse(await readFile(path.join(directory, 'scorecard.json'), 'utf8'));
  const statuses = {};
  for (const { status } of card.scenarios) statuses[status] = (statuses[status] ?? 0) + 1;
  return { directory, statuses, costUsd: card.cost.estimated_total_usd, scenarios: card.scenarios.length };
}

/** Every scenario of a bench run passes: anything else means that something is broken, not that it is slow. */
export function problemOf({ statuses, scenarios, code, output }, expected) {
  if (code === 0 && statuses.PASS === expected && scenarios === expected) return null;
  return `${JSON.stringify(statuses)} of ${expected}, exit code ${code}\n${output.slice(-3000)}`;
}

/** Input tokens, cached or not. */
export function inputOf({ input_tokens, cache_creation_input_tokens, cache_read_input_tokens }) {
  return input_tokens + cache_creation_input_tokens + cache_read_input_tokens;
}
