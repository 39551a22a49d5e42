/** Disks that are full, folders that can't be written, and texts that spoil files and terminals. */
import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { comparable, createEndurance, greeting, last, small, type Endurance } from '../support/endurance.ts';
import { canMount, mountDisk } from '../support/mount.ts';

/** A module that makes a call of the file system fail in the main process and in every worker. */
async function withFault(rig: Endurance, call: 'open' | 'mkdir', where: string, code: string) {
  await rig.project.write({
    'fault.mjs': `
      import fs from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      const real = fs.${call};
      fs.${call} = async (path, ...more) => {
        if (String(path).includes(${JSON.stringify(where)})) {
          throw Object.assign(new Error('${code}: injected'), { code: '${code}' });
        }
        return real(path, ...more);
      };
      syncBuiltinESMExports();
    `,
  });
  return { NODE_OPTIONS: `--import ${pathToFileURL(rig.project.path('fault.mjs')).href}` };
}

const linesOf = (output: string, part: string) =>
  output.split('\n').filter((line) => line.startsWith('agent-eval  ') && line.includes(part));

/** Names of what a scorecard that did not fit left behind. */
async function draftsIn(rig: Endurance, runId: string): Promise<readonly string[]> {
  const names = await readdir(rig.project.path(`results/${runId}`), { recursive: true });
  return names.filter((name) => name.endsWith('.draft'));
}

// One project, whose disk has one fault after the other: a project for each would cost twice as many runs.
test('a disk that refuses is told once, nothing more is spent, and what was stored stays', async () => {
  const rig = await createEndurance(
    {
      done: small('done', greeting('done')),
      full: small('full', greeting('full'), { description: 'Second to last. '.repeat(4) }),
      'z-never': small('z-never', greeting('z-never'), last),
    },
    '{ workers: 1 }',
    'cache: false', // else what failed comes first
  );

  // A results folder that can't be made: nothing begins.
  const readOnly = await rig.run(await withFault(rig, 'mkdir', '/results', 'EROFS'));
  expect(readOnly.exitCode, readOnly.output).toBe(1);
  expect(linesOf(readOnly.output, 'Could not create'), readOnly.output).toHaveLength(1);
  expect(readOnly.output).toContain('AGENT_EVAL_RESULTS');
  expect(rig.fake.lines.count('call create_session')).toBe(0);
  expect(await rig.project.runs()).toEqual([]);

  // No space for a trace.
  const run = await rig.run(await withFault(rig, 'open', '.full.json.', 'ENOSPC'));
  expect(run.exitCode, run.output).toBe(1);
  expect(linesOf(run.output, 'the disk is full'), run.output).toHaveLength(1);
  const { scenarios } = await rig.project.scorecard();
  expect(scenarios.map(({ scenario_id, status }) => [scenario_id, status])).toEqual([
    ['done', 'PASS'],
    ['full', 'INFRA_ERROR'],
    ['z-never', 'INFRA_ERROR'],
  ]);
  expect(rig.messages('z-never')).toBe(0);
  expect((await rig.project.trace('done')).status).toBe('PASS');

  // With space again the rest is made up for.
  const resumed = await rig.resume();
  expect(resumed.exitCode, resumed.output).toBe(0);
  expect([rig.messages('done'), rig.messages('full'), rig.messages('z-never')]).toEqual([1, 2, 1]);

  // No space for the scorecard: the earlier runs are as they were.
  const [first = ''] = await rig.project.runs();
  const before = await comparable(rig.project.path(`results/${first}`));
  const unsaved = await rig.run(await withFault(rig, 'open', '.scorecard.json.', 'ENOSPC'));
  expect(unsaved.exitCode, unsaved.output).toBe(1);
  expect(unsaved.output).not.toContain('was left unfinished');
  expect(linesOf(unsaved.output, 'the disk is full'), unsaved.output).toHaveLength(1);
  expect(await comparable(rig.project.path(`results/${first}`))).toEqual(before);
  const runs = await rig.project.runs();
  expect(runs).toHaveLength(2);
  expect(await draftsIn(rig, runs.at(-1) ?? '')).toEqual([]);
});

test.skipIf(!canMount)('a real disk that fills up', async () => {
  const rig = await createEndurance({ one: small('one', greeting('one')) });
  const results = rig.project.path('results');
  mkdirSync(results);
  mountDisk(results, 'size=200k');
  await rig.run();
  const [first = ''] = await rig.project.runs();
  const before = await comparable(path.join(results, first));
  const long = `[[json "hello one"]] [[repeat 30000]]`;
  await rig.project.write({ 'scenarios/personality/one.yaml': small('one', long) });
  const run = await rig.run();
  expect(run.exitCode, run.output).toBe(1);
  expect(linesOf(run.output, 'the disk is full'), run.output).toHaveLength(1);
  expect(await comparable(path.join(results, first))).toEqual(before);
});

test('lone surrogates, NUL, control characters and two million characters are stored and spoil no terminal', async () => {
  const ugly = 'hello \u0000 \ud83d \u001b[31mred\u001b[0m \u001b]0;title\u0007 \u202e end';
  const judged = (user_message: string) => ({
    turns: [{ turn: 1, user_message, success_criteria: 'No.', checks: { mentions: ['never said'] } }],
  });
  const rig = await createEndurance({
    ugly: small('ugly', '', judged(`[[json ${JSON.stringify(ugly)}]]`)),
    huge: small('huge', '', judged(`[[json ${JSON.stringify('x')}]] [[repeat 2000000]]`)),
  });
  const run = await rig.run({ AGENT_EVAL_JUDGE: 'rules' });
  expect(run.exitCode, run.output.slice(0, 5_000)).toBe(1);
  const trace = await rig.project.trace('ugly');
  expect(trace.turns[0]?.agent_response).toBe(ugly);
  expect((await rig.project.trace('huge')).turns[0]?.agent_response).toHaveLength(2_000_000);
  for (const text of [run.raw, await rig.project.summary()]) {
    // oxlint-disable-next-line no-control-regex -- that is what must not be there
    expect(text).not.toMatch(/\u0000|\u001b\[31mred|\u001b\]0;title/);
  }
  expect(run.output.length).toBeLessThan(100_000);
  const runId = (await rig.project.runs()).at(-1) ?? '';
  for (const file of ['scorecard.json', 'traces/ugly.json', 'traces/huge.json']) {
    JSON.parse(await readFile(path.join(rig.project.path(`results/${runId}`), file), 'utf8'));
  }
});
