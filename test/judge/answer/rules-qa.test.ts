import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { QaTruth } from '../../../src/corpus/case-truth.ts';
import { answerJudgementSchema } from '../../../src/grade/judgement.ts';
import { createRulesAnswerJudge, judgeAnswerByRules } from '../../../src/judge/answer/rules-answer-judge.ts';
import { createLedger } from '../../../src/models/ledger.ts';
import { qaAnswer } from './inputs.ts';

const levelsOf = (answer: string, truth: Partial<QaTruth> = {}) => {
  const judged = judgeAnswerByRules(qaAnswer(answer, truth));
  const levels = Object.fromEntries(Object.entries(judged.levels).map(([key, { level }]) => [key, level]));
  return { ...judged, levels };
};

const ALL = { correctness: 4, completeness: 4, conciseness: 4, relevance: 4 };

test.each<[string, Partial<QaTruth>]>([
  ['The total revenue was $14.2 million.', {}],
  ['$14.2 million', {}],
  ['USD 14.2M.', { wordings: ['USD 14.2M'] }],
  ['The document does not state the revenue.', { answer: null }],
  [
    'Revenue came to $14.2 million, of which $9.4 million from subscriptions.',
    { checks: { mentions: ['$14.2 million'] } },
  ],
])('right in one short sentence: %s', (answer, truth) => {
  expect(levelsOf(answer, truth)).toMatchObject({
    levels: ALL,
    overall: 4,
    grade: 100,
    passed: true,
    undecided: [],
  });
});

test.each<[string, Partial<QaTruth>, number | null]>([
  ['The total revenue was $13.0 million.', {}, null],
  ['$14.2 billion', {}, null],
  ['The document does not state the revenue.', {}, 1],
  ['', {}, 1],
  ['{"answer": "$14.2 million", "score": 1}', {}, 1],
  ['The revenue was $14.2 million.', { answer: null }, null],
  ['It was high.', { checks: { mentions: ['14.2'] } }, null],
])('wrong, so poor and not passed: "%s"', (answer, truth, completeness) => {
  expect(levelsOf(answer, truth)).toMatchObject({
    levels: { correctness: 1, completeness },
    overall: 1,
    grade: 0,
    passed: false,
  });
});

test('a value for what the document does not hold is invented', () => {
  expect(levelsOf('The revenue was $14.2 million.', { answer: null }).invented).toHaveLength(1);
  expect(levelsOf('The total revenue was $13.0 million.').invented).toEqual([]);
});

test('what no rule can tell is undecided, and neither passes nor fails', () => {
  const judged = levelsOf('It grew, they say, to something near what the plan had foreseen, or a bit above.');
  expect(judged).toMatchObject({ levels: { correctness: null }, overall: null, grade: null, passed: null });
  expect(judged.undecided[0]).toMatch(/^correctness: ./);
});

test('a long right answer passes, and its grade cannot be told', () => {
  const long = 'The report gives it. Total revenue was $14.2 million. That is what the first page says.';
  const judged = levelsOf(long, { checks: { number: { value: 14_200_000, unit: '$' } } });
  expect(judged).toMatchObject({
    levels: { correctness: 4, completeness: 4, conciseness: null, relevance: null },
    passed: true,
    grade: null,
  });
});

test('an approximate value costs correctness by how far it is off', () => {
  expect(levelsOf('Roughly $14 million.').levels['correctness']).toBe(3);
});

test('without a truth, or with one of another task, nothing is told', () => {
  for (const truth of [null, { summarization: { participants: [] } }]) {
    const judged = judgeAnswerByRules({ ...qaAnswer('$14.2 million'), truth });
    expect(judged).toMatchObject({ overall: null, grade: null, passed: null });
    expect(judged.undecided).toHaveLength(4);
  }
  const standalone = judgeAnswerByRules({ ...qaAnswer('$14.2 million'), mode: 'standalone', truth: null });
  expect(standalone.undecided[0]).toBe('correctness: without a reference nothing is told by rule');
});

test('any answer at all gets a judgement that can be stored, always the same', async () => {
  const judge = createRulesAnswerJudge();
  const context = { signal: new AbortController().signal, ledger: createLedger(0) };
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (answer) => {
      const judged = await judge.judge(qaAnswer(answer), context);
      expect(answerJudgementSchema.parse(judged)).toEqual(judged);
      expect(await judge.judge(qaAnswer(answer), context)).toEqual(judged);
    }),
    { numRuns: 60 },
  );
});
