/** Folders that `agentEval({…})` names in Vitest's configuration: every command knows them, not only a run. */
import { rename, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandFolder, type CommandFolder } from '../support/command.ts';
import { aResult } from '../support/results.ts';
import { card } from '../support/scorecards.ts';

const repository = path.resolve(import.meta.dirname, '../..');

const configuration = (options: object, rest = '') =>
  `import { agentEval } from ${JSON.stringify(path.join(repository, 'src/index.ts'))};
export default async () => ({ ${rest} plugins: [null, [Promise.resolve(agentEval(${JSON.stringify(options)}))]] });
`;

const scenario = `id: greeting
name: Greeting
category: basics
severity: standard
description: The agent greets.
persona: casual_user
setup: { index_documents: [{ corpus_doc: note }] }
turns:
  - turn: 1
    user_message: What is the code?
    ground_truth: { doc_id: note, fact_id: code }
    checks: { mentions: ['7341'] }
`;

const files = {
  'package.json': { type: 'module', private: true },
  'evals/corpus/manifest.json': {
    documents: [
      {
        id: 'note',
        filename: 'note.md',
        facts: [{ id: 'code', question: 'Code?', answer: '7341', where: 'The code is 7341.' }],
      },
    ],
  },
  'evals/corpus/documents/note.md': '# Note\n\nThe code is 7341.\n',
  'evals/scenarios/greeting.yaml': scenario,
  'evals/results/run_1/scorecard.json': card([{ id: 'a' }]),
  'evals/results/run_1/traces/a.json': aResult({ scenario_id: 'a' }),
};

async function project(options: object, rest?: string): Promise<CommandFolder> {
  const here = await commandFolder({ ...files, 'vitest.config.ts': configuration(options, rest) });
  await symlink(path.join(repository, 'node_modules'), here.path('node_modules'), 'junction');
  return here;
}

const FOLDERS = {
  scenarios: 'evals/scenarios',
  corpus: 'evals/corpus',
  results: 'evals/results',
  baseline: 'evals/baseline.json',
};

test('fault 40: compare, baseline, scorecard, rescore and corpus use the folders of the configuration', async () => {
  const here = await project(FOLDERS);
  for (const [words, says] of [
    [['baseline', 'save', 'run_1', '--allow', 'partial'], 'evals/baseline.json'],
    [['baseline', 'path'], 'evals/baseline.json'],
    [['compare', 'run_1'], 'No scenario got better or worse'],
    [['scorecard', 'run_1'], 'evals/results/run_1'],
    [['rescore', 'run_1'], '0 of 1 verdict(s) change'],
    [['corpus', 'check'], 'Nothing is wrong.'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- each may read what the one before wrote
    const { code, out, err } = await here.run(...words);
    expect([words, code, err]).toEqual([words, 0, '']);
    expect(out.split(path.sep).join('/')).toContain(says);
  }
});

test("fault 40: they are relative to the configuration's root; a flag and a name to where the user stands", async () => {
  const { baseline: _, scenarios: __, ...rooted } = { ...FOLDERS, corpus: 'corpus', results: 'results' };
  const here = await project(rooted, "root: 'evals',");
  expect(await here.run('scorecard', 'run_1')).toMatchObject({ code: 0 });
  expect(await here.run('scorecard', 'evals/results/run_1')).toMatchObject({ code: 0 });
  expect(await here.run('corpus', 'check')).toMatchObject({ code: 0, out: 'Nothing is wrong.\n' });
  const { code, err } = await here.run('scorecard', 'run_1', '--results', 'elsewhere');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(here.path('elsewhere')) });
});

test('a configuration that cannot be loaded, or a bad value in it, is said; a flag does without it, and so does who has no Vitest', async () => {
  const here = await project({ results: '' });
  const bad = await here.run('scorecard', 'run_1');
  expect(bad).toMatchObject({ code: 2, err: expect.stringContaining('agentEval({ results })') });
  await here.write({ 'vitest.config.ts': 'export default {' });
  const broken = await here.run('scorecard', 'run_1');
  expect(broken).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^agent-eval {2}vitest\.config\.ts could not be loaded: .*name the folders by flags/s,
    ),
  });
  expect(await here.run('scorecard', 'run_1', '--results', 'evals/results')).toMatchObject({ code: 0 });
  await rename(here.path('node_modules'), here.path('away'));
  const without = await here.run('scorecard', 'run_1');
  expect(without).toMatchObject({ code: 2, err: expect.stringContaining(here.path('results/run_1')) });
});
