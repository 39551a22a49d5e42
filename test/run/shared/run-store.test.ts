/** Who goes on with a run that was left unfinished. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRunDirectory } from '../../../src/results/store/run-directory.ts';
import type { RunPlan } from '../../../src/results/store/run-plan.ts';
import { createRunStore } from '../../../src/run/shared/run-store.ts';

const PLAN: RunPlan = { target: 'embedded', scenarios: 'all', filter: null, count: 3 };

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'agent-eval-store-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const storeIn = (results: string, resume: boolean) =>
  createRunStore({ results, target: 'embedded', resume, say: () => {} });

test('fault 50: of two that resume at once one goes on, the other is told who does, and runs nothing', async () => {
  const results = await folder();
  const left = await createRunDirectory(results);
  await left.begin(PLAN);
  const stores = [storeIn(results, true), storeIn(results, true)] as const;
  const earlier = await Promise.all(stores.map((store) => store.start(PLAN)));
  expect(earlier.map(({ kind }) => kind).toSorted()).toEqual(['held', 'unfinished']);
  const [first, second] = earlier[0]?.kind === 'held' ? stores.toReversed() : stores;
  expect(earlier.find(({ kind }) => kind === 'held')).toMatchObject({
    message: expect.stringMatching(
      new RegExp(`^${left.runId} is being worked on by process ${process.pid} on `),
    ),
  });
  await expect(second?.open()).rejects.toThrow(/Nothing was run/);
  expect(await first?.open()).toMatchObject({ runId: left.runId, resumed: true });
  expect(await readdir(results)).toEqual([left.runId]);
  // At the end of the first the run can be had again.
  first?.release();
  expect(await storeIn(results, true).start(PLAN)).toMatchObject({ kind: 'unfinished', runId: left.runId });
});

test('without being asked to resume nobody takes a run over', async () => {
  const results = await folder();
  const left = await createRunDirectory(results);
  await left.begin(PLAN);
  expect(await storeIn(results, false).start(PLAN)).toMatchObject({ kind: 'unfinished', runId: left.runId });
  expect(await storeIn(results, true).start(PLAN)).toMatchObject({ kind: 'unfinished', runId: left.runId });
});
