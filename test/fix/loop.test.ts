/** The loop on a small agent with planted faults; runs are read off the worktree, everything else is real. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { readFixHistory, readFixLog } from '../../src/fix/log.ts';
import { card } from '../support/scorecards.ts';
import { AGENT, git, isAlive, NO_TRACES, rig, rowsOf, traces } from './support.ts';

const goodTool = { write: { 'tools.txt': 'lookup: looks up\n' } };
const goodHistory = { replace: ['history.txt', 'window=1', 'window=10'] };
const steps = (log: readonly { outcome: string }[]) => log.map(({ outcome }) => outcome);

test('improves, stops when no progress is made, and leaves patches that apply', async () => {
  const it = rig();
  it.script(
    [goodHistory, { say: 'I widened the window.' }],
    [goodTool],
    [{ write: { 'new/file.txt': 'x' } }],
  );
  const { log, history } = await it.fix();
  expect(steps(log)).toEqual(['kept', 'kept', 'rolled_back']);
  expect(history.stopped).toEqual({ by: 'no_progress', message: 'no scenario came to pass by it' });
  expect(log[0]).toMatchObject({
    iteration: 1,
    files: ['history.txt'],
    why: 'I widened the window.',
    scenario_ids: ['history', 'tool', 'stubborn'],
    patch: 'iteration-1/repair.patch',
    scores: {
      history: { before: 4, after: 8, status_before: 'FAIL', status_after: 'PASS' },
      stubborn: { before: 4, after: 4 },
    },
  });
  expect(history.standings.map(({ passed, kept }) => [passed, kept])).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [3, false],
  ]);
  expect(await readFixLog(it.folder)).toEqual(log);
  expect(await readFixHistory(it.folder)).toEqual(history);
  expect(traces(it.agent)).toEqual(NO_TRACES);
  expect(existsSync(it.evaluated[0]?.worktree ?? '')).toBe(false);

  git(it.agent, 'apply', path.join(it.folder, history.patch ?? ''));
  expect(rowsOf(it.agent).map(({ status }) => status)).toEqual(['PASS', 'PASS', 'FAIL', 'PASS']);
  expect(existsSync(path.join(it.agent, 'new'))).toBe(false);
});

test.each([
  { rate: 0.5, by: 'target_reached', calls: 1 },
  { rate: 0.75, by: 'target_reached', calls: 2 },
  { rate: 0.9, by: 'iterations', calls: 2 },
])('until $rate: $by', async ({ rate, by, calls }) => {
  const it = rig();
  it.script([goodTool], [goodHistory]);
  const { history } = await it.fix({ settings: { targetPassRate: rate, maxIterations: 2 } });
  expect(history.stopped?.by).toBe(by);
  expect(it.calls()).toHaveLength(calls);
});

test('nothing failed, nothing judged: no repairer is called', async () => {
  const it = rig();
  const clean = await it.fix({ first: card([{ id: 'a' }, { id: 'b', status: 'TIMEOUT' }]) });
  expect(clean.history.stopped).toEqual({
    by: 'no_failures',
    message: 'no scenario fails (1 scenario(s) have no verdict)',
  });
  const nothing = await it.fix({ first: card([{ id: 'a', status: 'INFRA_ERROR' }]) });
  expect(nothing.history.stopped?.by).toBe('cannot_tell');
  expect(it.evaluated).toEqual([]);
});

test('a repair that breaks others is rolled back, and the next attempt is told', async () => {
  const it = rig();
  it.script(
    [goodTool, { write: { 'steady.txt': 'broken' } }, { write: { 'extra.txt': 'x' } }],
    [goodHistory],
  );
  const { log } = await it.fix({ settings: { maxIterations: 2 } });
  expect(log[0]).toMatchObject({
    outcome: 'rolled_back',
    reason: expect.stringContaining('it breaks as much as it repairs'),
    scores: { steady: { status_after: 'FAIL' } },
  });
  expect(it.calls()[1]?.prompt).toContain('rolled back: it breaks as much as it repairs');
  expect(it.evaluated[2]?.files).not.toContain('extra.txt');
  expect(log[1]).toMatchObject({ outcome: 'kept', files: ['history.txt'] });
  const patch = readFileSync(path.join(it.folder, 'fix.patch'), 'utf8');
  expect(patch).not.toContain('steady.txt');
});

test('a critical scenario is never given for others', async () => {
  const it = rig({ ...AGENT, 'history.txt': 'window=10\n', 'steady.txt': 'broken' });
  it.script([goodTool, { write: { 'steady.txt': 'works', 'history.txt': 'window=1' } }], []);
  const { log } = await it.fix({ settings: { maxIterations: 1 } });
  expect(log[0]).toMatchObject({ outcome: 'rolled_back', reason: 'it breaks critical scenarios: history' });
});

test('an agent that does not come up again is rolled back, not blamed on a scenario', async () => {
  const it = rig();
  it.script([goodTool], [goodHistory]);
  let looks = 0;
  const { log } = await it.fix({
    settings: { restartTimeout: 0.3, maxIterations: 1 },
    isReady: () => Promise.resolve((looks += 1) === 1 ? { ok: true } : { ok: false, message: 'no answer' }),
  });
  expect(log[0]).toMatchObject({
    outcome: 'rolled_back',
    reason: 'the repaired agent could not be evaluated: the agent was not up after 0.3 s: no answer',
  });
});

test.each([
  [
    'crashes',
    [goodTool, { warn: 'out of tokens' }, { exit: 3 }],
    'the repairer exited with 3: out of tokens',
  ],
  [
    'reports an error',
    [goodTool, { say: '{"result":"no","is_error":true}' }],
    'the repairer reports an error',
  ],
])('a repairer that %s: its half repair is taken back, another attempt follows', async (_, first, reason) => {
  const it = rig();
  it.script(first, [goodHistory]);
  const { log } = await it.fix({ settings: { maxIterations: 2 } });
  expect(log[0]).toMatchObject({ outcome: 'failed', reason, files: ['tools.txt'] });
  expect(log[1]).toMatchObject({ outcome: 'kept', files: ['history.txt'] });
});

test('one that crashes each time ends the fix', async () => {
  const it = rig();
  it.script([{ exit: 1 }], [{ exit: 1 }], [{ exit: 1 }]);
  const { log, history } = await it.fix();
  expect(log).toHaveLength(2);
  expect(history.stopped).toEqual({ by: 'no_progress', message: '2 attempts in a row came to nothing' });
});

test('one that changes nothing ends the fix with its words', async () => {
  const it = rig();
  it.script([{ say: 'There is nothing to repair here.' }]);
  const { log, history } = await it.fix();
  expect(log[0]).toMatchObject({ outcome: 'failed', patch: null, why: 'There is nothing to repair here.' });
  expect(history.stopped).toEqual({ by: 'no_progress', message: 'the repairer changed nothing' });
  expect(it.evaluated).toHaveLength(1);
});

test('one that hangs is killed with everything it started', async () => {
  const it = rig();
  it.script([goodTool, { hang: true }], [goodHistory]);
  const { log } = await it.fix({ settings: { repairTimeout: 2, maxIterations: 2 } });
  expect(log[0]).toMatchObject({
    outcome: 'failed',
    reason: 'the repairer was not done after 2 s and was ended',
  });
  expect(it.pids()).toHaveLength(3);
  await vi.waitFor(() => expect(it.pids().filter(isAlive)).toEqual([]));
  expect(log[1]?.outcome).toBe('kept');
});

test('an interruption kills the repairer and removes the worktree; the history says so', async () => {
  const it = rig();
  it.script([goodTool, { hang: true }]);
  const controller = new AbortController();
  const fixing = it.fix({ signal: controller.signal });
  await vi.waitFor(() => it.pids(), { timeout: 20_000, interval: 20 });
  controller.abort();
  const { history } = await fixing;
  expect(history.stopped?.by).toBe('interrupted');
  expect((await readFixHistory(it.folder)).stopped?.by).toBe('interrupted');
  await vi.waitFor(() => expect(it.pids().filter(isAlive)).toEqual([]));
  expect(traces(it.agent)).toEqual(NO_TRACES);
});

test('money: what the repairer reports is counted, and ends the fix', async () => {
  const it = rig();
  it.script([goodTool, { say: '{"type":"result","result":"Done.","total_cost_usd":1.25}' }], [goodHistory]);
  const { log, history } = await it.fix({ settings: { budget: 1 } });
  expect(log[0]).toMatchObject({ why: 'Done.', repairer: { usd: 1.25, exit_code: 0 } });
  expect(history).toMatchObject({ usd: 1.25, stopped: { by: 'budget' } });
});

test('an agent that cannot be evaluated at all is an error of the environment, with its history', async () => {
  const it = rig();
  const broken = it.fix({ evaluate: () => Promise.reject(new Error('no Vitest here')) });
  await expect(broken).rejects.toThrow('the agent could not be evaluated: no Vitest here');
  expect((await readFixHistory(it.folder)).stopped?.by).toBe('cannot_tell');
  expect(traces(it.agent)).toEqual(NO_TRACES);
});
