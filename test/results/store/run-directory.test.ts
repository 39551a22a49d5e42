import { existsSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createRunDirectory,
  latestRun,
  openRunDirectory,
  pointLatest,
  readProgress,
  readScorecard,
} from '../../../src/results/store/run-directory.ts';
import { runIdAt } from '../../../src/results/store/run-id.ts';
import { buildScorecard, type Scorecard } from '../../../src/results/store/scorecard.ts';
import { aResult, CONFIG } from '../../support/results.ts';

const NOW = new Date('2026-03-01T09:08:07.654Z');

let results = '';
beforeEach(async () => {
  results = join(await mkdtemp(join(tmpdir(), 'agent-eval-')), 'results');
});
afterEach(async () => {
  await rm(join(results, '..'), { recursive: true, force: true });
});

function cardOf(runId: string, partial = false): Scorecard {
  return buildScorecard([aResult({ run_id: runId })], CONFIG, { runId, timestamp: NOW, partial });
}

const refuseLinks = async (): Promise<void> => {
  throw Object.assign(new Error('EPERM: operation not permitted, symlink'), { code: 'EPERM' });
};

test('a run is named after its second, in UTC', () => {
  expect(runIdAt(NOW)).toBe('run_20260301_090807');
});

test('runs of one second never share a folder', async () => {
  const runs = await Promise.all(
    Array.from({ length: 30 }, async () => await createRunDirectory(results, NOW)),
  );
  const ids = new Set(runs.map((run) => run.runId));
  expect(ids.size).toBe(30);
  expect(ids).toContain('run_20260301_090807');
  expect(ids).toContain('run_20260301_090807_30');
  expect(new Set(await readdir(results))).toEqual(ids);
});

test('progress is on disk after each scenario, and gone when the run has finished', async () => {
  const run = await createRunDirectory(results, NOW);
  expect(await readProgress(run.path)).toBeNull();
  await run.record('a', 'PASS');
  await Promise.all([run.record('b', 'FAIL'), run.record('c', 'TIMEOUT'), run.record('b', 'PASS')]);
  expect(await readProgress(run.path)).toEqual({ a: 'PASS', b: 'PASS', c: 'TIMEOUT' });
  await run.finish(cardOf(run.runId), '# Summary\n');
  expect((await readdir(run.path)).toSorted()).toEqual(['scorecard.json', 'summary.md']);
  expect(await readFile(join(run.path, 'summary.md'), 'utf8')).toBe('# Summary\n');
  expect((await readScorecard(join(run.path, 'scorecard.json'))).run_id).toBe(run.runId);
});

test('a progress that could not be written does not stop the next one', async () => {
  const run = await createRunDirectory(results, NOW);
  const away = `${run.path}-away`;
  await rename(run.path, away);
  await expect(run.record('a', 'PASS')).rejects.toThrow(/Could not write/);
  await rename(away, run.path);
  await run.record('b', 'PASS');
  expect(await readProgress(run.path)).toEqual({ a: 'PASS', b: 'PASS' });
});

test('progress that is garbage is refused by name', async () => {
  const run = await createRunDirectory(results, NOW);
  await writeFile(join(run.path, '.progress.json'), '{"a":"MAYBE"}');
  await expect(readProgress(run.path)).rejects.toThrow(/\.progress\.json has not the format/);
});

test('latest is a relative link to the newest whole run', async () => {
  expect(await latestRun(results)).toBeNull();
  const first = await createRunDirectory(results, NOW);
  await first.finish(cardOf(first.runId), '');
  const second = await createRunDirectory(results, NOW);
  await second.finish(cardOf(second.runId), '');
  expect(await latestRun(results)).toBe(second.runId);
  expect(await readlink(join(results, 'latest'))).toBe(second.runId);
  expect((await readScorecard(join(results, 'latest', 'scorecard.json'))).run_id).toBe(second.runId);
  expect((await readdir(results)).toSorted()).toEqual(['latest', first.runId, second.runId]);
});

test('a partial run leaves latest alone', async () => {
  const whole = await createRunDirectory(results, NOW);
  await whole.finish(cardOf(whole.runId), '');
  const part = await createRunDirectory(results, NOW);
  await part.finish(cardOf(part.runId, true), '');
  expect(await latestRun(results)).toBe(whole.runId);
});

test('where links are refused, latest is a text file, and a link can take its place again', async () => {
  await mkdir(results);
  await pointLatest(results, 'run_1', refuseLinks);
  expect(await readFile(join(results, 'latest'), 'utf8')).toBe('run_1\n');
  expect(await latestRun(results)).toBe('run_1');
  await pointLatest(results, 'run_2', refuseLinks);
  expect(await latestRun(results)).toBe('run_2');
  await pointLatest(results, 'run_3');
  expect(await readlink(join(results, 'latest'))).toBe('run_3');
  await pointLatest(results, 'run_4', refuseLinks);
  expect(await latestRun(results)).toBe('run_4');
  expect(await readdir(results)).toEqual(['latest']);
});

test('fault 31: a file or link of the user that is called latest is not replaced', async () => {
  const latest = join(results, 'latest');
  await mkdir(results);
  await writeFile(latest, 'what I did last\n');
  await expect(pointLatest(results, 'run_1')).rejects.toThrow(/latest is not ours, so it is not replaced/);
  expect(await readFile(latest, 'utf8')).toBe('what I did last\n');
  await rm(latest);
  await symlink('../elsewhere', latest);
  await expect(pointLatest(results, 'run_1')).rejects.toThrow(/not replaced/);
  expect(await readlink(latest)).toBe('../elsewhere');
  expect(await readdir(results)).toEqual(['latest']);
});

test('a folder in the place of latest is told, and no draft is left', async () => {
  await mkdir(join(results, 'latest', 'inside'), { recursive: true });
  await expect(pointLatest(results, 'run_1')).rejects.toThrow(/Move or delete it/);
  await expect(latestRun(results)).rejects.toThrow(/a folder of that name/);
  expect(await readdir(results)).toEqual(['latest']);
});

test('a file in the place of the results is told', async () => {
  await writeFile(results, '');
  await expect(createRunDirectory(results, NOW)).rejects.toThrow(/AGENT_EVAL_RESULTS/);
});

test.skipIf(process.getuid?.() === 0)('a folder that may not be written is told', async () => {
  await mkdir(results, { mode: 0o500 });
  await expect(createRunDirectory(results, NOW)).rejects.toThrow(/Change its permissions/);
});

test('a run that exists is opened by its id', async () => {
  const run = await createRunDirectory(results, NOW);
  const again = openRunDirectory(results, run.runId);
  expect(again.path).toBe(run.path);
  expect(existsSync(again.path)).toBe(true);
});
