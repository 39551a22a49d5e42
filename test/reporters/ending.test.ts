import { mkdtemp, rm, writeFile, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endingLine, endingText, endRun, endsBadly } from '../../reporters/ending.ts';
import { writeJobSummary } from '../../reporters/job-summary.ts';
import { missingShards, missingShardsWarning } from '../../reporters/shards.ts';
import { parseGates } from '../../src/gate-settings.ts';
import type { Scorecard } from '../../src/results/store/scorecard.ts';
import { card } from '../support/scorecards.ts';

async function folder(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'agent-eval-ending-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

async function end(
  scorecard: Scorecard,
  baseline: Scorecard | string | null,
  isShard = false,
  gates = 'regression',
) {
  const root = await folder();
  await mkdir(path.join(root, 'baselines'));
  const file = path.join(root, 'baselines/localhost-4200-anthropic.json');
  if (baseline !== null) {
    await writeFile(file, typeof baseline === 'string' ? baseline : JSON.stringify(baseline));
  }
  const settings = { gates: parseGates(gates), allow: [], results: 'results' };
  const ending = await endRun(scorecard, { settings, root, isShard, refused: null });
  return { ending, line: endingLine(ending, root), text: endingText(ending, 200) };
}

const same = card([{ id: 'a' }, { id: 'b', status: 'FAIL' }, { id: 'c', status: 'FAIL' }]);

test('equal to the baseline: one line says so, although scenarios fail', async () => {
  const { ending, line, text } = await end(same, same);
  expect(endsBadly(ending)).toBe(false);
  expect(line).toBe(
    'holds: the result equals the baseline baselines/localhost-4200-anthropic.json: 1 of 3 scenarios pass, 2 do not, as there',
  );
  expect(text).toMatch(/^Gates\n/);
  expect(ending.scorecard.gates).toMatchObject([{ gate: 'regression', outcome: 'pass' }]);
});

test('better than the baseline holds, and says how to keep it', async () => {
  const { line, text } = await end(card([{ id: 'a' }, { id: 'b' }, { id: 'c', status: 'FAIL' }]), same);
  expect(line).toMatch(
    /^holds: 2 of 3 scenarios pass, 1 more than in the baseline .*agent-eval baseline save$/,
  );
  expect(text).toContain('Improved (1)');
});

test.each([
  [
    'a regression',
    card([{ id: 'a', status: 'FAIL' }, { id: 'b' }, { id: 'c' }]),
    same,
    /regression fail, 1 passed before and do not now: a/,
  ],
  ['no baseline', same, null, /regression cannot tell, there is no baseline at/],
  [
    'a truncated baseline',
    same,
    JSON.stringify(same).slice(0, -9),
    /cannot tell, .*it is cut short.*agent-eval baseline save/,
  ],
  ['NaN for a name in the baseline', same, '{"run_id": NaN}', /cannot tell, .*run_id/],
  ['an empty run', card([]), same, /vanished: a, b, c/],
])('%s does not hold, and the line says why', async (_, scorecard, baseline, says) => {
  const { ending, line } = await end(scorecard, baseline);
  expect(endsBadly(ending)).toBe(true);
  expect(line).toMatch(/^does not hold: /);
  expect(line).toMatch(says);
});

test('the average alone is held against a baseline’s dimensions, and shows no comparison', async () => {
  const only = card([{ id: 'a', declared: ['correctness'], judged_weight: 0.25 }]);
  const other = await end(only, card([{ id: 'a' }]), false, 'average=6');
  expect(other.line).toMatch(/^does not hold: average cannot tell, the judged dimensions differ/);
  expect(other.ending.decision?.comparison).toBeNull();
  expect((await end(only, only, false, 'average=6')).line).toBe(
    'holds: 1 of 1 scenarios pass, every gate passes',
  );
  expect((await end(only, null, false, 'average=6')).line).toMatch(/^holds/);
});

test('a shard is held to nothing yet', async () => {
  const { ending, line, text } = await end(same, null, true);
  expect(endsBadly(ending)).toBe(false);
  expect([line, text]).toEqual(['', 'The gates wait until all shards are merged.']);
});

const shard = (index: number, count = 3) => ({ index, count });

test.each([
  [[shard(1), shard(2), shard(3)], []],
  [[shard(3), shard(1), shard(1)], [2]],
  [[shard(2)], [1, 3]],
  [[null, shard(1, 1)], []],
  [[null], []],
  [[], []],
])('%j lacks %j', (seen, missing) => {
  expect(missingShards(seen)).toEqual(missing);
  expect(missingShardsWarning(seen) === null).toBe(missing.length === 0);
});

test("a job's page is appended to; without one nothing happens, and one that cannot be written is told", async () => {
  const file = path.join(await folder(), 'summary.md');
  await writeFile(file, 'before\n');
  expect(await writeJobSummary(['one', '', 'two'], { GITHUB_STEP_SUMMARY: file })).toBeNull();
  expect(await readFile(file, 'utf8')).toBe('before\n\none\ntwo\n');
  expect(await writeJobSummary(['one'], {})).toBeNull();
  expect(await writeJobSummary(['one'], { GITHUB_STEP_SUMMARY: path.dirname(file) })).toContain('EISDIR');
});
