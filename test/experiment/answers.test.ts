/** Whole experiments in this process: summaries, answers by hand, what has no truth, what of the cache can't be read. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startScriptedOpenAi, type ScriptedAnswer, type ScriptedOpenAi } from '../support/scripted-openai.ts';
import { experimentProject, TRUTH } from './support/project.ts';

const QA = 'task: qa\ncases: [notes.txt]\njudge: rules\n';
const WITH_TRUTH = { 'truth/notes.txt.yaml': TRUTH };

async function server(answer: (prompt: string) => ScriptedAnswer): Promise<ScriptedOpenAi> {
  const started = await startScriptedOpenAi(({ body }) =>
    answer(body.messages.map(({ content }) => content ?? '').join('\n')),
  );
  onTestFinished(() => started.close());
  return started;
}

const right = (prompt: string): ScriptedAnswer => ({
  content: prompt.includes('Who leads') ? 'Ada Byron.' : 'On 14 March 2027.',
});

test('summaries: a call for each part or one for all, a missing section is a missing part', async () => {
  const truth = TRUTH.replace(
    /qa:[\s\S]*/,
    'summarization: { participants: [Ada Byron], action_items: [] }\n',
  );
  const project = await experimentProject({ 'truth/notes.txt.yaml': truth });
  const llm = await server((prompt) => ({
    content: prompt.includes('these sections')
      ? 'PARTICIPANTS\n- Ada Byron'
      : prompt.includes('took part')
        ? 'Ada Byron'
        : 'None',
  }));
  const endpoints = { box: { url: llm.url } };
  const text =
    'task: summarization\ncases: [notes.txt]\nstyles: [participants, action_items]\njudge: rules\n' +
    'models: [{ id: each, model: box/m }, { id: all, model: box/m, combined: true }]\n';
  const { cells } = await project.run(text, { endpoints });
  expect(llm.requests).toHaveLength(3);
  expect(cells.map(({ variant, samples }) => [variant, samples[0]?.parts])).toEqual([
    ['all/plain', { participants: '- Ada Byron' }],
    ['each/plain', { participants: 'Ada Byron', action_items: 'None' }],
  ]);
  expect(cells[0]?.samples[0]?.judgement?.levels['action_items']?.level).toBe(1);
});

test('answers by hand: judged as they are; one that nobody brought is skipped, never judged', async () => {
  const project = await experimentProject(WITH_TRUTH);
  await project.write({
    'experiments/answers/chat.yaml': 'notes#release: On 14 March 2027.\nnotes#leader: ""\n',
  });
  const { cells } = await project.run(
    `${QA}models: [{ endpoint: external, model: Chat, answers: answers/chat.yaml }]\n`,
  );
  expect(cells.map(({ case: id, status, passed }) => [id, status, passed])).toEqual([
    ['notes#leader', 'SKIPPED_NO_DOCUMENT', null],
    ['notes#release', 'PASS', true],
  ]);
});

test('no truth and comparative: skipped with the reason, and nobody is asked', async () => {
  const project = await experimentProject();
  const llm = await server(() => ({ content: 'Anything.' }));
  const { cells } = await project.run('task: summarization\ncases: [notes.txt]\nmodels: [box/m]\n', {
    endpoints: { box: { url: llm.url } },
  });
  expect(cells[0]).toMatchObject({ status: 'SKIPPED_NO_DOCUMENT', samples: [] });
  expect(cells[0]?.reasons[0]).toMatch(/no truth of the document .* mode: standalone/);
  expect(llm.requests).toHaveLength(0);
});

test('a damaged file of the cache is asked for again', async () => {
  const project = await experimentProject(WITH_TRUTH);
  const llm = await server(right);
  const endpoints = { box: { url: llm.url } };
  await project.run(`${QA}models: [box/m]\n`, { endpoints });
  const folder = project.path('results/cache/answers');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
  expect(files).toHaveLength(2);
  await writeFile(path.join(folder, files[0] ?? ''), '{"format":');
  await rm(path.join(folder, files[1] ?? ''));
  await project.run(`${QA}models: [box/m]\n`, { endpoints });
  expect(llm.requests).toHaveLength(4);
});
