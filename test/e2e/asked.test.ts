/** Scenarios talk to an agent and may spend: they run when they are asked for. */
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { config, createProject } from '../support/project.ts';
import { scenarioYaml } from '../support/scenario.ts';

/** No agent is there: a run that was asked for ends red, at once. */
const live = {
  AGENT_EVAL_TARGET: 'http://127.0.0.1:9',
  AGENT_EVAL_MCP: 'http://127.0.0.1:9/mcp',
  AGENT_EVAL_JUDGE: 'rules',
};
const scenarios = {
  'scenarios/shop/lamp.yaml': scenarioYaml({ id: 'lamp' }),
  'scenarios/shop/broken.yaml': 'id: broken\nname: [\n',
};
/** As an editor does: one file, by name, without `start`. */
const EDITOR = `
import { createVitest } from 'vitest/node';
const vitest = await createVitest('test', { watch: false });
await vitest.standalone();
const all = await vitest.globTestSpecifications();
await vitest.runTestSpecifications(all.filter(({ moduleId }) => moduleId.endsWith('lamp.yaml')));
await vitest.close();
`;

test('fault 10: a plain vitest run is that of the other tests, and says how scenarios are run', async () => {
  const project = await createProject({
    'vitest.config.ts': config(),
    'own.test.ts': "import { test } from 'vitest';\ntest('own', () => {});\n",
    'editor.mjs': EDITOR,
    ...scenarios,
  });
  const [plain, named] = await Promise.all([
    project.vitest(['run'], live),
    project.vitest(['run', '-t', 'own|lamp', '--reporter=json'], live),
  ]);
  expect(plain.exitCode, plain.output).toBe(0);
  expect(plain.stdout).toMatch(/Test Files {2}1 passed \(1\)/);
  const said = plain.output.split('\n').filter((line) => line.startsWith('agent-eval'));
  expect(said).toEqual([
    expect.stringMatching(/^agent-eval {2}2 scenarios were skipped: .*--project agent-eval/),
  ]);
  expect(named.exitCode, named.output).toBe(0);
  expect(JSON.parse(named.stdout)).toMatchObject({ numTotalTests: 1, numPassedTests: 1 });
  expect(await project.runs()).toEqual([]);

  const [file, part, editor, listed] = await Promise.all([
    project.vitest(['run', 'scenarios/shop/lamp.yaml:1'], { ...live, AGENT_EVAL_RESULTS: 'file' }),
    project.vitest(['run', 'own', 'lamp'], { ...live, AGENT_EVAL_RESULTS: 'part' }),
    project.node(['editor.mjs'], { ...live, AGENT_EVAL_RESULTS: 'editor' }),
    project.vitest(['list', '--filesOnly'], live),
  ]);
  for (const [results, run] of Object.entries({ file, part, editor })) {
    expect((await project.scorecard(results)).summary, run.output).toMatchObject({
      total_scenarios: 1,
      infra_error: 1,
    });
    expect(run.output).not.toContain('were skipped');
  }
  expect(part.stdout).toMatch(/own\.test\.ts/);
  expect(listed.stdout).toContain('lamp.yaml');
});

test('fault 10: without other tests nothing was tested; always runs scenarios', async () => {
  const project = await createProject({ 'vitest.config.ts': config(), ...scenarios });
  const [plain, always] = await Promise.all([
    project.vitest(['run'], live),
    project.vitest(['run'], { ...live, AGENT_EVAL_ALWAYS: '1', AGENT_EVAL_RESULTS: 'always' }),
  ]);
  expect(plain.exitCode, plain.output).toBe(1);
  expect(plain.output).toContain('No test files found');
  expect(plain.output).toContain('2 scenarios were skipped');
  expect(await project.runs()).toEqual([]);
  expect(always.exitCode, always.output).toBe(1);
  expect((await project.scorecard('always')).summary).toMatchObject({ total_scenarios: 2, infra_error: 1 });
});

test('fault 2, fault 33: folders and files of any name run, each once, and a folder that is not there is told', async () => {
  const folders = ['more (v2)', '[old]', 'a{b,c}', '!bang', 'plain'];
  const project = await createProject({
    'vitest.config.ts': config(JSON.stringify({ scenarios: folders })),
    'misspelt.config.ts': config("{ scenarios: ['plain', 'pliain'] }"),
    'empty.config.ts': config("{ scenarios: ['plain', 'empty'] }"),
    'default.config.ts': config(),
    'empty/README.md': '',
    'own.test.ts': "import { test } from 'vitest';\ntest('own', () => {});\n",
    'plain/X.YAML': scenarioYaml({ id: 'x' }),
    ...Object.fromEntries(
      folders.map((folder, at) => [`${folder}/s${at}.yaml`, scenarioYaml({ id: `s${at}` })]),
    ),
  });
  await symlink('.', project.path('plain/loop'));
  const [listed, misspelt, empty, none] = await Promise.all([
    project.vitest(['list', '--filesOnly', '--json', '--project', 'agent-eval'], live),
    project.vitest(['run', '--config=misspelt.config.ts'], live),
    project.vitest(['run', '--config=empty.config.ts'], live),
    project.vitest(['run', '--config=default.config.ts'], live),
  ]);
  const files = z.array(z.object({ file: z.string() })).parse(JSON.parse(listed.stdout));
  expect(files.map(({ file }) => path.relative(project.folder, file)).toSorted()).toEqual(
    [...folders.map((folder, at) => `${folder}/s${at}.yaml`), 'plain/X.YAML'].toSorted(),
  );
  expect(misspelt.exitCode, misspelt.output).toBe(1);
  expect(misspelt.stderr).toMatch(
    /agentEval\(\{ scenarios \}\): there is no folder .*pliain\. Did you mean plain\?/,
  );
  expect(empty.exitCode, empty.output).toBe(1);
  expect(empty.stderr).toMatch(/agentEval\(\{ scenarios \}\): .*empty holds no scenario/);
  // A project that has no scenario yet: a word, and the other tests decide.
  expect(none.exitCode, none.output).toBe(0);
  expect(none.stderr).toContain('agent-eval  there is no scenario in scenarios');
});
