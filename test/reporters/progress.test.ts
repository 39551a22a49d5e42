import fc from 'fast-check';
import { expect, test } from 'vitest';
import { width } from '../../reporters/plain-text.ts';
import {
  aboutTime,
  finishedLine,
  progressLines,
  timeLeft,
  waitLine,
  type FinishedScenario,
  type RunningScenario,
  type RunProgress,
} from '../../reporters/progress.ts';

const NOW = 1_800_000_000_000;

const done = (id: string, more: Partial<FinishedScenario> = {}): FinishedScenario => ({
  id,
  status: 'PASS',
  seconds: 34.21,
  usd: 0.0123,
  turns: 3,
  ...more,
});
const running = (more: Partial<RunningScenario> = {}): RunningScenario => ({
  id: 'simple_factual_rag',
  turns: 3,
  turn: 2,
  step: 'agent',
  since: NOW - 14_200,
  behind: 1,
  spentUsd: 0.01,
  waiting: null,
  ...more,
});
const run = (more: Partial<RunProgress> = {}): RunProgress => ({
  now: NOW,
  startedAt: NOW - 120_000,
  total: 54,
  finished: [],
  running: [],
  turnsToCome: 90,
  ...more,
});

test('who is where, with totals and spend', () => {
  const lines = progressLines(
    run({ finished: [done('a'), done('b', { status: 'FAIL' })], running: [running()] }),
    120,
  );
  expect(lines).toEqual([
    'agent-eval  2 of 54 finished (1 PASS, 1 FAIL), $0.0346 spent',
    '  simple_factual_rag  turn 2/3, waiting for the agent 14 s, 1 judgement behind',
  ]);
});

test.for<[Partial<RunningScenario>, string]>([
  [{ turn: 0, step: 'setting_up', behind: 0 }, 'setting up 14 s'],
  [{ step: 'wording', behind: 0 }, "turn 2/3, wording the user's message 14 s"],
  [{ step: 'queued', behind: 2 }, 'turn 2/3, waiting until the agent is free 14 s, 2 judgements behind'],
  [{ turn: 3, step: 'judging', behind: 1 }, 'waiting for the judge 14 s, 1 judgement behind'],
  [{ turn: 3, step: 'cleaning_up', behind: 0 }, 'cleaning up 14 s'],
  [
    { behind: 0, waiting: { for: 'agent', why: 'connect\nECONNREFUSED', until: NOW + 94_600 } },
    'turn 2/3, waiting for the agent, at most 95 s more: connect ECONNREFUSED',
  ],
  // A clock that was set back.
  [{ since: NOW + 5_000, behind: 0 }, 'turn 2/3, waiting for the agent 0 s'],
])('%o reads %s', ([more, words]) => {
  expect(progressLines(run({ running: [running(more)] }), 120)[1]).toBe(`  simple_factual_rag  ${words}`);
});

test('a line for logs names what has finished last', () => {
  const finished = [done('a'), done('b'), done('c', { status: 'INFRA_ERROR', usd: 0, seconds: 1 })];
  expect(finishedLine(run({ finished }))).toBe(
    'agent-eval  [3/54] INFRA_ERROR c (1.0 s), $0.0246 spent, about 20 min left',
  );
});

test('no time left is told before three conversations were held to their end', () => {
  const errors = Array.from({ length: 9 }, (_, index) => done(`e${index}`, { turns: 0 }));
  expect(timeLeft(run({ finished: [...errors, done('a'), done('b')] }))).toBeNull();
  expect(timeLeft(run({ finished: [done('a'), done('b'), done('c')], startedAt: null }))).toBeNull();
  // 9 turns in 120 s, 90 to come.
  expect(timeLeft(run({ finished: [done('a'), done('b'), done('c')] }))).toBe(1_200_000);
});

test('turns that are held of scenarios under way count as done', () => {
  const finished = [done('a'), done('b'), done('c')];
  // 10 turns in 120 s; 90 to come and 2 of the one under way.
  expect(timeLeft(run({ finished, running: [running()] }))).toBe((120_000 * 92) / 10);
});

test('the last scenario leaves no time to tell', () => {
  const finished = [done('a'), done('b'), done('c')];
  expect(finishedLine(run({ finished, total: 3, turnsToCome: 0 }))).not.toContain('left');
});

test.for<[number, string]>([
  [0, 'about 10 s'],
  [44_000, 'about 40 s'],
  [89_000, 'about 90 s'],
  [91_000, 'about 2 min'],
  [14 * 60_000, 'about 14 min'],
  [89 * 60_000, 'about 89 min'],
  [96 * 60_000, 'about 1.6 h'],
  [150 * 60_000, 'about 2.5 h'],
])('%i ms are %s', ([ms, words]) => {
  expect(aboutTime(ms)).toBe(words);
});

test('what is waited for stands once in the log, with the setting that bounds it', () => {
  expect(waitLine({ for: 'judge', why: 'HTTP 529', until: NOW + 30_000 }, NOW)).toBe(
    'agent-eval  waiting for the judge, at most 30 s more (AGENT_EVAL_JUDGE_TIMEOUT): HTTP 529',
  );
});

test('no line is wider than the terminal, whatever the ids hold', () => {
  const ids = fc.string({ unit: 'binary', minLength: 1 });
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 12 }), fc.integer({ min: 20, max: 200 }), (names, columns) => {
      const lines = progressLines(run({ running: names.map((id) => running({ id })) }), columns);
      expect(lines.length).toBeLessThanOrEqual(10);
      for (const line of lines) {
        expect(width(line)).toBeLessThanOrEqual(columns);
        for (const control of ['\n', '\r', '\u001B']) expect(line).not.toContain(control);
      }
    }),
  );
});
