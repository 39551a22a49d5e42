/** The rules judge on labelled answers, and the measurement itself. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadManifest } from '../../../src/corpus/manifest.ts';
import { resolveTruth } from '../../../src/corpus/truth.ts';
import { CasesError, type LabelledCase, parseCases } from '../../../src/judge/accuracy/cases.ts';
import type { KnownTurn } from '../../../src/judge/accuracy/judge-case.ts';
import { type Accuracy, measureAccuracy } from '../../../src/judge/accuracy/measure.ts';
import { accuracyReport } from '../../../src/judge/accuracy/report.ts';
import { type Judge, JudgeError } from '../../../src/judge/judge.ts';
import { createRulesJudge } from '../../../src/judge/rules/judge.ts';
import { DIMENSIONS } from '../../../src/rubric/dimensions.ts';
import { createLedger } from '../../../src/models/ledger.ts';
import { benchmarkScenarios, CORPUS } from '../../support/benchmark.ts';
import { turnJudgement } from '../../support/verdicts.ts';

const manifest = await loadManifest(CORPUS);
const turns = new Map<string, KnownTurn>();
for (const scenario of await benchmarkScenarios()) {
  for (const turn of scenario.turns) {
    const truth = resolveTruth(turn, manifest);
    turns.set(`${scenario.id}.${turn.turn}`, { turn, truth, turns: scenario.turns.length });
  }
}

const casesOf = (name: string): LabelledCase[] =>
  parseCases(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'), name);
const context = { signal: new AbortController().signal, ledger: createLedger(0) };
const measure = async (cases: readonly LabelledCase[], judge: Pick<Judge, 'judgeTurn'>): Promise<Accuracy> =>
  await measureAccuracy(
    cases,
    (item) => turns.get(`${item.scenario_id}.${item.turn}`) ?? null,
    judge,
    context,
  );
const wrongIn = ({ cases }: Accuracy): string[] =>
  cases.flatMap(({ item, outcome, reasoning }) =>
    outcome === 'wrong' ? [`${item.case_id}: ${item.agent_response} (${reasoning})`] : [],
  );

test('where the rules judge decides, it is right', async () => {
  const accuracy = await measure(casesOf('cases.jsonl'), createRulesJudge());
  expect(wrongIn(accuracy)).toEqual([]);
  expect(accuracy.falsePassesOnCritical).toBe(0);
});

test('a plain answer is decided: one sentence, one asserted value or a plain name', async () => {
  const accuracy = await measure(casesOf('plain-answers.jsonl'), createRulesJudge());
  expect(wrongIn(accuracy)).toEqual([]);
  const open = accuracy.cases.filter(({ outcome }) => outcome === 'undecided');
  expect(open.map(({ item, reasoning }) => `${item.case_id}: ${item.agent_response} (${reasoning})`)).toEqual(
    [],
  );
});

test('no right answer with a second true figure in it is failed', async () => {
  const accuracy = await measure(casesOf('right-answers.jsonl'), createRulesJudge());
  expect(accuracy.cases.length).toBeGreaterThanOrEqual(20);
  expect(wrongIn(accuracy)).toEqual([]);
});

test('every case has an id of its own', () => {
  const ids = ['cases.jsonl', 'plain-answers.jsonl', 'right-answers.jsonl'].flatMap((name) =>
    casesOf(name).map((item) => item.case_id),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

const generous: Pick<Judge, 'judgeTurn'> = {
  judgeTurn: async () =>
    await Promise.resolve(turnJudgement(Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, 10])))),
};

test('a judge that passes everything passes the wrong plain answers that no rule caps, and the report says so', async () => {
  const item = casesOf('cases.jsonl').find(
    ({ label, severity }) => label === 'fail' && severity === 'critical',
  );
  const unread = { ...item, agent_response: 'It is as everybody knows it to be.' } as LabelledCase;
  const accuracy = await measureAccuracy([unread], () => null, generous, context);
  expect(accuracy).toMatchObject({ all: { right: 0, wrong: 1, undecided: 0 }, falsePassesOnCritical: 1 });
  const report = accuracyReport(accuracy);
  expect(report).toContain('False passes of those labelled fail: 1 of 1 (100.0 %, 20.7–100.0)');
  expect(report.split('\n').at(-1)).toBe('0 right, 1 wrong, 0 undecided, 1 false passes on critical');
});

test('an answer that the judge could not judge is counted apart', async () => {
  const failing: Pick<Judge, 'judgeTurn'> = {
    judgeTurn: async () => await Promise.reject(new JudgeError('the reply cannot be read')),
  };
  const accuracy = await measure(casesOf('cases.jsonl').slice(0, 2), failing);
  expect(accuracy.all).toMatchObject({ right: 0, wrong: 0, undecided: 0, failed: 2 });
  expect(accuracyReport(accuracy)).toContain('2 answer(s) got no judgement.');
});

test('a broken file is refused with its line', () => {
  expect(() => parseCases('{"case_id": 1}', 'x.jsonl')).toThrow(CasesError);
  expect(() => parseCases('nonsense', 'x.jsonl')).toThrow(/x\.jsonl:1/);
  expect(() => parseCases('\n', 'x.jsonl')).toThrow(/no case/);
});
