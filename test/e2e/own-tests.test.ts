import { expect, test } from 'vitest';
import { commandSession } from '../support/command-session.ts';
import { config, createProject } from '../support/project.ts';
import { embedded, shopCorpus, shopScenario } from '../support/shop.ts';

const shop = { ...shopCorpus(), 'scenarios/shop/lamp.yaml': shopScenario({ id: 'lamp' }) };
const ownTest = "test('own', () => { expect(globalThis.ready).toBe(true); });\n";
const setUp = 'globalThis.ready = true;\n';

test('a configuration without projects keeps its tests and their options; its name may be ours', async () => {
  const project = await createProject({
    'vitest.config.ts': config(
      '',
      "name: 'agent-eval', globals: true, setupFiles: ['./set-up.js'], include: ['checks/*.check.js']",
    ),
    'set-up.js': setUp,
    'checks/own.check.js': ownTest,
    ...shop,
  });
  const session = commandSession(project);
  const run = await session.vitest(['run', '--reporter=verbose'], embedded);
  expect(run.exitCode, run.output).toBe(0);
  expect(run.stdout).toMatch(/✓ \|tests\| checks\/own\.check\.js > own/);
  expect(run.stdout).toMatch(/✓ \|agent-eval\| scenarios\/shop\/lamp\.yaml.* > lamp/);
  expect(run.stdout).toMatch(/Tests {2}2 passed \(2\)/);
  // A run of the own tests alone is no run of ours.
  const own = await session.vitest(['run', '--project=tests'], embedded);
  expect(own.stdout, own.output).toMatch(/Tests {2}1 passed \(1\)/);
  expect(own.stdout).not.toContain('agent-eval  ');
  expect(await project.runs()).toHaveLength(1);
});

test('projects that extend the configuration, in another pool, run beside ours, which is there once', async () => {
  const unit =
    "{ extends: true, test: { name: 'unit', include: ['checks/*.check.js'], pool: 'forks', maxWorkers: 2 } }";
  const project = await createProject({
    'vitest.config.ts': config('', `globals: true, setupFiles: ['./set-up.js'], projects: [${unit}]`),
    'set-up.js': setUp,
    'checks/own.check.js': ownTest,
    ...shop,
  });
  const run = await project.vitest(['run'], embedded);
  expect(run.exitCode, run.output).toBe(0);
  expect(run.stdout).toMatch(/Tests {2}2 passed \(2\)/);
  expect(run.stdout.match(/^Scorecard /gm)).toHaveLength(1);
  expect(await project.runs()).toHaveLength(1);
});

test('agentEval() twice, and a setting that is wrong, are refused in words', async () => {
  const project = await createProject({
    'vitest.config.ts': config().replace('[agentEval()]', "[agentEval(), agentEval({ scenarios: 'more' })]"),
    ...shop,
  });
  const twice = await project.vitest(['run'], embedded);
  expect(twice.exitCode, twice.output).toBe(1);
  expect(twice.stderr).toMatch(/agentEval\(\) stands more than once .* takes a list of folders\./);
  expect(twice.output).not.toMatch(/^\s+at /m);
  await project.write({ 'vitest.config.ts': config('{ judge: "coin" }') });
  const wrong = await project.vitest(['run'], embedded);
  expect(wrong.exitCode, wrong.output).toBe(1);
  expect(wrong.stderr).toMatch(/agentEval\(\{ judge \}\): /);
  expect(wrong.output).not.toMatch(/^\s+at /m);
});

test('fault 3: agentEval() in a project of its own is refused, with what to write instead', async () => {
  const inline = "projects: [{ plugins: [agentEval()], test: { name: 'inline' } }]";
  const withProjects = (projects: string) =>
    config('', projects).replace('plugins: [agentEval()], test', 'test');
  const project = await createProject({
    'vitest.config.ts': withProjects("projects: ['packages/*']"),
    'inline.config.ts': withProjects(inline),
    'both.config.ts': config('', "projects: ['packages/*']"),
    'packages/shop/package.json': '{ "name": "shop", "type": "module" }',
    'packages/shop/vitest.config.ts': config(),
    'packages/shop/own.test.ts': "import { test } from 'vitest';\ntest('own', () => {});\n",
    'packages/shop/scenarios/lamp.yaml': shopScenario({ id: 'lamp' }),
    ...shop,
  });
  const runs = await Promise.all(
    ['vitest.config.ts', 'inline.config.ts', 'both.config.ts'].map((file) =>
      project.vitest(['run', `--config=${file}`], embedded),
    ),
  );
  const folders = ['packages/shop/scenarios', 'scenarios', 'packages/shop/scenarios'];
  for (const [index, run] of runs.entries()) {
    expect(run.exitCode, run.output).toBe(1);
    expect(run.stderr).toContain(`root configuration: agentEval({ scenarios: ['${folders[index]}'] })`);
    expect(run.output).not.toMatch(/^\s+at /m);
  }
});
