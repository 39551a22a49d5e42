/** Stored answers of an experiment, judged again: by rules with another truth, and by a model of the scripted endpoint. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QaTruth } from '../../../src/corpus/case-truth.ts';
import { writeCell } from '../../../src/results/cells/cell-file.ts';
import type { Cell } from '../../../src/results/cells/cell-schema.ts';
import { readCells } from '../../../src/results/cells/read-cells.ts';
import { aCell, aSample } from '../../results/cells/a-cell.ts';
import { commandFolder, type CommandFolder } from '../../support/command.ts';
import { startScriptedAnthropic } from '../../support/scripted-anthropic.mjs';
import type { ScriptedAnthropic } from '../../support/scripted-anthropic.mjs';

let endpoint: ScriptedAnthropic;
beforeAll(async () => {
  endpoint = await startScriptedAnthropic();
});
afterAll(() => endpoint.close());

const RUN = 'run_20260101_120000';
const RUNS = `results/experiments/dates`;
const DOCUMENT = 'The release is on 3 March 2026. The review is on 9 May 2026.';
const SHA = createHash('sha256').update(DOCUMENT).digest('hex');
const QUESTION = 'On which date is the release?';

const truthFile = (answer: string) => `document: meetings/standup.txt
sha256: ${SHA}
written_by: Ada
reviewed: null
qa:
  - { id: release, question: "${QUESTION}", answer: "${answer}", where: The release is on 3 March 2026 }
`;

const cellOf = (variant: string, answer: string, more: Partial<Cell> = {}): Cell =>
  aCell({
    run_id: RUN,
    variant,
    document: { path: 'meetings/standup.txt', sha256: SHA, tokens_estimated: 20 },
    question: QUESTION,
    samples: [aSample({ parts: { answer }, keys: { answer: answer.padEnd(64, 'x'), judgement: null } })],
    ...more,
  });

async function project(cells: readonly Cell[], truth: QaTruth | null = null): Promise<CommandFolder> {
  const here = await commandFolder({
    'corpus/meetings/standup.txt': DOCUMENT,
    'truth/meetings/standup.txt.yaml': truthFile('3 March 2026'),
    'strict/meetings/standup.txt.yaml': truthFile('9 May 2026'),
    [`${RUNS}/${RUN}/plan.json`]: {
      plan: {
        id: 'dates',
        task: 'qa',
        mode: 'comparative',
        parts: ['answer'],
        bar: { pass: true },
        name: 'When?',
        repeats: 1,
        variants: [...new Set(cells.map(({ variant }) => variant))].map((name) => ({ name })),
        baseline: null,
        gates: {},
        warnings: [],
        cases: [...new Set(cells.map((each) => each.case))].map((id) => ({
          id,
          truth: truth === null ? null : { qa: truth },
        })),
      },
      whole: cells.length,
      isPartial: false,
    },
  });
  for (const cell of cells) {
    // oxlint-disable-next-line no-await-in-loop -- two or three
    await writeCell(here.path(`${RUNS}/${RUN}`), cell);
  }
  return here;
}

async function newRun(here: CommandFolder) {
  const runs = (await readdir(here.path(RUNS))).filter((name) => name !== RUN);
  const newest = runs.toSorted().at(-1) ?? '';
  const { cells } = await readCells(here.path(`${RUNS}/${newest}`));
  const plan = JSON.parse(await readFile(here.path(`${RUNS}/${newest}/plan.json`), 'utf8')) as Record<
    string,
    unknown
  >;
  return { runs, newest, cells, plan };
}

test('by rules: the same answers in a new run that names its source, held to the same bar', async () => {
  const here = await project([
    cellOf('good/plain', '3 March 2026', { status: 'FAIL', passed: false, grade: 0 }),
    cellOf('bad/plain', '9 May 2026'),
  ]);
  const { code, out, err } = await here.run('judge', `${RUNS}/${RUN}`);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/good\/plain +100 %/);
  expect(out).toContain(`2 of 2 cell(s) differ from ${RUN}; judging cost $0.0000.`);
  const { cells, newest, plan } = await newRun(here);
  expect(cells.map(({ variant, status, grade, passed }) => [variant, status, grade, passed])).toEqual([
    ['bad/plain', 'FAIL', 0, false],
    ['good/plain', 'PASS', 100, true],
  ]);
  expect(cells[1]).toMatchObject({
    run_id: newest,
    judged_from: RUN,
    truth: { path: 'meetings/standup.txt.yaml', written_by: 'Ada' },
    samples: [
      { parts: { answer: '3 March 2026' }, usd: 0.25, from_cache: { answer: true, judgement: false } },
    ],
  });
  expect(plan).toMatchObject({
    judged_from: RUN,
    isPartial: false,
    plan: { judge: 'rules', cases: [{ truth: { qa: { answer: '3 March 2026' } } }] },
  });
  expect(JSON.parse(await readFile(here.path(`${RUNS}/${newest}/experiment.json`), 'utf8'))).toMatchObject({
    run_id: newest,
    variants: [{ variant: 'good/plain' }, { variant: 'bad/plain' }],
  });
  // Once judged so, it is not judged so again.
  expect(await here.run('judge', RUN)).toMatchObject({ code: 0 });
  expect((await newRun(here)).cells[1]?.samples[0]?.from_cache).toEqual({ answer: true, judgement: true });
});

test('another truth is another standard: what it lacks is left out, and nothing of before stands in for it', async () => {
  const other = cellOf('good/plain', 'On 9 May', {
    case: 'meetings/standup#review',
    question: 'When is the review?',
  });
  const here = await project([cellOf('good/plain', '3 March 2026'), other]);
  const { out, code } = await here.run('judge', 'dates/' + RUN, '--truth-dir', 'strict');
  expect(code).toBe(1);
  expect(out).toContain('meetings/standup#review is left out: no truth holds its question');
  const { cells, plan } = await newRun(here);
  expect(cells.map(({ status, passed }) => [status, passed])).toEqual([['FAIL', false]]);
  expect(plan).toMatchObject({ isPartial: true });
});

test('a truth that stands in the experiment itself is taken from its plan', async () => {
  const truth = { id: '1', question: QUESTION, answer: '3 March 2026', where: null };
  const inPlace = { path: null, sha256: 'e'.repeat(64), reviewed: null, written_by: 'the experiment' };
  const here = await project([cellOf('good/plain', '3 March 2026', { truth: inPlace })], truth);
  expect(await here.run('judge', RUN)).toMatchObject({ code: 0 });
  expect((await newRun(here)).cells[0]).toMatchObject({ passed: true, truth: { path: null } });
});

test('a document that is another one since is not judged for what it was', async () => {
  const here = await project([cellOf('good/plain', '3 March 2026')]);
  await here.write({ 'corpus/meetings/standup.txt': `${DOCUMENT} Changed.` });
  const { code, err } = await here.run('judge', RUN);
  expect(code).toBe(2);
  expect(err).toMatch(
    /Nothing can be judged again:\n {2}good\/plain meetings\/standup#release is left out: its document .* is another one since/,
  );
  expect(await readdir(here.path(RUNS))).toEqual([RUN]);
});

test('by a model: the cost before, some cells alone, the cost in the cell, and none of it paid twice', async () => {
  const here = await project([cellOf('good/plain', '3 March 2026'), cellOf('bad/plain', '9 May 2026')]);
  const env = { ANTHROPIC_API_KEY: 'sk-ant-fake-0123456789', ANTHROPIC_BASE_URL: endpoint.url };
  const dry = await here.run('judge', RUN, '--judge', 'llm', '--dry-run', '--json');
  expect(JSON.parse(dry.out)).toMatchObject({
    cells: 2,
    answers: 2,
    calls: 2,
    left_out: 0,
    judge: 'claude-sonnet-4-6',
  });
  expect(endpoint.requests).toEqual([]);
  const first = await here.runWith(env, 'judge', RUN, '--judge', 'llm', '--only', 'good/*');
  expect(first).toMatchObject({ code: 0, err: '' });
  const { cells, plan } = await newRun(here);
  expect(cells).toHaveLength(1);
  expect(cells[0]).toMatchObject({
    status: 'PASS',
    passed: true,
    samples: [{ judge: { usd: expect.any(Number) } }],
  });
  expect(cells[0]?.samples[0]?.judge?.usd).toBeGreaterThan(0);
  expect(plan).toMatchObject({ isPartial: true, plan: { judge: 'claude-sonnet-4-6' } });
  expect(endpoint.requests).toHaveLength(1);
  // Nothing of the variant reaches the judge.
  expect(JSON.stringify(endpoint.requests[0]?.body)).not.toMatch(/good\/plain|embedded/);
  await here.runWith(env, 'judge', RUN, '--judge', 'llm', '--json');
  expect(endpoint.requests).toHaveLength(2);
});

test('a judge that is down: no verdict, exit code 1', async () => {
  endpoint.script('any', [{ do: '401', always: true }]);
  const here = await project([cellOf('good/plain', '3 March 2026')]);
  const env = { ANTHROPIC_API_KEY: 'sk-ant-fake-0123456789', ANTHROPIC_BASE_URL: endpoint.url };
  expect(await here.runWith(env, 'judge', RUN, '--judge', 'llm')).toMatchObject({ code: 1 });
  expect((await newRun(here)).cells[0]).toMatchObject({
    status: 'ERRORED',
    passed: null,
    grade: null,
    reasons: [expect.stringContaining('the judge gave no judgement')],
  });
});

test.each([
  [['judge', RUN, '--only', 'nobody/*'], /--only matches none of its cells/],
  [['judge', RUN, '--changed'], /--changed is for scenarios/],
  [['judge', RUN, '--truth-dir', 'corpus/truth'], /lies within the corpus/],
])('%j is refused with what to do', async (words, told) => {
  const here = await project([cellOf('good/plain', '3 March 2026')]);
  const { code, err } = await here.run(...words);
  expect(code).toBe(2);
  expect(err).toMatch(told);
});
