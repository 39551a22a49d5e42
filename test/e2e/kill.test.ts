/**
 * SIGKILL at random moments of one run, resumed after each: nothing that was finished is judged or sent again, and the
 * files are those of a run that was never killed. Five kills a chain, and one chain, or as many as AGENT_EVAL_SOAK says.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { comparable, createEndurance, greeting, small, type Endurance } from '../support/endurance.ts';

const CHAINS = Number(process.env['AGENT_EVAL_SOAK'] ?? 1);
const KILLS = 5;
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

/** Messages and judgements of each scenario. */
const countsOf = (rig: Endurance): Record<string, readonly [number, number]> =>
  Object.fromEntries(IDS.map((id) => [id, [rig.messages(id), rig.judged(id)]]));

/** Starts or resumes the run and kills it; false when it came to its end before. */
async function killed(rig: Endurance, next: () => number): Promise<boolean> {
  const run = rig.start({ AGENT_EVAL_RESUME: '1' });
  // By the agent's calls, six for each scenario, and a moment after: time alone says little on a busy machine.
  const calls = rig.fake.lines.count('call ') + 2 + Math.floor(next() * 8);
  await vi.waitUntil(() => rig.fake.lines.count('call ') >= calls || run.process.exitCode !== null, {
    timeout: 60_000,
    interval: 1,
  });
  await sleep(next() * 40);
  run.process.kill('SIGKILL');
  const { exitCode } = await run.done;
  return exitCode !== 0;
}

test(
  `killed ${KILLS} times, each time at a random moment`,
  { timeout: 60_000 + CHAINS * 120_000 },
  async () => {
    const rig = await createEndurance(
      Object.fromEntries(IDS.map((id) => [id, small(id, '', turns(id))])),
      '{ workers: 3 }',
    );
    const { project } = rig;
    const undisturbed = await rig.run();
    expect(undisturbed.exitCode, undisturbed.output).toBe(0);
    let known = await project.runs();
    const expected = await comparable(project.path(`results/${known[0] ?? ''}`));
    const moments: string[] = [];

    for (let chain = 1; chain <= CHAINS; chain += 1) {
      const next = random(chain);
      const newest = async () => (await project.runs()).find((id) => !known.includes(id)) ?? '';
      let [done, at, isOver] = [new Set<string>(), countsOf(rig), false];
      /** Each done scenario stays as it was counted; returns what is done now. */
      const look = async (): Promise<Set<string>> => {
        const now = countsOf(rig);
        for (const id of done) expect(now[id], `${id} of chain ${chain} was done again`).toEqual(at[id]);
        at = now;
        return new Set(await finished(project.path(`results/${await newest()}`)));
      };
      for (let kill = 1; kill <= KILLS; kill += 1) {
        isOver = !(await killed(rig, next));
        if (isOver) break;
        await sleep(200); // what was on its way arrives
        done = await look();
        moments.push(`${chain}.${kill}: ${done.size} of ${IDS.length}`);
        await sleep(50);
        expect(countsOf(rig), 'a killed run goes on').toEqual(at);
      }
      const [left, before] = [isOver ? [] : IDS.filter((id) => !done.has(id)), at];
      const resumed = isOver ? null : await rig.resume();
      expect(resumed?.exitCode ?? 0, resumed?.output).toBe(0);
      await look();
      for (const id of left) {
        const [messages = 0, judged = 0] = before[id] ?? [];
        expect(at[id], `${id} of chain ${chain}`).toEqual([messages + 2, judged + 2]);
      }
      expect(await project.runs(), 'one run, however often it is resumed').toHaveLength(known.length + 1);
      expect(await comparable(project.path(`results/${await newest()}`)), `files of chain ${chain}`).toEqual(
        expected,
      );
      known = await project.runs();
    }
    process.stdout.write(`killed when finished were ${moments.join(', ')}\n`);
  },
);
