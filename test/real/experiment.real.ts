/** An experiment with a real, tiny language model on llama.cpp's server, beside one that only quotes the document. */
import { expect, onTestFinished, test } from 'vitest';
import { experimentProject, TRUTH } from '../experiment/support/project.ts';
import { startModelServer } from './model-server.ts';

const QA = 'task: qa\ncases: [notes.txt]\njudge: rules\n';

test('real usage, first token and speed stand in the cells; what the model says is judged as anything else', async () => {
  const server = await startModelServer(2_048);
  onTestFinished(() => server.kill());
  const endpoints = { box: { url: server.endpoint.url } };
  const project = await experimentProject({
    'truth/notes.txt.yaml': `${TRUTH}summarization: { participants: [Ada Byron] }\n`,
  });
  const { cells } = await project.run(
    `${QA}models: [embedded/passages, { id: small, model: box/model, temperature: 0, max_tokens: 48 }, { id: cut, model: box/model, max_tokens: 2 }]\n`,
    { endpoints },
  );
  expect(cells).toHaveLength(6);
  expect(cells.filter(({ variant }) => variant === 'passages/plain').map(({ passed }) => passed)).toEqual([
    true,
    true,
  ]);
  for (const cell of cells.filter(({ variant }) => variant === 'small/plain')) {
    const [sample] = cell.samples;
    expect(['PASS', 'ERRORED']).toContain(cell.status);
    expect(sample?.usage?.input).toBeGreaterThan(40);
    expect(sample?.usage?.output).toBeGreaterThan(0);
    expect(sample?.ms.first_token).toBeGreaterThan(0);
    expect(sample?.ms.total).toBeGreaterThanOrEqual(sample?.ms.first_token ?? Infinity);
    expect(sample?.usd).toBe(0);
    expect(cell.model).toMatchObject({ local: true, server: { name: 'box', context: 2_048 } });
  }
  const stops = cells.filter(({ variant }) => variant === 'cut/plain').map(({ samples }) => samples[0]?.stop);
  expect(stops).toEqual(['length', 'length']);

  const summary = await project.run(
    'task: summarization\ncases: [notes.txt]\nstyles: [participants]\njudge: rules\nmodels: [{ id: small, model: box/model, temperature: 0, max_tokens: 48 }]\n',
    { endpoints },
  );
  expect(summary.cells[0]?.samples[0]?.judgement?.levels).toHaveProperty('participants');
});

test('a case that is longer than the context is not sent, and a server that was killed is nobody’s failure', async () => {
  const server = await startModelServer(512);
  const endpoints = { box: { url: server.endpoint.url } };
  const long = 'The release is on 14 March 2027. '.repeat(400);
  const project = await experimentProject({ 'corpus/long.txt': long });
  const text = (document: string): string =>
    `task: qa\njudge: rules\ncases: [{ document: ${document}, question: When is the release?, expected: 14 March 2027 }]\nmodels: [{ model: box/model, max_tokens: 16 }]\n`;
  const tooLong = await project.run(text('long.txt'), { endpoints });
  expect(tooLong.cells[0]).toMatchObject({ status: 'SETUP_ERROR', grade: null });
  expect(tooLong.cells[0]?.reasons[0]).toMatch(/longer than the context .* its server has 512/);
  await server.kill();
  const gone = await project.run(text('notes.txt'), { endpoints, patience: 1 });
  expect(gone.cells[0]).toMatchObject({ status: 'INFRA_ERROR', grade: null, passed: null });
});
