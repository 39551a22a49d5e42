/**
 * SIGKILL at random moments, then resume: nothing that was finished is judged or sent again, and the files are those of
 * a run that was never killed. Eight moments, or as many as AGENT_EVAL_SOAK says.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { comparable, createEndurance, greeting, small } from '../support/endurance.ts';

const SEEDS = Number(process.env['AGENT_EVAL_SOAK'] ?? 8);
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Mulberry32: the same seed, the same moments. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Scenarios whose trace is whole on disk. */
async function finished(run: string): Promise<readonly string[]> {
  const names = await readdir(path.join(run, 'traces')).catch(() => []);
  const ids: string[] = [];
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const trace = JSON.parse(await readFile(path.join(run, 'traces', name), 'utf8'));
    if (trace.status === 'PASS') ids.push(trace.scenario_id);
  }
  return ids;
}

const turns = (id: string) => ({
  turns: [1, 2].map((turn) => ({ turn, user_message: greeting(id, 15), success_criteria: 'It answers.' })),
});

test(`killed at ${SEEDS} random moments`, { timeout: 60_000 + SEEDS * 60_000 }, async () => {
  const scenarios = Object.fromEntries(IDS.map((id) => [id, small(id, '', turns(id))]));
  const rig = await createEndurance(scenarios, '{ workers: 3 }');
  const { project } = rig;
  const counts = () => Object.fromEntries(IDS.map((id) => [id, [rig.messages(id), rig.judged(id)]]));

  const undisturbed = await rig.run();
  expect(undisturbed.exitCode, undisturbed.output).toBe(0);
  const [whole = ''] = await project.runs();
  const expected = await comparable(project.path(`results/${whole}`));
  let known = await project.runs();
  const moments: string[] = [];

  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const next = random(seed);
    const before = counts();
    const run = rig.start();
    // By the agent's calls, six for each scenario, and a moment after: time alone says little on a busy machine.
    const calls = rig.fake.lines.count('call ') + 2 + Math.floor(next() * 6 * IDS.length);
    await vi.waitUntil(() => rig.fake.lines.count('call ') >= calls || run.process.exitCode !== null, {
      timeout: 60_000,
      interval: 1,
    });
    await sleep(next() * 40);
    run.process.kill('SIGKILL');
    const { exitCode } = await run.done;
    if (exitCode === 0) {
      moments.push(`${seed}: too late`);
      known = await project.runs();
      continue;
    }
    await sleep(200); // what was on its way arrives
    const killedAt = counts();
    const runId = (await project.runs()).find((id) => !known.includes(id)) ?? '';
    const done = await finished(project.path(`results/${runId}`));
    moments.push(`${seed}: ${done.length} of ${IDS.length}`);
    await sleep(50);
    expect(counts(), 'a killed run goes on').toEqual(killedAt);

    const resumed = await rig.resume();
    expect(resumed.exitCode, resumed.output).toBe(0);
    const after = counts();
    for (const id of done) expect(after[id], `${id} of seed ${seed} was done again`).toEqual(killedAt[id]);
    for (const id of IDS.filter((each) => !done.includes(each))) {
      expect(after[id], `${id} of seed ${seed}`).toEqual([
        (killedAt[id]?.[0] ?? 0) + 2,
        (killedAt[id]?.[1] ?? 0) + 2,
      ]);
    }
    expect(before).not.toEqual(after);
    const finalId = (await project.runs()).find((id) => !known.includes(id)) ?? '';
    expect(await comparable(project.path(`results/${finalId}`)), `files of seed ${seed}`).toEqual(expected);
    known = await project.runs();
  }
  process.stdout.write(`killed when finished were ${moments.join(', ')}\n`);
});
