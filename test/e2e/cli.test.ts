/** The bin on a project of its own: the same files as Vitest's, and exit codes that mean something. */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandSession } from '../support/command-session.ts';
import { config, createProject, type Project } from '../support/project.ts';
import { embedded, shopCorpus, shopScenario } from '../support/shop.ts';

const good = {
  'vitest.config.ts': config(),
  ...shopCorpus(),
  'scenarios/shop/lamp.yaml': shopScenario({ id: 'lamp' }),
  'scenarios/personality/carpet.yaml': shopScenario({
    id: 'carpet',
    product: 'carpet',
    category: 'personality',
  }),
};
const withFailing = {
  ...good,
  'scenarios/shop/wrong.yaml': shopScenario({ id: 'wrong', product: 'chair', mentions: '1 euro' }),
};
const target = ['--target', 'embedded'];

/** What a run left, without what is another each time. */
async function left(project: Project): Promise<unknown> {
  const card = await project.scorecard();
  const other = ['run_id', 'started_at', 'elapsed_s', 'session', 'turns', 'performance_summary'];
  const same = (value: object, without: readonly string[]) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => !without.includes(key)));
  return {
    ...same(card, ['run_id', 'timestamp', 'performance', 'gates']),
    scenarios: card.scenarios.map((row) => same(row, other)),
  };
}

test('agent-eval run and vitest run leave the same', async () => {
  const project = await createProject(good);
  const ours = await project.agentEval(['run', ...target]);
  expect(ours.exitCode, ours.output).toBe(0);
  const first = await left(project);
  const theirs = await project.vitest(['run', '--project', 'agent-eval'], embedded);
  expect(theirs.exitCode, theirs.output).toBe(0);
  expect(await left(project)).toEqual(first);
  const [one = '', two = ''] = await project.runs();
  const files = async (run: string) => (await readdir(project.path(path.join('results', run)))).toSorted();
  expect(await files(one)).toEqual(await files(two));
});

test('filters choose scenarios, and one that matches nothing exits 2 and says so', async () => {
  const project = await createProject(withFailing);
  const session = commandSession(project);
  const some = await session.run(['run', ...target, '--category', 'personality', '--results', 'elsewhere']);
  expect(some.exitCode, some.output).toBe(0);
  const card = await project.scorecard('elsewhere');
  expect(card.scenarios.map(({ scenario_id }) => scenario_id)).toEqual(['carpet']);
  expect(card.partial).toBe(true);

  const nothing = await session.run(['run', ...target, '--scenario', 'lamb']);
  expect(nothing.exitCode, nothing.output).toBe(2);
  expect(nothing.stderr).toContain('--scenario lamb matches no scenario. Did you mean lamp?');
  const together = await session.run(['run', ...target, '--scenario', 'lamp', '--category', 'personality']);
  expect(together.exitCode, together.output).toBe(2);
  const byFile = await session.run(['run', ...target, '--', 'no-such-file']);
  expect(byFile.exitCode, byFile.output).toBe(2);
  expect(await project.runs()).toEqual([]);
});

test('without gates every scenario must pass; the gate against the baseline names what got worse', async () => {
  const project = await createProject(withFailing);
  const session = commandSession(project);
  const plain = await session.run(['run', ...target]);
  expect(plain.exitCode, plain.output).toBe(1);

  const noBaseline = await session.run(['run', ...target, '--fail-on', 'regression']);
  expect(noBaseline.exitCode, noBaseline.output).toBe(1);
  expect(noBaseline.stdout).toContain('does not hold: regression cannot tell, there is no baseline at');

  const saved = await session.run(['baseline', 'save']);
  expect(saved.exitCode, saved.output).toBe(0);
  expect(saved.stdout).toContain('(2 of 3 passed) as baselines/embedded-rules.json');

  const equal = await session.run(['run', ...target, '--fail-on', 'regression']);
  expect(equal.exitCode, equal.output).toBe(0);
  expect(equal.stdout).toContain(
    'agent-eval  holds: the result equals the baseline baselines/embedded-rules.json: ' +
      '2 of 3 scenarios pass, 1 does not, as there',
  );

  // Another text of a document: no verdict on it can be compared.
  await project.write({ 'corpus/documents/carpets.md': '# Price list\n\nThe carpet costs 131 euros.\n' });
  const otherCorpus = await session.run(['run', ...target, '--fail-on', 'regression']);
  expect(otherCorpus.exitCode, otherCorpus.output).toBe(1);
  expect(otherCorpus.stdout).toContain('(corpus)');
});

