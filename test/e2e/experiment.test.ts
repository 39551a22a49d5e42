/** Experiments as tests of a user's Vitest: who asks for them, where they stand, what is kept. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startScriptedOpenAi } from '../support/scripted-openai.ts';
import { config, createProject, type Run } from '../support/project.ts';
import { NOTES, TRUTH } from '../experiment/support/project.ts';

const FREE =
  'task: qa\ncases: [{ document: notes.txt, question: When is the release?, expected: 14 March 2027 }]\nmodels: [embedded/passages]\n';
const PAID = `task: qa
cases: [notes.txt]
bar: { pass: true }
models:
  - box/right
  - { id: wrong, model: box/wrong }
`;

const said = ({ output }: Run): string[] =>
  output.split('\n').filter((line) => line.startsWith('agent-eval'));

test('models are asked when they are asked for, each cell is a test at its model’s line, and nothing is asked twice', async () => {
  const llm = await startScriptedOpenAi(({ body }) => {
    if (body.model === 'wrong') return { content: 'On 3 May 2030.' };
    const isLeader = JSON.stringify(body.messages).includes('Who leads');
    return { content: isLeader ? 'Ada Byron.' : 'On 14 March 2027.' };
  });
  onTestFinished(() => llm.close());
  const project = await createProject({
    'vitest.config.ts': config(`{ endpoints: { box: { url: '${llm.url}', price: '1,1' } } }`),
    'own.test.ts': "import { test } from 'vitest';\ntest('own', () => {});\n",
    'corpus/notes.txt': NOTES,
    'truth/notes.txt.yaml': TRUTH,
    'experiments/free.yaml': FREE,
    'experiments/paid.yaml': PAID,
  });

  const plain = await project.vitest(['run']);
  expect(plain.exitCode, plain.output).toBe(0);
  expect(said(plain)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^agent-eval {2}1 experiment was skipped: .*--project model-eval, or agent-eval experiment/,
      ),
      expect.stringMatching(/^agent-eval {2}free: 1 cells, 0 failed · 1 answers new, 0 from before/),
    ]),
  );
  expect(plain.stdout).toMatch(/Tests {2}2 passed \(2\)/);
  expect(llm.requests).toHaveLength(0);

  const asked = await project.agentEval(['experiment', 'experiments/paid.yaml']);
  expect(asked.exitCode, asked.output).toBe(1);
  expect(llm.requests).toHaveLength(4);
  expect(asked.output).toMatch(/FAIL .* experiments\/paid\.yaml > wrong\/plain > notes#release/);
  expect(asked.output).toMatch(/❯ wrong\/plain experiments\/paid\.yaml:6:5/);
  expect(said(asked).join('\n')).toMatch(/paid: 4 cells, \d failed.* · 4 answers new, 0 from before/);
  const runs = project.path('results/experiments/paid');
  const cells = await readdir(path.join(runs, 'latest/cells'), { recursive: true });
  expect(cells.filter((name) => name.endsWith('.json')).toSorted()).toEqual([
    'right/plain/notes#leader.json',
    'right/plain/notes#release.json',
    'wrong/plain/notes#leader.json',
    'wrong/plain/notes#release.json',
  ]);

  // All of it is there by now, so that it costs nothing and runs with the other tests.
  const junit = ['run', '--reporter=default', '--reporter=junit', '--outputFile=junit.xml', '-t', 'right'];
  const [cached, line, changed] = await Promise.all([
    project.vitest(junit),
    project.vitest(['run', 'experiments/paid.yaml:6']),
    project.agentEval(['experiment', '--variant', 'rihgt/plain']),
  ]);
  expect(cached.exitCode, cached.output).toBe(0);
  expect(said(cached).join('\n')).toMatch(/paid: 2 cells, 0 failed · 0 answers new, 2 from before/);
  expect(await readFile(project.path('junit.xml'), 'utf8')).toContain('right/plain &gt; notes#release');
  expect(llm.requests).toHaveLength(4);
  // Vitest finds the cells of a variant by the line of its model.
  expect(line.output).toMatch(/wrong\/plain > notes#release/);
  expect(said(line).join('\n')).toMatch(/paid: 2 cells, .* · 0 answers new, 2 from before/);
  expect(changed.exitCode, changed.output).toBe(2);
  expect(changed.output).toMatch(/no variant matches rihgt\/plain: did you mean right\/plain\?/);
});

test('an edited truth runs its experiment again in watch mode, and a broken file fails alone at its place', async () => {
  const project = await createProject({
    'vitest.config.ts': config(),
    'corpus/notes.txt': NOTES,
    'truth/notes.txt.yaml': TRUTH,
    'experiments/free.yaml': 'task: qa\ncases: [notes.txt]\nmodels: [embedded/passages]\n',
    'experiments/broken.yaml': 'task: qa\nmodles: [embedded/lead]\n',
  });
  const watching = project.start(['--watch', '--project', 'model-eval']);
  onTestFinished(() => void watching.process.kill());
  await watching.printed(/Tests failed\. Watching/);
  expect(watching.output()).toMatch(
    /experiments\/broken\.yaml:2:1 unknown key `modles`: did you mean `models`\?/,
  );
  expect(watching.output()).toMatch(/free: 2 cells, 0 failed/);
  const before = watching.output().length;
  await project.write({
    'truth/notes.txt.yaml': TRUTH.replace('answer: 14 March 2027', 'answer: 15 March 2027'),
  });
  await watching.printed(
    /free: 2 cells.*0 answers new, 2 from before · 1 judgements new, 1 from before/,
    before,
  );
  watching.process.kill('SIGINT');
  await watching.done;
});
