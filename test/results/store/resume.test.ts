import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimLock } from '../../../src/disk/lock-file.ts';
import type { Identity } from '../../../src/results/store/identity.ts';
import {
  findUnfinished,
  OWNER_FILE,
  removeDrafts,
  setAsideOthers,
  storedResult,
} from '../../../src/results/store/resume.ts';
import { createRunDirectory } from '../../../src/results/store/run-directory.ts';
import { compareRunIds, nextRunId } from '../../../src/results/store/run-id.ts';
import type { RunPlan } from '../../../src/results/store/run-plan.ts';
import type { ScenarioResult } from '../../../src/results/store/schema.ts';
import { buildScorecard } from '../../../src/results/store/scorecard.ts';
import { tracePath, writeTrace } from '../../../src/results/store/trace-store.ts';
import { STATUSES, type Status } from '../../../src/rubric/verdict-types.ts';
import { aResult, CONFIG } from '../../support/results.ts';

const PLAN: RunPlan = { target: 'http://localhost:4200', scenarios: 'all', filter: null, count: 3 };
const IDENTITY: Identity = {
  scenario: 'a1',
  documents: 'b2',
  truth: 'c3',
  target: 'http://localhost:4200',
  agent_type: null,
  model: null,
  judge: 'rules:3',
  simulator: 'plain:1',
  rules: 3,
  package: '0.1.0',
  isolation: 'scenario',
  policy: 'p',
  limits: 'l',
  build: null,
  target_id: null,
};

let results = '';
beforeEach(async () => {
  results = await mkdtemp(join(tmpdir(), 'agent-eval-'));
});
afterEach(async () => {
  await rm(results, { recursive: true, force: true });
});

async function unfinished(second: number, plan: RunPlan, statuses: Readonly<Record<string, Status>> = {}) {
  const run = await createRunDirectory(results, new Date(Date.UTC(2026, 2, 1, 12, 0, second)));
  await run.begin(plan);
  for (const [id, status] of Object.entries(statuses)) await run.record(id, status);
  return run;
}

test('the newest unfinished run of the same plan is found, and how far it came', async () => {
  expect(await findUnfinished(results, PLAN)).toEqual({ run: null, held: null, reason: null });
  await unfinished(1, PLAN, { a: 'PASS' });
  const newest = await unfinished(2, PLAN, { a: 'PASS', b: 'TIMEOUT', c: 'SKIPPED_NO_DOCUMENT' });
  await unfinished(3, { ...PLAN, target: 'embedded' });
  await unfinished(4, { ...PLAN, scenarios: ['a.yaml'] });
  await unfinished(5, { ...PLAN, filter: 'a' });
  expect((await findUnfinished(results, { ...PLAN, count: 4 })).run).toEqual({
    runId: newest.runId,
    path: newest.path,
    finished: 2,
    settled: 0,
  });
});

test('fault 40: what no second run mends by itself is counted apart', async () => {
  await unfinished(1, PLAN, { a: 'PASS', b: 'SETUP_ERROR', c: 'ERRORED', d: 'INFRA_ERROR' });
  expect((await findUnfinished(results, PLAN)).run).toMatchObject({ finished: 1, settled: 2 });
});

test('runs of one second go by their number, not by its text', async () => {
  for (let nth = 0; nth < 10; nth += 1) await unfinished(1, PLAN);
  const eleventh = await unfinished(1, PLAN);
  expect(eleventh.runId).toMatch(/_11$/);
  expect((await findUnfinished(results, PLAN)).run?.runId).toBe(eleventh.runId);
});

test('a run that a process works on, a finished and a damaged one are left alone', async () => {
  const busy = await unfinished(1, PLAN);
  const lock = claimLock(join(busy.path, OWNER_FILE), { purpose: 'x' });
  expect(await findUnfinished(results, PLAN)).toMatchObject({
    run: null,
    held: { runId: busy.runId, holder: { pid: process.pid, purpose: 'x' } },
  });
  if (lock.ok) lock.release();
  const damaged = await unfinished(2, PLAN);
  await writeFile(join(damaged.path, '.plan.json'), '{"target":');
  expect((await findUnfinished(results, PLAN)).run?.runId).toBe(busy.runId);
});

