import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandSession } from '../support/command-session.ts';
import { config, createProject } from '../support/project.ts';
import { installTarball } from '../support/tarball.ts';

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
