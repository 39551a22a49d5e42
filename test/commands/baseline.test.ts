import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compareScorecards, isUneventful } from '../../src/results/compare/compare.ts';
import { scorecardSchema } from '../../src/results/store/scorecard.ts';
import { commandFolder } from '../support/command.ts';
import { card, type RowInput } from '../support/scorecards.ts';

test('save, show, path', async () => {
  const run = card([
    { id: 'a', turns: [{ turn: 1, agent_response: 'a long answer' }] },
    { id: 'b', status: 'FAIL' },
  ]);
  const here = await commandFolder({ 'results/run_1/scorecard.json': run });
  const saved = await here.run('baseline', 'save', 'run_1');
  expect(saved).toMatchObject({ code: 0, err: '' });
  const file = 'baselines/localhost-4200-llm.json';
  expect(saved.out).toBe(`Saved run_20260301_120000 (1 of 2 passed) as ${file}\n`);
  expect((await here.run('baseline', 'path', 'run_1')).out).toBe(`${file}\n`);
  expect((await here.run('baseline', 'path')).out).toBe(`${file}\n`);
  expect((await here.run('baseline', 'show')).out).toContain('Passed 1 of 2 judged');

  const text = await readFile(here.path(file), 'utf8');
  expect(text).not.toContain('a long answer');
  const baseline = scorecardSchema.parse(JSON.parse(text));
  expect(isUneventful(compareScorecards(baseline, run))).toBe(true);
  expect(isUneventful(compareScorecards(run, baseline))).toBe(true);
});

test('a baseline that was saved under the former name of the judge is still found', async () => {
  const run = card([{ id: 'a' }]);
  const here = await commandFolder({
    'results/run_1/scorecard.json': run,
    'baselines/localhost-4200-anthropic.json': run,
  });
  expect(await here.run('compare', 'run_1')).toMatchObject({ code: 0, err: '' });
  await here.run('baseline', 'save', 'run_1');
  expect((await here.run('baseline', 'show')).out).toContain('baselines/localhost-4200-llm.json');
});

test('target and judge of the environment have a file of their own', async () => {
  const here = await commandFolder({
    'embedded.json': card([{ id: 'a' }], { config: { target: 'embedded', judge: 'rules' } }),
  });
  expect((await here.run('baseline', 'path', 'embedded.json')).out).toBe('baselines/embedded-rules.json\n');
  expect((await here.run('baseline', 'path', '--baseline', 'mine.json')).out).toBe('mine.json\n');
});

test.each<[string, readonly RowInput[], boolean, string, RegExp]>([
  ['a partial run', [{ id: 'a' }], true, 'partial', /Only a part of the scenarios was run/],
  [
    'infrastructure failures',
    [{ id: 'a' }, { id: 'b', status: 'TIMEOUT' }],
    false,
    'infra',
    /without a verdict: b/,
  ],
])('%s is refused unless allowed by name', async (_, rows, partial, name, says) => {
  const here = await commandFolder({ 'run.json': card(rows, { partial }) });
  const refused = await here.run('baseline', 'save', 'run.json');
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(says);
  expect((await here.run('baseline', 'show', 'run.json')).code).toBe(2);
  expect((await here.run('baseline', 'save', 'run.json', '--allow', name)).code).toBe(0);
});

test.each<[string, readonly RowInput[], RegExp]>([
  ['an empty run', [], /holds no scenario/],
  ['all skipped', [{ id: 'a', status: 'SKIPPED_NO_DOCUMENT' }], /No scenario was judged/],
  ['two results of one scenario', [{ id: 'a' }, { id: 'a' }], /More than one result: a/],
])('%s never becomes one', async (_, rows, says) => {
  const here = await commandFolder({ 'run.json': card(rows) });
  const { code, err } = await here.run('baseline', 'save', 'run.json', '--allow', 'partial,infra');
  expect(code).toBe(1);
  expect(err).toMatch(says);
});
