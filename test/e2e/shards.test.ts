import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { config, createProject, type Project } from '../support/project.ts';
import { embedded, shopCorpus, shopScenario } from '../support/shop.ts';

const files = {
  'vitest.config.ts': config(),
  ...shopCorpus(),
  'scenarios/shop/lamp.yaml': shopScenario({ id: 'lamp' }),
  'scenarios/shop/carpet.yaml': shopScenario({ id: 'carpet', product: 'carpet' }),
  'scenarios/shop/wrong.yaml': shopScenario({ id: 'wrong', product: 'chair', mentions: '1 euro' }),
  'scenarios/shop/broken.yaml': 'id: broken\nname: [\n',
};

test('shards of two machines merge into one complete scorecard on a third, without the agent', async () => {
  const machines = [await createProject(files), await createProject(files)];
  await Promise.all(
    machines.map(async (project, index) => {
      const shard = [`--shard=${index + 1}/2`, `--outputFile.blob=reports/blob-${index + 1}.json`];
      const run = await project.vitest(['run', '--reporter=blob', ...shard], embedded);
      expect(await readdir(project.path('reports')), run.output).toHaveLength(1);
      expect((await project.scorecard()).partial).toBe(true);
    }),
  );

  const third = await createProject(files);
  for (const machine of machines) {
    await cp(machine.path('reports'), third.path('blobs'), { recursive: true });
  }
  // Nothing answers here, and nobody asks.
  const nobody = { AGENT_EVAL_TARGET: 'http://127.0.0.1:1', AGENT_EVAL_JUDGE: 'rules' };
  const merged = await third.vitest(['run', '--merge-reports=blobs', '--reporter=default'], nobody);
  expect(merged.exitCode, merged.output).toBe(1);
  expect(merged.output).not.toMatch(/no agent|gaia/);
  const scorecard = await third.scorecard();
  expect(scorecard.partial ?? false).toBe(false);
  expect(scorecard.summary).toMatchObject({ total_scenarios: 4, passed: 2, failed: 1, errored: 1 });
  expect(scorecard.scenarios.find(({ scenario_id }) => scenario_id === 'broken')).toMatchObject({
    file: 'scenarios/shop/broken.yaml',
  });
  for (const id of ['lamp', 'carpet', 'wrong']) {
    const trace = await third.trace(id);
    const [turn] = trace.turns;
    expect(turn?.agent_response).toContain('euros');
    expect(trace.file).toBe(`scenarios/shop/${id}.yaml`);
  }
  expect(await latest(third)).toBe('scorecard.json');

  await rm(third.path('results'), { recursive: true });
  const half = machines[0]?.path('reports') ?? '';
  const incomplete = await third.vitest(['run', `--merge-reports=${half}`, '--reporter=default'], nobody);
  expect((await third.scorecard()).partial, incomplete.output).toBe(true);
});

async function latest(project: Project): Promise<string | undefined> {
  const names = await readdir(project.path(path.join('results', 'latest')));
  return names.find((name) => name === 'scorecard.json');
}
