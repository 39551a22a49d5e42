/** Whole experiments in this process: embedded models, and a real HTTP server that answers, misbehaves and goes away. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startScriptedOpenAi, type ScriptedAnswer } from '../support/scripted-openai.ts';
import { right, server } from './support/server.ts';
import { experimentProject, NOTES, TRUTH } from './support/project.ts';

const QA = 'task: qa\ncases: [notes.txt]\njudge: rules\n';
const WITH_TRUTH = { 'truth/notes.txt.yaml': TRUTH };

test('embedded models answer, rules judge, cells hold all of it, and the same again asks nobody', async () => {
  const project = await experimentProject(WITH_TRUTH);
  const first = await project.run(`${QA}models: [embedded/lead, embedded/passages]\n`);
  expect(first.cells.map(({ variant, case: id, status, passed }) => [variant, id, status, passed])).toEqual([
    ['lead/plain', 'notes#leader', 'ERRORED', null],
    ['lead/plain', 'notes#release', 'PASS', true],
    ['passages/plain', 'notes#leader', 'PASS', true],
    ['passages/plain', 'notes#release', 'PASS', true],
  ]);
  const [cell] = first.cells.filter(({ passed }) => passed);
  expect(cell).toMatchObject({
    experiment: 'e',
    question: 'When is the release?',
    document: { path: 'notes.txt', tokens_estimated: Math.ceil(NOTES.length / 4) },
    truth: { path: 'notes.txt.yaml', written_by: 'Grace', reviewed: null },
    model: { asked: 'embedded/lead', endpoint: 'embedded', local: true, server: null },
    settings: { prompt: 'plain', combined: false },
  });
  expect(cell?.samples[0]).toMatchObject({ usd: 0, from_cache: { answer: false, judgement: false } });
  expect(await readFile(path.join(path.dirname(first.run), 'latest/plan.json'), 'utf8')).toContain(
    'lead/plain',
  );

  const second = await project.run(`${QA}models: [embedded/lead, embedded/passages]\n`);
  expect(second.run).not.toBe(first.run);
  expect(
    second.done.every(({ row }) => row.from_cache.answers === 1 && row.from_cache.judgements === 1),
  ).toBe(true);
});

test('a bar makes a test of a measurement', async () => {
  const project = await experimentProject(WITH_TRUTH);
  const llm = await server('On 15 March 2027.');
  const options = {
    endpoints: { box: { url: llm.url } },
    only: (_variant: string, id: string) => id.endsWith('release'),
  };
  const measured = await project.run(`${QA}models: [box/m]\n`, options);
  expect(measured.cells).toMatchObject([{ status: 'PASS', passed: false, reasons: [] }]);
  const held = await project.run(`${QA}models: [box/m]\nbar: { pass: true }\n`, options);
  expect(held.cells).toMatchObject([
    { status: 'FAIL', passed: false, reasons: ['the answer does not pass'] },
  ]);
  expect(llm.requests).toHaveLength(1);
});

test('a model of a server: usage, first token, thinking apart, one call for each sample', async () => {
  const project = await experimentProject(WITH_TRUTH);
  const llm = await server((prompt) => ({
    ...right(prompt),
    message: { reasoning_content: 'Let me look.' },
    usage: { prompt: 120, completion: 8, cached: 20 },
  }));
  const endpoints = { box: { url: llm.url, price: '1,2' } };
  const text = `${QA}models: [{ model: box/m, temperature: 0.2, max_tokens: 64 }]\nrepeats: 2\n`;
  const { cells, done } = await project.run(text, { endpoints });
  expect(cells.map(({ status, passed }) => [status, passed])).toEqual([
    ['PASS', true],
    ['PASS', true],
  ]);
  expect(llm.requests).toHaveLength(4);
  expect(llm.requests[0]?.body).toMatchObject({ model: 'm', temperature: 0.2, max_tokens: 64, stream: true });
  const [sample] = cells[0]?.samples ?? [];
  expect(sample).toMatchObject({
    usage: { input: 120, output: 8, cached: 20 },
    stop: 'end',
    thinking_chars: 'Let me look.'.length,
    parts: { answer: 'Ada Byron.' },
  });
  expect(sample?.usd).toBeCloseTo((100 * 1 + 20 * 1 + 8 * 2) / 1e6, 9);
  expect(sample?.ms.first_token).toBeGreaterThan(0);
  expect(new Set(cells.flatMap(({ samples }) => samples.map(({ keys }) => keys.answer))).size).toBe(4);
  expect(done[0]?.row.usd.paid).toBeCloseTo(2 * (136 / 1e6), 9);

  // One more sample asks once more for each case; what is there is not asked again, and costs nothing now.
  const more = await project.run(text.replace('repeats: 2', 'repeats: 3'), { endpoints });
  expect(llm.requests).toHaveLength(6);
  expect(more.done[0]?.row).toMatchObject({ from_cache: { answers: 2 }, done: { answers: 3 } });
  expect(more.done[0]?.row.usd.paid).toBeCloseTo(136 / 1e6, 9);
  await project.run(text, { endpoints, force: 'answers' });
  expect(llm.requests).toHaveLength(10);
  // Another prompt is another answer.
  await project.run(`${text}prompts: [{ id: p, system: "{{document}} {{question}}" }]\n`, { endpoints });
  expect(llm.requests).toHaveLength(14);
  expect(llm.requests.at(-1)?.body.messages[0]?.content).toContain(NOTES);
});

const FAULTS: readonly (readonly [string, ScriptedAnswer, string, RegExp])[] = [
  [
    'all tokens spent on thinking',
    { content: '', message: { reasoning_content: 'Hm.' }, finish: 'length' },
    'FAIL',
    /there is no answer: .* on thinking before it\. Raise max_tokens/,
  ],
  ['a key that is refused', { status: 401, raw: { error: { message: 'no' } } }, 'INFRA_ERROR', /key/i],
  [
    'a prompt that does not fit',
    {
      status: 400,
      raw: {
        error: {
          type: 'exceed_context_size_error',
          message: 'the request exceeds the available context size',
          n_prompt_tokens: 9000,
          n_ctx: 4096,
        },
      },
    },
    'SETUP_ERROR',
    /context/,
  ],
  ['no answer in time', { hangs: true }, 'TIMEOUT', /./],
];

test.each(FAULTS)('%s', async (_name, answer, status, why) => {
  const project = await experimentProject(WITH_TRUTH);
  const llm = await server(() => answer);
  const endpoints = { box: { url: llm.url, slots: 2 } };
  const text = `${QA}models: [{ model: box/m, timeout: 1 }]\n`;
  const only = (_variant: string, id: string): boolean => id.endsWith('release');
  const { cells } = await project.run(text, { endpoints, only });
  expect(cells.map((cell) => cell.status)).toEqual([status]);
  expect(cells[0]?.reasons.join()).toMatch(why);
  if (status === 'FAIL') {
    expect(cells[0]).toMatchObject({ grade: 0, passed: false });
    return;
  }
  expect(cells[0]).toMatchObject({ grade: null, passed: null });
  // An error never counts as done.
  const before = llm.requests.length;
  await project.run(text, { endpoints, only });
  expect(llm.requests.length).toBeGreaterThan(before);
});

test('a server that is gone: waited for once, and the rest is not tried; a cut answer is told', async () => {
  const project = await experimentProject(WITH_TRUTH);
  const gone = await startScriptedOpenAi();
  await gone.close();
  const { cells } = await project.run(`${QA}models: [box/m]\n`, {
    endpoints: { box: { url: gone.url } },
    patience: 0.2,
  });
  expect(cells.map(({ status }) => status)).toEqual(['INFRA_ERROR', 'INFRA_ERROR']);
  const reasons = cells.flatMap((cell) => cell.reasons);
  expect(reasons.filter((reason) => /^after 0.2 s of waiting/.test(reason))).toHaveLength(1);
  expect(reasons.filter((reason) => /^not tried: after 0.2 s/.test(reason))).toHaveLength(1);

  const cut = await server((prompt) => ({ ...right(prompt), finish: 'length' }));
  const told = await project.run(`${QA}models: [box/m]\n`, { endpoints: { box: { url: cut.url } } });
  expect(told.cells[0]).toMatchObject({
    status: 'PASS',
    warnings: ['the answer is cut: max_tokens was reached'],
  });
});

test('another model than was asked, and no usage: told, and not made up', async () => {
  const project = await experimentProject(WITH_TRUTH);
  const llm = await server((prompt) => ({ ...right(prompt), model: 'other', usage: null }));
  const endpoints = { box: { url: llm.url, price: '1,2' } };
  const { cells, done } = await project.run(`${QA}models: [box/m]\n`, { endpoints });
  expect(cells[0]?.warnings.join()).toMatch(/m was asked, and the server says that other answered/);
  expect(cells[0]?.samples[0]).toMatchObject({ usage: null, usd: null, tokens_per_second: null });
  expect(done[0]?.row).toMatchObject({ tokens: null, usd: { paid: null } });
});

test('the budget is asked before each call', async () => {
  const project = await experimentProject(WITH_TRUTH);
  const llm = await server(right);
  const endpoints = { box: { url: llm.url, price: '1000,1000' } };
  const { cells } = await project.run(`${QA}models: [box/m]\nbudget: 0.01\n`, { endpoints });
  expect(llm.requests).toHaveLength(0);
  expect(cells.map(({ status }) => status)).toEqual(['BUDGET_EXCEEDED', 'BUDGET_EXCEEDED']);
  expect(cells[0]?.reasons[0]).toMatch(
    /budget of the experiment e of \$0\.0100 does not allow the next call/,
  );
});

test('two models on one endpoint take turns as few times as can be', async () => {
  const project = await experimentProject(WITH_TRUTH);
  const llm = await server(right);
  const endpoints = { box: { url: llm.url } };
  const text = `${QA}models: [box/a, box/b]\nprompts: [plain, { id: two, system: "Short. {{document}}" }]\n`;
  const { done } = await project.run(text, { endpoints });
  const models = llm.requests.map(({ body }) => body.model);
  expect(models).toEqual([...Array<string>(4).fill('a'), ...Array<string>(4).fill('b')]);
  expect(Math.max(...done.map(({ swaps }) => swaps))).toBe(1);
});

test('an interrupted run keeps what is done, and is gone on with; money is counted once', async () => {
  const project = await experimentProject(WITH_TRUTH);
  const stop = new AbortController();
  let hangs = true;
  const llm = await server((prompt) => {
    if (!prompt.includes('Who leads') || !hangs) return right(prompt);
    hangs = false;
    stop.abort(new Error('enough'));
    return { hangs: true };
  });
  const endpoints = { box: { url: llm.url, price: '1,1' } };
  const text = `${QA}models: [box/m]\nbudget: 5\n`;
  const stopped = project.run(text, { endpoints, leaveOpen: true, signal: stop.signal });
  await expect(stopped).rejects.toThrow(/enough/);
  expect(llm.requests).toHaveLength(2);
  const folder = project.path('results/experiments/e');
  const [run = ''] = (await readdir(folder)).filter((name) => name.startsWith('run_'));
  const on = await project.run(text, { endpoints, resume: true });
  expect(path.basename(on.run)).toBe(run);
  expect(on.cells.map(({ status }) => status)).toEqual(['PASS', 'PASS']);
  expect(llm.requests).toHaveLength(3);
  // Of one run both are new, and each is paid once.
  expect(on.done.map(({ row }) => row.from_cache.answers)).toEqual([0, 0]);
  const again = await project.run(text, { endpoints, resume: true });
  expect(path.basename(again.run)).not.toBe(run);
  expect(again.done.map(({ row }) => [row.from_cache.answers, row.usd.paid])).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect(llm.requests).toHaveLength(3);
});
