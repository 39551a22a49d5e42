import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandSession } from '../support/command-session.ts';
import { config, createProject } from '../support/project.ts';
import { embedded, shopCorpus, shopScenario } from '../support/shop.ts';
import { installTarball } from '../support/tarball.ts';

test('in a repository that is not ours, the published package runs its own scenarios on its own documents', async () => {
  const project = await createProject({
    'vitest.config.ts': config(
      "{ scenarios: ['evals/shop', 'evals/more'], corpus: 'papers', results: 'out' }",
    ),
    ...shopCorpus('papers'),
    'evals/shop/green.yaml': shopScenario({ id: 'green' }),
    'evals/more/deep/red.yml': shopScenario({ id: 'red', product: 'chair', mentions: '1 euro' }),
    'evals/more/skipped.yaml': shopScenario({ id: 'skipped', document: 'elsewhere' }),
    'scenarios/elsewhere.yaml': 'no scenario of this run\n',
  });
  expect((await installTarball(project)).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'corpus',
    'dist',
    'experiment.schema.json',
    'package.json',
    'scenario.schema.json',
    'scenarios',
  ]);
  const session = commandSession(project);
  const all = await session.vitest(['run', '--reporter=verbose'], embedded);
  expect(all.exitCode, all.output).toBe(1);
  expect(all.stdout).toMatch(/Tests {2}1 failed \| 1 passed \| 1 skipped \(3\)/);
  expect(all.stdout).toMatch(/↓ .*evals\/more\/skipped\.yaml:1\b.* > skipped .*elsewhere\.md/);
  const { scenarios, config: measured } = await project.scorecard('out');
  expect(scenarios.map(({ scenario_id, status, file }) => [scenario_id, status, file])).toEqual([
    ['green', 'PASS', 'evals/shop/green.yaml'],
    ['red', 'FAIL', 'evals/more/deep/red.yml'],
    ['skipped', 'SKIPPED_NO_DOCUMENT', 'evals/more/skipped.yaml'],
  ]);
  expect(measured).toMatchObject({ target: 'embedded', judge: 'rules' });
  expect(await readdir(project.path(path.join('out', 'latest')))).toContain('summary.md');

  const green = await session.vitest(['run', 'evals/shop'], embedded);
  expect(green.exitCode, green.output).toBe(0);
});
