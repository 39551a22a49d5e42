import { expect, test } from 'vitest';
import { commandSession } from '../support/command-session.ts';
import { config, createProject } from '../support/project.ts';
import { embedded, shopCorpus, shopScenario } from '../support/shop.ts';

const RED = '1 euro';

test('a name, a file, a line: only that scenario runs, and the run is partial', async () => {
  const project = await createProject({
    'vitest.config.ts': config(),
    ...shopCorpus(),
    'scenarios/shop/lamp.yaml': shopScenario({ id: 'lamp' }),
    'scenarios/shop/chair.yaml': `# A comment\n\n${shopScenario({ id: 'chair', product: 'chair' })}`,
    'scenarios/shop/carpet.yaml': shopScenario({ id: 'carpet', product: 'carpet', mentions: RED }),
  });
  const session = commandSession(project);
  const ran = async () => {
    const { scenarios, partial } = await project.scorecard();
    return { ids: scenarios.map(({ scenario_id }) => scenario_id), partial };
  };
  // A time-out of Vitest's does no harm, and neither does an order of the command line.
  const named = await session.vitest(
    ['run', '-t', 'lamp', '--testTimeout=1', '--sequence.shuffle'],
    embedded,
  );
  expect(named.exitCode, named.output).toBe(0);
  expect(await ran()).toEqual({ ids: ['lamp'], partial: true });

  // Of Vitest's command line itself.
  const line = await project.vitest(['run', 'scenarios/shop/chair.yaml:3'], embedded);
  expect(line.exitCode, line.output).toBe(0);
  expect(await ran()).toEqual({ ids: ['chair'], partial: true });

  const retried = await session.vitest(['run', 'carpet', '--retry=1'], embedded);
  expect(retried.exitCode, retried.output).toBe(1);
  expect(await ran()).toEqual({ ids: ['carpet'], partial: true });
  expect((await project.trace('carpet')).attempt).toBe(2);
  expect(await project.runs()).toHaveLength(3);
});

test('--bail leaves scenarios that never started without a result; two runs in one second share no folder', async () => {
  const ids = ['one', 'two', 'three'];
  const project = await createProject({
    'vitest.config.ts': config('{ workers: 1 }'),
    ...shopCorpus(),
    ...Object.fromEntries(
      ids.map((id) => [`scenarios/shop/${id}.yaml`, shopScenario({ id, mentions: RED })]),
    ),
  });
  const runs = await Promise.all([
    project.vitest(['run', '--bail=1'], embedded),
    project.vitest(['run', '--bail=1', '--retry=0'], embedded),
  ]);
  for (const run of runs) expect(run.exitCode, run.output).toBe(1);
  const folders = await project.runs();
  expect(folders).toHaveLength(2);
  const scorecard = await project.scorecard();
  expect(scorecard.partial).toBe(true);
  expect(scorecard.summary).toMatchObject({ total_scenarios: 1, failed: 1 });
});

test('another pool is refused in one line', async () => {
  const project = await createProject({
    'vitest.config.ts': config(),
    'scenarios/shop/lamp.yaml': shopScenario({ id: 'lamp' }),
  });
  const run = await project.vitest(['run', '--pool=forks'], embedded);
  expect(run.exitCode, run.output).toBe(1);
  const said = run.stderr.split('\n').filter((line) => line.trim() !== '' && !line.includes('Startup Error'));
  expect(said).toEqual([expect.stringMatching(/^the project agent-eval .*--pool=forks can't do that\. /)]);
  expect(run.output).not.toMatch(/^\s+at /m);
});
