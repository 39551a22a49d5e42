/** Ctrl-C and its kin: once ends the run in order, twice at once, and nothing on disk is half written. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { scorecardSchema } from '../../src/results/store/scorecard.ts';
import { createEndurance, greeting, last, small, type Endurance } from '../support/endurance.ts';
import { scenarioYaml } from '../support/scenario.ts';

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

test.each([
  { signal: 'SIGINT', code: 130 },
  { signal: 'SIGTERM', code: 143 },
] as const)('$signal during a message', async ({ signal, code }) => {
  const rig = await createEndurance({
    done: small('done', greeting('done')),
    hung: small('hung', greeting('hung', 2_500), last),
    'z-never': small('z-never', greeting('z-never'), { description: '' }),
  });
  const run = rig.start();
  await rig.reached(run, 'message Eval: hung');
  run.process.kill(signal);
  const { exitCode, output } = await run.done;
  expect(exitCode, output).toBe(code);
  expect(output).toContain('agent-eval  ending the run; once more to end it at once');
  expect(rig.messages('z-never')).toBe(0);
  expect(rig.judged('hung')).toBe(0);
  expect(rig.sessions(), rig.fake.lines.all.join('\n')).toBe(0);
  expect(await statuses(rig)).toEqual({ done: 'PASS', hung: 'ERRORED' });
  const { files } = await wholeFiles(rig);
  expect(files).toContain('.progress.json');

  const resumed = await rig.resume();
  expect(resumed.exitCode, resumed.output).toBe(0);
  expect(resumed.output).toContain('1 of 3 scenarios are finished');
  expect([rig.messages('done'), rig.messages('hung'), rig.messages('z-never')]).toEqual([1, 2, 1]);
});

test('during set-up', async () => {
  const rig = await createEndurance({
    indexing: scenarioYaml({ id: 'indexing', setup: { index_documents: [{ path: 'slow-forever.md' }] } }),
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

test('while the judge is thinking', async () => {
  const rig = await createEndurance({ one: small('one', greeting('one')) });
  rig.llm.script('turn', [{ do: 'hang' }]);
  const run = rig.start();
  await vi.waitFor(() => expect(rig.judged('one')).toBe(1), { timeout: 40_000, interval: 20 });
  run.process.kill('SIGINT');
  const { exitCode, output } = await run.done;
  expect(exitCode, output).toBe(130);
  expect(rig.judged('one')).toBe(1);
  expect(rig.sessions()).toBe(0);
  expect(await statuses(rig)).toEqual({ one: 'ERRORED' });
  const trace = await rig.project.trace('one');
  expect(trace.error).toBe('the run was cancelled before this scenario ended');
  expect(trace.turns[0]?.agent_response).toBe('hello one');
});

test('while a trace is written: it is there, whole, and counts', async () => {
  const rig = await createEndurance({
    one: small('one', greeting('one')),
    'z-never': small('z-never', greeting('z-never'), last),
  });
  await rig.project.write({
    'slow-disk.mjs': `
      import fs from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      const real = fs.open;
      fs.open = async (path, ...more) => {
        if (String(path).includes('.one.json.')) {
          process._rawDebug('the trace is being written');
          await new Promise((resolve) => setTimeout(resolve, 700));
        }
        return real(path, ...more);
      };
      syncBuiltinESMExports();
    `,
  });
  const run = rig.start({
    NODE_OPTIONS: `--import ${pathToFileURL(rig.project.path('slow-disk.mjs')).href}`,
  });
  await run.printed(/the trace is being written/);
  run.process.kill('SIGINT');
  const { exitCode, output } = await run.done;
  expect(exitCode, output).toBe(130);
  expect(await statuses(rig)).toEqual({ one: 'PASS' });
  await wholeFiles(rig);
  expect((await rig.project.trace('one')).status).toBe('PASS');
  const resumed = await rig.resume();
  expect(resumed.exitCode, resumed.output).toBe(0);
  expect([rig.messages('one'), rig.messages('z-never')]).toEqual([1, 1]);
});

test('twice: at once, with a partial scorecard and whole files, and it can be resumed', async () => {
  const rig = await createEndurance({
    done: small('done', greeting('done')),
    hung: small('hung', greeting('hung', 4_000), last),
  });
  const run = rig.start();
  await rig.reached(run, 'message Eval: hung');
  run.process.kill('SIGINT');
  await run.printed(/ending the run/);
  const asked = performance.now();
  run.process.kill('SIGINT');
  const { exitCode, output } = await run.done;
  expect(performance.now() - asked).toBeLessThan(2_000);
  expect(exitCode, output).toBe(130);
  expect(await statuses(rig)).toEqual({ done: 'PASS', hung: 'ERRORED' });
  const { folder } = await wholeFiles(rig);
  scorecardSchema.parse(JSON.parse(await readFile(path.join(folder, 'scorecard.json'), 'utf8')));
  const resumed = await rig.resume();
  expect(resumed.exitCode, resumed.output).toBe(0);
  expect(rig.messages('done')).toBe(1);
  expect(rig.sessions()).toBe(0);
});