test('a usage error ends the process with 2: one line, no stack', async () => {
  const project = await createProject(good);
  const run = await project.agentEval(['run', '--nope']);
  expect(run.exitCode, run.output).toBe(2);
  expect(run.stderr).toMatch(/unknown option '--nope'/);
  expect(run.output).not.toMatch(/^\s+at /m);
});

test('a project without the plugin is told how to add it', async () => {
  const project = await createProject({
    'vitest.config.ts': "import { defineConfig } from 'vitest/config';\nexport default defineConfig({});\n",
  });
  const run = await project.agentEval(['run', ...target]);
  expect(run.exitCode, run.output).toBe(2);
  expect(run.stderr).toContain('plugins: [agentEval()]');
});

test('gates in the plugin fail a plain vitest run whose tests all pass, and say which', async () => {
  const project = await createProject({
    ...good,
    'vitest.config.ts': config('{ gates: { critical: true, passRate: 0.5 } }'),
  });
  const session = commandSession(project);
  const summary = project.path('summary.md');
  await writeFile(summary, '');
  const run = await session.vitest(['run', '--project', 'agent-eval'], {
    ...embedded,
    GITHUB_STEP_SUMMARY: summary,
  });
  expect(run.exitCode, run.output).toBe(1);
  expect(run.output).toMatch(/critical +CANNOT TELL +the run has no critical scenario/);
  expect(run.output).toMatch(/pass-rate +pass +100 % of what was judged passed \(2 of 2\)/);
  expect((await project.scorecard())['gates']).toMatchObject([
    { gate: 'pass-rate', outcome: 'pass' },
    { gate: 'critical', outcome: 'cannot tell' },
  ]);
  const page = await readFile(summary, 'utf8');
  expect(page).toContain('# GAIA Agent Eval');
  expect(page).toContain('| critical | ❔ CANNOT TELL | the run has no critical scenario |');

  const allowed = await session.vitest(['run', '--project', 'agent-eval'], {
    ...embedded,
    AGENT_EVAL_ALLOW: 'critical',
  });
  expect(allowed.exitCode, allowed.output).toBe(0);
});

test('shards are held to the gates when they are merged, and a missing one is refused', async () => {
  const gates = { AGENT_EVAL_FAIL_ON: 'pass-rate=0.5', ...embedded };
  const machines = await Promise.all([1, 2, 3].map(() => createProject(withFailing)));
  for (const [at, machine] of machines.entries()) {
    const args = [`--shard=${at + 1}/3`, '--reporter=blob', `--outputFile.blob=reports/blob-${at + 1}.json`];
    // oxlint-disable-next-line no-await-in-loop -- one machine here
    const run = await machine.agentEval(['run', '--', ...args], gates);
    expect(run.exitCode, run.output).toBe(0);
    expect(run.output).toContain('The gates wait until all shards are merged.');
  }
  const [first, second, third] = machines;
  for (const machine of [first, third]) {
    if (second === undefined || machine === undefined) throw new Error('three machines');
    // oxlint-disable-next-line no-await-in-loop
    await cp(machine.path('reports'), second.path('blobs'), { recursive: true });
  }
  if (second === undefined) throw new Error('three machines');
  const session = commandSession(second);
  const missing = await session.run(['run', '--', '--merge-reports=blobs'], gates);
  expect(missing.exitCode, missing.output).toBe(1);
  expect(missing.output).toContain('Of 3 shards 2 is missing');
  expect((await second.scorecard()).partial).toBe(true);

  await cp(second.path('reports'), second.path('blobs'), { recursive: true });
  const merged = await session.run(['run', '--', '--merge-reports=blobs'], gates);
  expect(merged.exitCode, merged.output).toBe(0);
  expect(merged.stdout).toContain('holds: 2 of 3 scenarios pass, every gate passes');

  const whole = await createProject(withFailing);
  await whole.agentEval(['run'], gates);
  expect(await left(second)).toEqual(await left(whole));
});

test('scenarios that are all gone do not pass their gates by not being there', async () => {
  const project = await createProject({
    'vitest.config.ts': config(
      '{ gates: { passRate: 0.5 } }',
      "projects: [{ test: { name: 'unit', include: ['test/*.test.ts'] } }]",
    ),
    'test/one.test.ts': "import { expect, test } from 'vitest';\ntest('one', () => expect(1).toBe(1));\n",
  });
  const run = await project.vitest(['run'], embedded);
  expect(run.exitCode, run.output).toBe(1);
  expect(run.stderr).toContain('gates are set, and there is no scenario');
  const ours = await project.agentEval(['run', ...target]);
  expect(ours.exitCode, ours.output).toBe(2);
  expect(ours.stderr).toContain('There are no scenarios');
});
