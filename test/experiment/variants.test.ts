/** Which variants and cases a file comes to, older configurations among them. */
import { expect, test } from 'vitest';
import type { LoadedExperiment } from '../../src/experiment/load.ts';
import { askForAll, takeApart } from '../../src/experiment/answering/instructions.ts';
import { fillPlaces } from '../../src/experiment/prompt-text.ts';
import { globMatcher } from '../../src/experiment/glob.ts';
import { experimentProject, TRUTH } from './support/project.ts';

const names = ({ plan, problems }: LoadedExperiment) =>
  plan?.variants.map(({ name }) => name) ?? problems.map(({ message }) => message);

test('models × prompts without what is excepted, each at the line of its model', async () => {
  const project = await experimentProject({
    'truth/notes.txt.yaml': TRUTH,
    'prompts/short.md': 'Be brief. {{document}}\n',
  });
  const loaded = await project.load(
    'task: qa\nmodels:\n  - embedded/lead\n  - { id: cold, model: ollama/qwen3:8b, temperature: 0 }\n  - ollama/Qwen 3\n' +
      'prompts: [plain, short]\nexcept: [{ model: cold, prompt: short }, { model: embedded/lead, prompt: plain }]\n',
  );
  expect(names(loaded)).toEqual(['lead/short', 'cold/plain', 'Qwen-3/plain', 'Qwen-3/short']);
  expect(loaded.plan?.variants.map(({ position }) => position.line)).toEqual([3, 4, 5, 5]);
  expect(loaded.plan?.variants[1]).toMatchObject({
    source: { kind: 'network', name: 'ollama/qwen3:8b', url: null },
    temperature: 0,
    maxTokens: null,
  });
  expect(loaded.plan?.cases.map(({ id }) => id)).toEqual(['notes#release', 'notes#leader']);
  expect(loaded.dependsOn).toEqual(
    expect.arrayContaining([
      project.path('prompts/short.md'),
      project.path('corpus/notes.txt'),
      project.path('truth/notes.txt.yaml'),
    ]),
  );
});

test('a configuration of the replaced benchmark loads as it stands', async () => {
  const project = await experimentProject({ 'truth/notes.txt.yaml': TRUTH });
  const config = {
    description: 'Two models',
    qa_config: { num_qa_pairs: 3 },
    experiments: [
      {
        name: 'Claude Baseline',
        model: 'claude-sonnet-4-6',
        provider: 'anthropic',
        _comment: 'the reference',
      },
      {
        name: 'Local Llama',
        model: 'llama-3.2-3b',
        llm_type: 'lemonade',
        experiment_type: 'qa',
        system_prompt: 'Answer.',
        max_tokens: 256,
        temperature: 0.1,
        parameters: { combined_prompt: true, stop: ['END'], host: '10.0.0.2', port: 8000 },
      },
    ],
  };
  const loaded = await project.load(JSON.stringify(config), 'experiments/basic_qa.json');
  expect(names(loaded)).toEqual(['Claude-Baseline/plain', 'Local-Llama/system']);
  expect(loaded.plan).toMatchObject({ id: 'basic_qa', task: 'qa', mode: 'comparative', repeats: 1 });
  expect(loaded.plan?.variants).toMatchObject([
    { source: { name: 'claude-sonnet-4-6' }, temperature: 0.7, maxTokens: 512, combined: false },
    {
      source: { name: 'lemonade/llama-3.2-3b', url: 'http://10.0.0.2:8000/api/v1' },
      temperature: 0.1,
      maxTokens: 256,
      combined: true,
      extra: { stop: ['END'] },
      prompt: { system: 'Answer.' },
    },
  ]);
  expect(loaded.plan?.warnings.join('\n')).toMatch(/`_comment` is ignored/);
  expect(loaded.plan?.warnings.join('\n')).toMatch(/num_qa_pairs is 3 a document, and there are 2 questions/);
});

test('the sample of its documents is taken for summaries, and that is said', async () => {
  const truth = TRUTH.replace(/qa:[\s\S]*/, 'summarization: { participants: [Ada Byron] }\n');
  const project = await experimentProject({ 'truth/notes.txt.yaml': truth });
  const { plan } = await project.load(
    '{ "experiments": [ { "name": "Local", "model": "llama-3.2-3b", "provider": "lemonade" } ] }',
    'experiments/config.json',
  );
  expect(plan).toMatchObject({ task: 'summarization', cases: [{ id: 'notes', question: null }] });
  expect(plan?.warnings.join()).toMatch(/no `task` is written: it is taken for summarization/);
});

test('cases in place need no truth folder; documents of one stem keep their endings', async () => {
  const project = await experimentProject({ 'corpus/notes.md': 'Other notes.' });
  const { plan, problems } = await project.load(
    'task: qa\nmodels: [embedded/lead]\ncases:\n' +
      '  - { document: notes.txt, question: When?, expected: 14 March 2027, id: when }\n' +
      '  - { document: notes.md, question: Who pays?, expected: null }\n',
  );
  expect(problems).toEqual([]);
  expect(plan?.cases).toMatchObject([
    { id: 'notes.txt#when', truth: { qa: { answer: '14 March 2027' } }, truthSource: { path: null } },
    { id: 'notes.md#q2', truth: { qa: { answer: null } } },
  ]);
});

test('an answer to all parts at once is taken apart by its headings', () => {
  expect(askForAll(['executive', 'participants'])).toMatch(/EXECUTIVE SUMMARY\n.*\n\nPARTICIPANTS\n/s);
  const answer =
    'Here it is.\n## Executive Summary\nIt was decided.\n\n**PARTICIPANTS:** Ada\nGrace\n3. ACTION ITEMS: none\n';
  expect(takeApart(answer, ['executive', 'participants', 'action_items', 'key_decisions'])).toEqual({
    executive: 'It was decided.',
    participants: 'Ada\nGrace',
    action_items: 'none',
  });
  expect(takeApart('Participants were many.', ['participants'])).toEqual({});
});

test('what is put into a prompt is not read for places again', () => {
  expect(
    fillPlaces('{{ document }} | {{question}}', { document: 'A {{question}} $& document', question: 'Why?' }),
  ).toBe('A {{question}} $& document | Why?');
});

test.each([
  ['meetings/**', 'meetings/a/b.txt', true],
  ['meetings/*', 'meetings/a/b.txt', false],
  ['**/*.md', 'a.md', true],
  ['*.{md,txt}', 'a.txt', true],
  ['a.md', 'aXmd', false],
  ['q[1].txt', 'q1.txt', false],
])('%s and %s: %s', (pattern, path, fits) => {
  expect(globMatcher(pattern)(path)).toBe(fits);
});
