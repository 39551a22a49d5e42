import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { commandSession } from '../support/command-session.ts';
import { config, createProject, type Project } from '../support/project.ts';
import { embedded, shopCorpus, shopScenario } from '../support/shop.ts';

const execute = promisify(execFile);

/** The tarball that would be published, unpacked where npm puts it. */
async function installTarball(project: Project): Promise<readonly string[]> {
  const installed = project.path('node_modules/vitest-agent-eval');
  await rm(installed, { recursive: true });
  await mkdir(installed);
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', project.folder];
  const { stdout } = await execute('npm', args, { cwd: inject('builtPackage') });
  await execute('tar', ['-xzf', project.path(stdout.trim()), '-C', installed, '--strip-components=1']);
  return readdir(installed);
}

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

test('the published package holds the benchmark, and puts it into a project that can run it', async () => {
  const project = await createProject({ 'vitest.config.ts': config() });
  await installTarball(project);
  const session = commandSession(project);
  const first = await session.run(['init', '--benchmark']);
  expect(first.exitCode, first.output).toBe(0);
  expect(first.stdout).toContain('npx agent-eval run --target embedded');
  const names = await readdir(project.folder, { recursive: true });
  expect(names).toContain(path.join('corpus', 'build', 'generators.mjs'));
  expect(names.filter((name) => /large_report\.md$|\.pdf$|\.xlsx$/.test(name))).toEqual([]);

  // A document that is generated is written by the run.
  const run = await session.run([
    'run',
    '--target=embedded',
    '--scenario=company_financials_xlsx',
    '--scenario=simple_factual_rag',
    '--fail-on=none',
  ]);
  expect(run.exitCode, run.output).toBe(0);
  const { scenarios } = await project.scorecard();
  expect(scenarios.map(({ status }) => status)).not.toContain('SKIPPED_NO_DOCUMENT');
  expect(scenarios).toHaveLength(2);
});