test.each([
  { status: 'PASS', target: PLAN.target, superseded: true },
  { status: 'SKIPPED_NO_DOCUMENT', target: PLAN.target, superseded: true },
  { status: 'INFRA_ERROR', target: PLAN.target, superseded: false },
  { status: 'PASS', target: 'http://elsewhere:4200', superseded: false },
] as const)(
  'a later whole run that ended $status on $target takes its place: $superseded',
  async ({ status, target, superseded }) => {
    const earlier = await unfinished(1, PLAN, { a: 'PASS' });
    const later = await unfinished(2, PLAN);
    const scorecard = buildScorecard(
      [aResult({ status })],
      { ...CONFIG, target },
      {
        runId: later.runId,
        timestamp: new Date(),
        partial: false,
      },
    );
    await later.finish(scorecard, '');
    expect((await findUnfinished(results, PLAN)).run?.runId).toBe(superseded ? undefined : earlier.runId);
  },
);

test('fault 27: a clock that was set back makes no later run an earlier one', async () => {
  const at = (hour: number) => createRunDirectory(results, new Date(Date.UTC(2026, 2, 1, hour)));
  const whole = await at(13);
  await whole.begin(PLAN);
  const scorecard = buildScorecard([aResult({ status: 'PASS' })], CONFIG, {
    runId: whole.runId,
    timestamp: new Date(),
    partial: false,
  });
  await whole.finish(scorecard, '');
  const killed = await at(12);
  await killed.begin(PLAN);
  expect(killed.runId).toBe(`${whole.runId}_2`);
  expect(await findUnfinished(results, PLAN)).toMatchObject({ run: { runId: killed.runId } });
  const next = await at(14);
  expect(next.runId).toBe('run_20260301_140000');
});

test('fault 27: names of runs rise, whatever the clock does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 30 }), async (seconds) => {
      const names: string[] = [];
      for (const second of seconds) {
        names.push(nextRunId(new Date(Date.UTC(2026, 2, 1, 12, 0, second)), names.at(-1) ?? null));
      }
      const rises = names.every(
        (name, index) => index === 0 || compareRunIds(name, names[index - 1] ?? '') > 0,
      );
      expect(rises).toBe(true);
    }),
  );
});

test.each<{ left: string; write: (run: string) => Promise<unknown>; reason: RegExp | null }>([
  {
    left: 'nothing',
    write: async () => {},
    reason: /was ended before its plan was on disk, so nothing of it was run/,
  },
  {
    left: 'half a plan',
    write: (run) => writeFile(join(run, '.plan.json'), '{"target":'),
    reason: /its plan \(\.plan\.json\) is damaged/,
  },
  {
    left: 'a plan of other scenarios',
    write: (run) => writeFile(join(run, '.plan.json'), JSON.stringify({ ...PLAN, scenarios: ['x.yaml'] })),
    reason: /ran other scenarios, filters or another target/,
  },
  { left: 'a scorecard', write: (run) => writeFile(join(run, 'scorecard.json'), '{}'), reason: null },
])('fault 26: a run that died and left $left: resume says why it starts anew', async ({ write, reason }) => {
  const run = await createRunDirectory(results);
  await write(run.path);
  const found = await findUnfinished(results, PLAN);
  expect(found).toMatchObject({ run: null, held: null });
  if (reason === null) expect(found.reason).toBeNull();
  else expect(found.reason).toMatch(reason);
});

test('fault 26: a run that died between its plan and its progress is found', async () => {
  const run = await createRunDirectory(results);
  await writeFile(join(run.path, '.plan.json'), JSON.stringify(PLAN));
  expect((await findUnfinished(results, PLAN)).run).toEqual({
    runId: run.runId,
    path: run.path,
    finished: 0,
    settled: 0,
  });
});

test('an unfinished run keeps its progress past its end, and goes on from it', async () => {
  const run = await unfinished(1, PLAN, { a: 'PASS' });
  const scorecard = buildScorecard([], CONFIG, { runId: run.runId, timestamp: new Date(), partial: true });
  await run.finish(scorecard, '', { unfinished: true });
  const { openRunDirectory, readProgress } = await import('../../../src/results/store/run-directory.ts');
  const again = openRunDirectory(results, run.runId);
  await again.begin(PLAN);
  await again.record('b', 'FAIL');
  expect(await readProgress(run.path)).toEqual({ a: 'PASS', b: 'FAIL' });
});

