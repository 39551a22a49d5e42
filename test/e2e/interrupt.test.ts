/** Ctrl-C and its kin: once ends the run in order, twice at once, and nothing on disk is half written. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { scorecardSchema } from '../../src/results/store/scorecard.ts';
import {
  createEndurance,
  greeting,
  heldGreeting,
  last,
  small,
  type Endurance,
} from '../support/endurance.ts';
import type { RunningVitest } from '../support/project.ts';

/** Every file of the newest run reads as what it is; drafts are litter that nobody reads. */
async function wholeFiles({ project }: Endurance) {
  const runId = (await project.runs()).at(-1) ?? '';
  const folder = project.path(`results/${runId}`);
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    JSON.parse(await readFile(path.join(folder, file), 'utf8'));
  }
  return { folder, files };
}

const statuses = async ({ project }: Endurance) => {
  const card = await project.scorecard();
  expect(card.partial).toBe(true);
  return Object.fromEntries(card.scenarios.map(({ scenario_id, status }) => [scenario_id, status]));
};

/** Makes the disk slow for one scenario's trace, and says so. */
const SLOW_DISK = `
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const real = fs.open;
  fs.open = async (path, ...more) => {
    if (String(path).includes('.done.json.')) {
      process._rawDebug('the trace is being written');
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
    return real(path, ...more);
  };
  syncBuiltinESMExports();
`;

async function expectExit(run: RunningVitest, code: number): Promise<string> {
  const { exitCode, output } = await run.done;
  expect(exitCode, output).toBe(code);
  return output;
}

/** A signal while the agent answers `hung`; the answer comes when the run has heard it. */
async function interruptMessage(rig: Endurance, signal: 'SIGINT' | 'SIGTERM', code: number): Promise<void> {
  const run = rig.start({ AGENT_EVAL_RESUME: '1' });
  await rig.reached(run, 'message Eval: hung');
  run.process.kill(signal);
  await run.printed(/ending the run/);
  await rig.fake.release();
  const output = await expectExit(run, code);
  expect(output).toContain('agent-eval  ending the run; once more to end it at once');
  expect(rig.messages('z-never')).toBe(0);
  expect(rig.sessions(), rig.fake.lines.all.join('\n')).toBe(0);
  expect(await statuses(rig)).toEqual({ done: 'PASS', hung: 'ERRORED' });
  const { files } = await wholeFiles(rig);
  expect(files).toContain('.progress.json');
}

/** Two signals: the answer of `hung` never comes. */
async function interruptTwice(rig: Endurance): Promise<void> {
  const run = rig.start({ AGENT_EVAL_RESUME: '1' });
  await rig.reached(run, 'message Eval: hung');
  run.process.kill('SIGINT');
  await run.printed(/ending the run/);
  const asked = performance.now();
  run.process.kill('SIGINT');
  await run.done;
  expect(performance.now() - asked).toBeLessThan(2_000);
  await expectExit(run, 130);
  expect(await statuses(rig)).toEqual({ done: 'PASS', hung: 'ERRORED' });
  const { folder } = await wholeFiles(rig);
  scorecardSchema.parse(JSON.parse(await readFile(path.join(folder, 'scorecard.json'), 'utf8')));
}

// One run, interrupted and resumed again and again: a run for each signal would cost twice as many.
test(
  'while a trace is written, while the judge is thinking, during a message, and twice',
  { timeout: 240_000 },
  async () => {
    const rig = await createEndurance(
      {
        done: small('done', greeting('done')),
        hung: small('hung', heldGreeting('hung'), last),
        'z-never': small('z-never', greeting('z-never'), { description: '' }),
      },
      '{ workers: 1 }',
      'cache: false', // else the files that have never run come first
    );

    // While a trace is written: it is there, whole, and counts.
    await rig.project.write({ 'slow-disk.mjs': SLOW_DISK });
    const slow = pathToFileURL(rig.project.path('slow-disk.mjs')).href;
    const writing = rig.start({ NODE_OPTIONS: `--import ${slow}` });
    await writing.printed(/the trace is being written/);
    writing.process.kill('SIGINT');
    await expectExit(writing, 130);
    expect(await statuses(rig)).toEqual({ done: 'PASS' });
    await wholeFiles(rig);
    expect((await rig.project.trace('done')).status).toBe('PASS');
    expect([rig.messages('hung'), rig.messages('z-never')]).toEqual([0, 0]);

    await rig.fake.release();
    rig.llm.script('turn', [{ do: 'hang' }]);
    const thinking = rig.start({ AGENT_EVAL_RESUME: '1' });
    await vi.waitFor(() => expect(rig.judged('hung')).toBe(1), { timeout: 40_000, interval: 20 });
    thinking.process.kill('SIGINT');
    await expectExit(thinking, 130);
    expect(rig.sessions()).toBe(0);
    expect(await statuses(rig)).toEqual({ done: 'PASS', hung: 'ERRORED' });
    const trace = await rig.project.trace('hung');
    expect(trace.error).toBe('the run was cancelled before this scenario ended');
    expect(trace.turns[0]?.agent_response).toBe('hello hung');

    await rig.fake.hold();
    await interruptMessage(rig, 'SIGINT', 130);
    await rig.fake.hold();
    await interruptMessage(rig, 'SIGTERM', 143);
    await rig.fake.hold();
    await interruptTwice(rig);
    // No answer that came after a signal was judged.
    expect(rig.judged('hung')).toBe(1);

    await rig.fake.release();
    const resumed = await rig.resume();
    expect(resumed.exitCode, resumed.output).toBe(0);
    expect(resumed.output).toContain('1 of 3 scenarios are finished');
    expect([rig.messages('done'), rig.messages('hung'), rig.messages('z-never')]).toEqual([1, 5, 1]);
    expect([rig.judged('done'), rig.judged('hung'), rig.judged('z-never')]).toEqual([1, 2, 1]);
    expect(rig.sessions()).toBe(0);
  },
);

test('during set-up', async () => {
  const rig = await createEndurance({
    indexing: small('indexing', greeting('indexing'), {
      setup: { index_documents: [{ path: 'slow-forever.md' }] },
    }),
  });
  await rig.project.write({ 'corpus/slow-forever.md': 'Nothing.\n' });
  const run = rig.start({ AGENT_EVAL_JUDGE: 'rules' });
  await rig.reached(run, 'done list_documents');
  run.process.kill('SIGINT');
  const { exitCode, output } = await run.done;
  expect(exitCode, output).toBe(130);
  expect(rig.fake.lines.count('message ')).toBe(0);
  expect(rig.sessions()).toBe(0);
  expect(await statuses(rig)).toEqual({ indexing: 'ERRORED' });
});
