/** Green means that something was evaluated: what was asked for and could not be is red, and says why. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commandSession } from '../support/command-session.ts';
import { config, createProject } from '../support/project.ts';
import { embedded, shopCorpus, shopScenario } from '../support/shop.ts';

const project = (files: Readonly<Record<string, string>>, options = '') =>
  createProject({ 'vitest.config.ts': config(options), ...shopCorpus(), ...files });

const lamp = shopScenario({ id: 'lamp' });
const reading = (id: string, file: string) =>
  shopScenario({ id, setup: { index_documents: [{ path: file }] } });

test('fault 1: a document that is not there is red, unless its manifest calls it optional', async () => {
  const shop = await project({
    'scenarios/shop/lamp.yaml': lamp,
    'scenarios/shop/lost.yaml': shopScenario({ id: 'lost', document: 'lost' }),
    'scenarios/shop/misspelt.yaml': reading('misspelt', 'documents/prises.md'),
    'scenarios/shop/elsewhere.yaml': shopScenario({ id: 'elsewhere', document: 'elsewhere' }),
  });
  const session = commandSession(shop);
  const run = await session.vitest(['run'], embedded);
  const optional = await session.vitest(['run', 'lamp', 'elsewhere'], {
    ...embedded,
    AGENT_EVAL_RESULTS: 'optional',
  });
  const lost = await session.run(['run', '--target=embedded', '--scenario=lost', '--results=lost']);
  expect(run.exitCode, run.output).toBe(1);
  expect(run.stdout).toMatch(/Tests {2}2 failed \| 1 passed \| 1 skipped \(4\)/);
  const { scenarios } = await shop.scorecard();
  expect(scenarios.map(({ scenario_id, status, error }) => [scenario_id, status, error])).toEqual([
    [
      'elsewhere',
      'SKIPPED_NO_DOCUMENT',
      'not on disk: documents/elsewhere.md (optional; to be had from: https://example.org/elsewhere)',
    ],
    ['lamp', 'PASS', undefined],
    ['lost', 'SKIPPED_NO_DOCUMENT', 'not on disk: documents/lost.md'],
    ['misspelt', 'SETUP_ERROR', expect.stringMatching(/in no manifest .*documents\/prises\.md/)],
  ]);
  // Each is named on the terminal.
  expect(run.output).toMatch(/SKIPPED_NO_DOCUMENT: not on disk: documents\/lost\.md/);
  expect(run.output).toMatch(/^Skipped\nelsewhere not on disk: [^]*?example\.org/m);

  expect(optional.exitCode, optional.output).toBe(0);
  expect(lost.exitCode, lost.output).toBe(1);
});

test('fault 1, fault 7: a run in which nothing was judged is red, also when a filter leaves nothing', async () => {
  const shop = await project({
    'own.test.ts': "import { test } from 'vitest';\ntest('own', () => {});\n",
    'scenarios/shop/elsewhere.yaml': shopScenario({ id: 'elsewhere', document: 'elsewhere' }),
    'scenarios/shop/unfinished.yaml': shopScenario({
      id: 'unfinished',
      turns: [{ turn: 1, user_message: 'Hello', todo: 'Say what a right answer is' }],
    }),
  });
  const session = commandSession(shop);
  const vitest = (...words: string[]) => session.vitest(['run', ...words], embedded);
  const skipped = await session.vitest(['run', '--project', 'agent-eval'], {
    ...embedded,
    AGENT_EVAL_RESULTS: 'skipped',
  });
  const todo = await vitest('-t', 'unfinished');
  const nothing = await vitest('-t', 'nosuch');
  const may = await vitest('-t', 'nosuch', '--passWithNoTests');
  const own = await vitest('-t', 'own');
  expect(skipped.exitCode, skipped.output).toBe(1);
  expect(skipped.output).toContain('agent-eval  nothing was judged');
  expect((await shop.scorecard('skipped')).summary).toMatchObject({ total_scenarios: 1, skipped: 1 });
  expect(todo.exitCode, todo.output).toBe(1);
  expect(nothing.exitCode, nothing.output).toBe(1);
  expect(nothing.output).toContain('agent-eval  nothing was run: no scenario is left by these filters');
  expect(may.exitCode, may.output).toBe(0);
  // Somebody else's test is no business of ours.
  expect(own.exitCode, own.output).toBe(0);
  // What nobody took part in leaves no folder.
  expect(await shop.runs()).toEqual([]);
});

test('fault 4: an edited manifest counts, although Vitest keeps modules from one run to the next', async () => {
  const shop = await createProject({
    'vitest.config.ts': config('', 'experimental: { fsModuleCache: true }'),
    ...shopCorpus(),
    'scenarios/shop/lamp.yaml': lamp,
  });
  const before = await shop.vitest(['run'], embedded);
  expect(before.exitCode, before.output).toBe(0);
  const manifest = shopCorpus()['corpus/manifest.json'] ?? '';
  await shop.write({ 'corpus/manifest.json': manifest.replaceAll('42 euros', '49 euros') });
  const after = await shop.vitest(['run'], embedded);
  expect(after.exitCode, after.output).toBe(1);
  expect((await shop.scorecard()).scenarios).toMatchObject([{ scenario_id: 'lamp', status: 'FAIL' }]);
});

test('fault 5, fault 6: a broken file and a deleted scenario hold no gate', async () => {
  const shop = await project({
    'scenarios/shop/lamp.yaml': lamp,
    'scenarios/shop/chair.yaml': shopScenario({ id: 'chair', product: 'chair' }),
    'scenarios/other/carpet.yaml': shopScenario({ id: 'carpet', product: 'carpet', category: 'other' }),
  });
  const session = commandSession(shop);
  const run = (...more: string[]) => session.run(['run', '--target', 'embedded', ...more]);
  const part = ['--category', 'rag_quality', '--allow', 'partial', '--fail-on'];
  const saved = await run(...part, 'none', '--save-baseline');
  expect(saved.exitCode, saved.output).toBe(0);
  const same = await run(...part, 'regression');
  expect(same.exitCode, same.output).toBe(0);

  await rm(shop.path('scenarios/shop/chair.yaml'));
  await shop.write({ 'scenarios/shop/broken.yaml': 'id: broken\nname: [\n' });
  const deleted = await run('--scenario', 'lamp', '--allow', 'partial', '--fail-on', 'regression');
  expect(deleted.exitCode, deleted.output).toBe(1);
  expect(deleted.output).toMatch(/1 vanished: chair/);
  const rate = await run('--fail-on', 'pass-rate=1', '--results', 'rate');
  expect(rate.exitCode, rate.output).toBe(1);
  expect(rate.output).toMatch(/pass-rate cannot tell, .*1 ended without a verdict .*: broken/);
  const dry = await run('--dry-run');
  expect(dry.exitCode, dry.output).toBe(1);
});
