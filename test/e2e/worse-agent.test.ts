/** The question the baseline answers, asked for real: a changed agent, and is it worse? */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { config, createProject, type Project } from '../support/project.ts';
import { shopCorpus, shopScenario } from '../support/shop.ts';

const CHUNKS = 'node_modules/vitest-agent-eval/dist/src/documents/search/chunks.js';
const held = ['run', '--target', 'embedded', '--fail-on', 'regression'];

/** Questions about two price lists, and an agent whose files may be changed. */
async function agentToChange(): Promise<Project> {
  const project = await createProject({
    'vitest.config.ts': config(),
    ...shopCorpus(),
    'scenarios/lamp.yaml': shopScenario({ id: 'lamp' }),
    'scenarios/chair.yaml': shopScenario({ id: 'chair', product: 'chair', severity: 'critical' }),
    'scenarios/carpet.yaml': shopScenario({ id: 'carpet', product: 'carpet' }),
  });
  const own = project.path('node_modules/vitest-agent-eval');
  await rm(own);
  await cp(inject('builtPackage'), own, { recursive: true });
  return project;
}

async function change(project: Project, from: string, to: string): Promise<void> {
  const file = project.path(CHUNKS);
  const text = await readFile(file, 'utf8');
  expect(text.split(from)).toHaveLength(2);
  await writeFile(file, text.replace(from, to));
}

test('worse chunking is a regression that is named; a harmless change names none', async () => {
  const project = await agentToChange();
  const saved = await project.agentEval([
    'run',
    '--target',
    'embedded',
    '--fail-on',
    'none',
    '--save-baseline',
  ]);
  expect(saved.exitCode, saved.output).toBe(0);
  expect(saved.stdout).toContain('(3 of 3 passed) as baselines/embedded-rules.json');

  await change(project, 'LIMIT_CHARS = 900', 'LIMIT_CHARS = 901');
  const harmless = await project.agentEval(held);
  expect(harmless.exitCode, harmless.output).toBe(0);
  expect(harmless.stdout).toContain('holds: the result equals the baseline baselines/embedded-rules.json');
  expect(harmless.stdout).not.toContain('Regressed');

  // A chunk forgets all but its first passage.
  await change(project, 'open.passages.push(passage);', '{}');
  const worse = await project.agentEval(held);
  expect(worse.exitCode, worse.output).toBe(1);
  expect(worse.stdout).toMatch(/^Regressed \(1\)$/m);
  expect(worse.stdout).toMatch(/^ {2}chair +critical, PASS [\d.]+ → FAIL/m);
  expect(worse.stdout).toMatch(/does not hold: regression fail, 1 passed before and do not now: .*chair/);
});
