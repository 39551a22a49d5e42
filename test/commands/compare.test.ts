import { symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/results/cells/cell-schema.ts';
import { aCell, planFor } from '../support/cells.ts';
import { commandFolder } from '../support/command.ts';
import { card, gaiaCard } from '../support/scorecards.ts';

const before = card([{ id: 'a' }, { id: 'b', status: 'FAIL' }], { runId: 'run_1' });
const worse = card(
  [
    { id: 'a', status: 'FAIL', elapsed_s: 40 },
    { id: 'b', status: 'FAIL' },
  ],
  { runId: 'run_2' },
);

const SAYS_NO = 'agent-eval  exit code 1: something got worse, or it cannot be told\n';

test('fault 41: two run folders, by id: what got worse is named, in every list it is in, and the exit code is 1', async () => {
  const here = await commandFolder({
    'results/run_1/scorecard.json': before,
    'results/run_2/scorecard.json': worse,
  });
  const { code, out, err } = await here.run('compare', 'run_1', 'run_2');
  expect(err).toBe(SAYS_NO);
  expect(code).toBe(1);
  expect(out).toContain('Regressed (1)\n  a  PASS 8.00 → FAIL 4.00 (−4.00), 10.0 s → 40.0 s');
  expect(out).toContain('More than twice as slow (1)\n  a ');
  expect(out).toMatch(/regression +FAIL +1 passed before and do not now: a \(against run_1\)/);
});

test('the other way round it is an improvement, and 0', async () => {
  const here = await commandFolder({ 'old.json': worse, 'new/scorecard.json': before });
  const { code, out } = await here.run('compare', 'old.json', 'new');
  expect(code).toBe(0);
  expect(out).toContain('Improved (1)');
});

test('a run alone is compared with the baseline of its target and judge, found by itself', async () => {
  const here = await commandFolder({
    'baselines/localhost-4200-anthropic.json': before,
    'results/run_2/scorecard.json': worse,
  });
  await symlink('run_2', here.path('results/latest'), 'dir');
  for (const words of [['compare'], ['compare', 'latest'], ['compare', 'run_2']]) {
    const { code, out } = await here.run(...words);
    expect([code, out.includes('Regressed (1)')]).toEqual([1, true]);
  }
});

test("the baseline where AMD GAIA's runner saves it is found too", async () => {
  const here = await commandFolder({
    'results/baseline.json': gaiaCard([{ id: 'a' }]),
    'results/run_2/scorecard.json': gaiaCard([{ id: 'a', status: 'FAIL', score: 3 }]),
  });
  expect((await here.run('compare', 'run_2')).out).toContain('Regressed (1)');
});

test('--json and --markdown', async () => {
  const here = await commandFolder({ 'a.json': before, 'b.json': worse });
  const { out } = await here.run('compare', 'a.json', 'b.json', '--json');
  expect(JSON.parse(out)).toMatchObject({
    lists: { regressed: [{ scenario_id: 'a' }], slower: [{ scenario_id: 'a' }] },
    gates: [{ gate: 'regression', outcome: 'fail', scenarios: ['a'] }],
  });
  const markdown = await here.run('compare', 'a.json', 'b.json', '--markdown');
  expect(markdown.out).toContain('### Regressed (1)\n- **a** PASS 8.00 → FAIL 4.00');
  expect(markdown.out).toContain('<details><summary>More than twice as slow (1)</summary>');
  expect((await here.run('compare', 'a.json', 'b.json', '--json', '--markdown')).code).toBe(2);
});

test('text of others cannot add markup or lines to the comment', async () => {
  const id = '<img src=x>|`a`\n# heading';
  const here = await commandFolder({ 'a.json': card([{ id }]), 'b.json': card([{ id, status: 'FAIL' }]) });
  const { out } = await here.run('compare', 'a.json', 'b.json', '--markdown');
  expect(out).not.toMatch(/(?<!\\)<img/);
  expect(out).not.toMatch(/^# heading/m);
});

const other = { judge: { name: 'rules', fingerprint: '9' } };

test.each([
  ['another judge', [{ id: 'a', ...other }], {}, /judge: the judge, its prompts or its rules differ/],
  ['an empty run', [], {}, /this run holds no scenario/],
  ['all skipped', [{ id: 'a', status: 'SKIPPED_NO_DOCUMENT' }], { only: true }, /no verdict now: a/],
  ['all infrastructure', [{ id: 'a', status: 'INFRA_ERROR' }], { only: true }, /no verdict now: a/],
  ['a partial run', [{ id: 'a' }], { partial: true }, /partial: this run had only a part/],
  ['a vanished critical scenario', [{ id: 'b' }], { twoBefore: true }, /1 vanished: a/],
  ['a score that is no number', [{ id: 'a', score: null }], { only: true }, /no verdict now: a/],
] as const)(
  '%s: 1, and it says so',
  async (
    _,
    rows,
    { partial = false, twoBefore = false }: object & { partial?: boolean; twoBefore?: boolean },
    says,
  ) => {
    const base = [{ id: 'a', severity: 'critical' }, ...(twoBefore ? [{ id: 'b' }] : [])];
    const here = await commandFolder({ 'a.json': card(base), 'b.json': card(rows, { partial }) });
    const { code, out } = await here.run('compare', 'a.json', 'b.json');
    expect(code).toBe(1);
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(says);
  },
);

const whole = JSON.stringify(before);

test('fault 19: NaN in the file is a missing score, which is no verdict: the rest is compared, and the gate says no', async () => {
  const text = whole
    .replace('"overall_score":8', '"overall_score":NaN')
    .replace(/"avg_score":[\d.]+/, '"avg_score":NaN');
  const here = await commandFolder({ 'a.json': text, 'b.json': worse });
  const { code, out, err } = await here.run('compare', 'a.json', 'b.json');
  expect([code, err]).toEqual([1, SAYS_NO]);
  expect(out).toContain('the baseline has PASS without a score, which is no verdict: a');
});

test.each([
  ['a truncated file', whole.slice(0, -40), /a\.json is not JSON: it is cut short/],
  ['an empty file', '', /a\.json is not JSON: it is empty/],
  ['no scorecard', '{"hello": 1}', /a\.json has not the format/],
])('%s: 2, and it says which and what to do', async (_, text, says) => {
  const here = await commandFolder({ 'a.json': text, 'b.json': worse });
  const { code, err, out } = await here.run('compare', 'a.json', 'b.json');
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(says);
  expect(err).toContain('agent-eval baseline save');
});

test('no baseline: 2, and the places that were looked at', async () => {
  const here = await commandFolder({ 'b.json': worse });
  const { code, err } = await here.run('compare', 'b.json');
  expect(code).toBe(2);
  expect(err).toContain('baselines/localhost-4200-anthropic.json');
});

test('a difference allowed by name', async () => {
  const here = await commandFolder({
    'a.json': before,
    'b.json': card([
      { id: 'a', ...other },
      { id: 'b', status: 'FAIL', ...other },
    ]),
  });
  expect((await here.run('compare', 'a.json', 'b.json')).code).toBe(1);
  const allowed = await here.run('compare', 'a.json', 'b.json', '--allow', 'judge');
  expect(allowed.code).toBe(0);
  expect(allowed.out).toContain('judge (allowed)');
  expect((await here.run('compare', 'a.json', 'b.json', '--allow', 'everything')).code).toBe(2);
});

test('the words of the old benchmark: --compare with paths runs nothing', async () => {
  const here = await commandFolder({ 'a.json': before, 'b.json': worse });
  const { code, out } = await here.run('run', '--compare', 'a.json', 'b.json');
  expect(code).toBe(1);
  expect(out).toContain('Regressed (1)');
});

describe('runs of an experiment', () => {
  const cells = (passes: number): Cell[] =>
    Array.from({ length: 30 }, (_, index) => aCell({ id: `d${index}#q`, passed: [index < passes] }));
  const filesOf = (run: string, passes: number) => ({
    [`results/experiments/qa/${run}/plan.json`]: { isPartial: false, plan: planFor(cells(passes)) },
    ...Object.fromEntries(
      cells(passes).map((cell, index) => [`results/experiments/qa/${run}/cells/a/${index}.json`, cell]),
    ),
  });

  test('two are compared variant by variant; a worse one is exit code 1', async () => {
    const here = await commandFolder({ ...filesOf('run_1', 28), ...filesOf('run_2', 8) });
    await symlink('run_2', here.path('results/experiments/qa/latest'), 'dir');
    const { code, out, err } = await here.run('compare', 'results/experiments/qa/run_1', 'qa');
    expect(out).toMatch(/^run_2 against run_1\na\/plain: worse: −66\.7 points \(.*30 cases\)\n$/);
    expect([code, err]).toEqual([1, SAYS_NO]);
    const back = await here.run('compare', 'qa/run_2', 'qa/run_1', '--json');
    expect(back.code).toBe(0);
    expect(JSON.parse(back.out)).toMatchObject({ holds: true, measure: 'pass', earlier: 'run_2' });
    expect((await here.run('compare', 'qa/run_2', 'qa/run_1', '--markdown')).out).toContain('### run_1');
  });

  test.each<[string[], RegExp]>([
    [['qa/run_1'], /has no saved baseline: name two runs/],
    [['qa/run_1', 'qa/run_9'], /There is no run qa\/run_9 of an experiment/],
    [['qa/run_1', 'qa/run_1', '--allow', 'judge'], /--allow is for runs of scenarios/],
    [['old.json', 'results/experiments/qa/run_1'], /where one of scenarios is needed.*agent-eval report/],
  ])('%j is refused', async (words, message) => {
    const here = await commandFolder({ 'old.json': before, ...filesOf('run_1', 20) });
    const { code, err } = await here.run('compare', ...words);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});