test.each(STATUSES)('a result of status %s', async (status) => {
  const directory = join(results, 'run_1');
  const result = aResult({ run_id: 'run_1', status, identity: IDENTITY });
  await writeTrace(directory, result);
  const stored = await storedResult({ runId: 'run_1', directory }, result.scenario_id, IDENTITY);
  const stands = ['PASS', 'FAIL', 'BLOCKED_BY_ARCHITECTURE', 'SKIPPED_NO_DOCUMENT'].includes(status);
  expect(stored).toEqual(stands ? { kind: 'stands', result } : { kind: 'none' });
});

test.each<[string, Partial<ScenarioResult>, RegExp]>([
  ['no score', { overall_score: null }, /without a score for every turn/],
  ['no turns', { turns: [] }, /without a score for every turn/],
  [
    'turns without scores',
    { turns: aResult().turns.map((turn) => ({ ...turn, scores: null, overall_score: null })) },
    /without a score for every turn/,
  ],
  ['another score than its turns', { overall_score: 9.9 }, /score is not that of its turns/],
  [
    'a score that fails',
    { overall_score: 5, turns: aResult().turns.map((turn) => ({ ...turn, overall_score: 5 })) },
    /a score that is none/,
  ],
])('fault 13: a PASS with %s was not written by us, and is run again', async (_, more, reason) => {
  const directory = join(results, 'run_1');
  const result = aResult({ run_id: 'run_1', identity: IDENTITY, ...more });
  await writeTrace(directory, result);
  const stored = await storedResult({ runId: 'run_1', directory }, result.scenario_id, IDENTITY);
  expect(stored).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
});

test('a trace cut off at any byte never stands, and says why', async () => {
  const directory = join(results, 'run_1');
  const result = aResult({ run_id: 'run_1', identity: IDENTITY });
  const path = await writeTrace(directory, result);
  const whole = await readFile(path);
  const look = () => storedResult({ runId: 'run_1', directory }, result.scenario_id, IDENTITY);
  // The very last byte is the line's end.
  for (let length = 0; length < whole.length - 1; length += 1) {
    await writeFile(path, whole.subarray(0, length));
    expect(await look()).toEqual({ kind: 'refused', reason: 'its trace is cut off or damaged' });
  }
  await writeFile(path, whole.subarray(0, -1));
  expect((await look()).kind).toBe('stands');
});

test.each([
  {
    name: 'of another run',
    change: { run_id: 'run_2' },
    reason: 'its trace is that of simple_factual_rag in run_2',
  },
  {
    name: 'of another scenario',
    change: { scenario_id: 'other' },
    reason: 'its trace is that of other in run_1',
  },
  {
    name: 'without identity',
    change: { identity: undefined },
    reason: 'it does not say what it was run with',
  },
  {
    name: 'of another document',
    change: { identity: { ...IDENTITY, documents: 'x' } },
    reason: 'a document changed',
  },
  { name: 'of another format', change: { format: 'other/2' }, reason: 'its trace has another format' },
])('a trace $name is refused', async ({ change, reason }) => {
  const directory = join(results, 'run_1');
  const result = aResult({ run_id: 'run_1', identity: IDENTITY });
  const path = tracePath(directory, result.scenario_id);
  await writeTrace(directory, result);
  await writeFile(path, JSON.stringify({ ...result, ...change }));
  expect(await storedResult({ runId: 'run_1', directory }, result.scenario_id, IDENTITY)).toEqual({
    kind: 'refused',
    reason,
  });
});

test('what a dead process left half written goes, what belongs to no scenario is put aside', async () => {
  const traces = join(results, 'traces');
  await mkdir(traces);
  for (const name of ['.a.json.1.0.1.draft', 'a.json', 'gone.json', 'notes.txt']) {
    await writeFile(join(traces, name), 'x');
  }
  await writeFile(join(results, '.scorecard.json.1.0.1.draft'), 'x');
  await removeDrafts(results);
  expect(await setAsideOthers(results, ['a'])).toEqual(['gone.json']);
  expect((await readdir(traces)).toSorted()).toEqual(['.gone.json.aside', 'a.json', 'notes.txt']);
  expect(await readdir(results)).toEqual(['traces']);
});
