/** What a user can get wrong in an experiment, and what is said of it, where. */
import { expect, test } from 'vitest';
import { selectPlan, tooManyCells, unmatched } from '../../src/experiment/select.ts';
import type { ExperimentPlan } from '../../src/experiment/plan.ts';
import { isError } from '../../src/yaml/problem.ts';
import { experimentProject, TRUTH } from './support/project.ts';

const QA = 'task: qa\ncases: [notes.txt]\n';
const MODELS = 'models: [embedded/lead]\n';

interface Mistake {
  readonly text: string;
  readonly says: RegExp;
  /** `line:column` */
  readonly at?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const MISTAKES: Readonly<Record<string, Mistake>> = {
  'a misspelt key': {
    text: `${QA}modles: [embedded/lead]\n`,
    says: /unknown key `modles`: did you mean `models`\?/,
    at: '3:1',
  },
  'a key that is near to none': {
    text: `${QA}${MODELS}colour: red\n`,
    says: /^unknown key `colour`$/,
    at: '4:1',
  },
  'a task that is none': {
    text: `task: quiz\n${MODELS}`,
    says: /`task` must be "summarization".*not "quiz"/,
  },
  'no task': { text: MODELS, says: /`task` is missing/ },
  'no models': { text: QA, says: /`models` is missing/ },
  'a misspelt place in a prompt': {
    text: `${QA}${MODELS}prompts: [{ id: p, system: "Read {{documnt}}." }]\n`,
    says: /nothing is put in the place of \{\{documnt\}\}: did you mean \{\{document\}\}\?/,
    at: '4:20',
  },
  'the same in a file': {
    text: `${QA}${MODELS}prompts: [p]\n`,
    files: { 'prompts/p.md': 'Be brief.\n\n{{quest ion}}\n' },
    says: /nothing is put in the place of \{\{quest ion\}\}: did you mean \{\{question\}\}/,
    at: '3:1',
  },
  'a prompt that is not there': {
    text: `${QA}${MODELS}prompts: [short]\n`,
    says: /there is no prompt .*short\.md: write it/,
    at: '4:11',
  },
  'an endpoint that is none': {
    text: `${QA}models: [lemonad/qwen]\n`,
    says: /no endpoint is called lemonad: did you mean lemonade\?/,
    at: '3:10',
  },
  'an embedded model that is none': {
    text: `${QA}models: [embedded/leed]\n`,
    says: /there is no embedded model leed: did you mean lead\?/,
  },
  'a model without a price': {
    text: `${QA}models: [claude-sonnet-9]\n`,
    says: /claude-sonnet-9" is not known|price of the model "claude-sonnet-9"/,
  },
  'two variants of one name': {
    text: `${QA}models: [embedded/lead, { id: Lead, model: embedded/passages }]\n`,
    says: /two variants are called Lead\/plain .*give one an `id`/,
  },
  'a baseline that is none': {
    text: `${QA}${MODELS}baseline: led/plain\n`,
    says: /no variant is called led\/plain: did you mean lead\/plain\?/,
    at: '4:1',
  },
  'an exception for nobody': {
    text: `${QA}${MODELS}except: [{ model: led }]\n`,
    says: /no model is called led: did you mean lead\?/,
  },
  'exceptions that leave nothing': {
    text: `${QA}${MODELS}except: [{ model: lead }]\n`,
    says: /leaves no variant to run/,
  },
  'no document that matches': {
    text: `task: qa\ncases: ["mails/*"]\n${MODELS}`,
    says: /no document of the corpus matches "mails\/\*"/,
    at: '2:9',
  },
  'questions that nobody wrote': {
    text: `task: qa\ncases: [other.txt]\n${MODELS}`,
    files: { 'corpus/other.txt': 'Text.' },
    says: /nobody wrote questions on other.txt/,
  },
  'no truth at all': {
    text: `task: qa\n${MODELS}`,
    files: {
      'truth/notes.txt.yaml': TRUTH.replace(/qa:[\s\S]*/, 'summarization: { participants: [Ada] }\n'),
    },
    says: /no truth in .* has questions/,
  },
  'a question without its answer': {
    text: `task: qa\ncases: [{ document: notes.txt, question: When? }]\n${MODELS}`,
    says: /a question needs its `expected` answer/,
  },
  'a truth of another version': {
    text: `${QA}${MODELS}`,
    files: { 'corpus/notes.txt': 'Changed.' },
    says: /notes\.txt\.yaml:2:1: this is the truth of another version/,
  },
  'a document without text': {
    text: `task: qa\ncases: [empty.txt]\n${MODELS}`,
    files: { 'corpus/empty.txt': ' ' },
    says: /empty\.txt cannot be given to a model: it has no text/,
  },
  'a document outside': {
    text: `task: qa\ncases: [{ document: ../secret.txt, question: What?, expected: x }]\n${MODELS}`,
    says: /leaves the corpus folder/,
  },
  'the manifest as a document': {
    text: `task: qa\ncases: [{ document: manifest.json, question: What?, expected: x }]\n${MODELS}`,
    files: { 'corpus/manifest.json': '{"documents":[]}' },
    says: /the manifest, which holds answers/,
  },
  'truths among the documents': {
    text: `${QA}${MODELS}truth: corpus/truth\n`,
    says: /lies within the corpus/,
  },
  'standalone for questions': {
    text: `${QA}${MODELS}mode: standalone\n`,
    says: /needs a truth: standalone is for summaries/,
  },
  'two cases of one name': {
    text: `task: qa\ncases: [notes.txt, notes.txt]\n${MODELS}`,
    says: /two cases are called notes#release/,
  },
  'an external model without answers': {
    text: `${QA}models: [{ endpoint: external, model: chat }]\n`,
    says: /needs `answers`: a file/,
  },
  'answers that are not there': {
    text: `${QA}models: [{ endpoint: external, model: chat, answers: a.yaml }]\n`,
    says: /the answers a\.yaml cannot be read/,
  },
  'a replacement without a baseline': {
    text: `${QA}${MODELS}gates: { nonInferior: { variant: lead/plain, margin: 5 } }\n`,
    says: /compared with the `baseline`, and none is named/,
  },
  'text that is no YAML': { text: 'task: [qa\n', says: /./ },
  'a list': { text: '- qa\n', says: /an experiment is a mapping/ },
};

test.each(Object.entries(MISTAKES))('%s', async (_name, { text, says, at, files = {} }) => {
  const project = await experimentProject({ 'truth/notes.txt.yaml': TRUTH, ...files });
  const { plan, problems } = await project.load(text);
  const errors = problems.filter(isError);
  expect(plan).toBeNull();
  expect(errors.map(({ message }) => message).join('\n')).toMatch(says);
  const found = errors.find(({ message }) => says.test(message)) ?? errors[0];
  if (at !== undefined) expect(`${found?.line}:${found?.column}`).toBe(at);
});

test.each([
  ['an address that such a server does not answer at', 'http://box:8000', /write http:\/\/box:8000\/v1/],
])('%s', async (_name, url, says) => {
  const project = await experimentProject({ 'truth/notes.txt.yaml': TRUTH });
  const { problems } = await project.load(`${QA}models: [box/m]\n`, 'experiments/e.yaml', { box: { url } });
  expect(problems.map(({ message }) => message).join()).toMatch(says);
});

test('a prompt without a place for the document is told, and repeats of what answers the same', async () => {
  const project = await experimentProject({ 'truth/notes.txt.yaml': TRUTH });
  const { plan } = await project.load(`${QA}${MODELS}prompts: [{ id: p, system: Be brief. }]\nrepeats: 2\n`);
  expect(plan?.warnings.join('\n')).toMatch(/no place for the document[^\n]*it is put behind it/);
  expect(plan?.warnings.join('\n')).toMatch(/lead\/p give the same answer each time/);
});

test('more than 10,000 cells need a word', async () => {
  const project = await experimentProject({ 'truth/notes.txt.yaml': TRUTH });
  const { plan } = await project.load(`${QA}${MODELS}`);
  expect(plan).not.toBeNull();
  if (plan === null) return;
  const [one] = plan.cases;
  const many: ExperimentPlan = {
    ...plan,
    cases: Array.from({ length: 10_001 }, () => one).filter((each) => each !== undefined),
  };
  expect(tooManyCells(many, false)).toMatch(
    /1 variants × 10001 cases are 10,001 cells, more than 10,000: add --yes/,
  );
  expect(tooManyCells(many, true)).toBeNull();
  expect(tooManyCells({ ...many, cases: many.cases.slice(1) }, false)).toBeNull();
});

test('a filter that matches nothing is named, and part of a run is marked', async () => {
  const project = await experimentProject({ 'truth/notes.txt.yaml': TRUTH });
  const { plan } = await project.load(`${QA}models: [embedded/lead, embedded/passages]\n`);
  if (plan === null) throw new Error('no plan');
  const none = { variant: [], case: [], limit: undefined, repeats: undefined, experimentBudget: undefined };
  expect(unmatched([plan], { ...none, variant: ['leed/plain'] })).toEqual([
    'no variant matches leed/plain: did you mean lead/plain?',
  ]);
  expect(unmatched([plan], { ...none, variant: ['lead'], case: ['notes'] })).toEqual([]);
  expect(selectPlan(plan, none).isPartial).toBe(false);
  const part = selectPlan(plan, { ...none, variant: ['lead'], case: ['*#release'] });
  expect(part.plan.variants.map(({ name }) => name)).toEqual(['lead/plain']);
  expect(part.plan.cases.map(({ id }) => id)).toEqual(['notes#release']);
  expect(part).toMatchObject({ isPartial: true, whole: 4 });
});
