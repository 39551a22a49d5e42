import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { width } from '../../reporters/plain-text.ts';
import { consoleTable, type TableOptions } from '../../reporters/table.ts';
import { buildScorecard } from '../../src/results/store/scorecard.ts';
import { STATUSES } from '../../src/rubric/verdict-types.ts';
import { aResult, CONFIG } from '../support/results.ts';

const OPTIONS = { runId: 'run_20260301_120000', timestamp: new Date('2026-03-01T12:00:00Z'), partial: false };
const tableOf = (rows: readonly object[], options: TableOptions = {}, more: object = {}): string =>
  consoleTable(buildScorecard(rows, CONFIG, { ...OPTIONS, ...more }), options);

const ROWS = [
  aResult(),
  aResult({
    scenario_id: 'cross_turn_file_recall',
    category: 'context_retention',
    status: 'FAIL',
    overall_score: 7.5,
    reasons: [
      {
        turn: 2,
        rule: 'correctness',
        text: 'correctness is 3, below 4: check:calls_tool (no search tool was called).',
      },
    ],
  }),
  aResult({
    scenario_id: 'chart',
    category: 'vision',
    status: 'TIMEOUT',
    overall_score: null,
    error: 'No answer within 900 s.',
  }),
  aResult({ scenario_id: 'absent', category: 'vision', status: 'SKIPPED_NO_DOCUMENT', overall_score: null }),
];

test('categories, totals, what did not pass and why, spend and files', () => {
  expect(tableOf(ROWS, { folder: 'results/run_20260301_120000' })).toBe(
    `Agent eval  run_20260301_120000
Target     http://localhost:4200
Judge      anthropic, claude-sonnet-4-6+prompts-1

Category            Pass   Fail  Block  Infra   Skip    Avg
context_retention      0      1      0      0      0   5.99
rag_quality            1      0      0      0      0   8.00
vision                 0      0      0      1      1      –
───────────────────────────────────────────────────────────
All                    1      1      0      1      1   7.00

Passed 1 of 2 judged (50 %), 4 scenario(s) in all (25 %)
Spent      $0.0496, 49.4 s of scenarios

Not passed
FAIL     cross_turn_file_recall  Turn 2: correctness is 3, below 4: check:calls…
TIMEOUT  chart                   No answer within 900 s.

Summary    results/run_20260301_120000/summary.md
Scorecard  results/run_20260301_120000/scorecard.json`,
  );
});

test.each([
  [['correctness'], 0.25, 'Scores     correctness only, 25 % of the weights'],
  [['correctness', 'efficiency'], 0.3, 'Scores     correctness, efficiency: 30 % of the weights'],
])('scores of %j alone are told to be so', (declared, judged_weight, line) => {
  expect(tableOf([aResult(), { ...aResult(), scenario_id: 'b' }])).not.toContain('Scores');
  expect(tableOf([{ ...aResult(), declared, judged_weight }])).toContain(`\n${line}\n`);
});

test('colour changes nothing else', () => {
  const colored = tableOf(ROWS, { color: true });
  expect(colored).not.toBe(tableOf(ROWS));
  expect(stripVTControlCharacters(colored)).toBe(tableOf(ROWS));
});

test('when all pass, nothing is listed', () => {
  expect(tableOf([aResult()])).not.toContain('Not passed');
});

test('a run in which nothing was judged does not look like one that failed nothing', () => {
  const text = tableOf([aResult({ status: 'INFRA_ERROR', overall_score: null, error: 'No agent.' })]);
  expect(text).toContain('Nothing was judged: 1 scenario(s), no verdict');
  expect(text).not.toContain('%');
});

test('a partial run and warnings are told in full', () => {
  const warning =
    'The agent’s shared memory was on, so that what earlier sessions left there may have helped it.';
  const text = tableOf([aResult()], {}, { partial: true, warnings: [warning] });
  expect(text).toContain(
    '\nPartial    a part of the scenarios only, so never a baseline nor the latest run\n',
  );
  expect(text.replaceAll('\n', ' ')).toContain(warning);
});

test('a hundred failures are a short list', () => {
  const rows = Array.from({ length: 100 }, (_, n) => aResult({ scenario_id: `s${n}`, status: 'ERRORED' }));
  const text = tableOf(rows);
  expect(text.split('\n').filter((line) => line.startsWith('ERRORED'))).toHaveLength(40);
  expect(text).toContain('… and 60 more, in the summary');
});

test('a wider terminal shows more of a reason, a tiny one is taken for 60 columns', () => {
  expect(tableOf(ROWS, { columns: 140 })).toContain('(no search tool was called).');
  expect(tableOf(ROWS, { columns: 5 })).toBe(tableOf(ROWS, { columns: 60 }));
});

test('whatever a result holds, no line is too wide and no control character gets through', () => {
  const hostile = fc.string({ unit: 'binary', maxLength: 120 }).map((text) => `${text}\u001B[2J\r\nfake`);
  const row = fc.record({
    scenario_id: hostile,
    category: fc.oneof(hostile, fc.constant('漢字'.repeat(60))),
    status: fc.oneof(fc.constantFrom(...STATUSES), hostile),
    error: hostile,
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.integer({ min: 60, max: 120 }), (rows, columns) => {
      const text = tableOf(rows, { columns });
      expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Cs}/u);
      expect(Math.max(...text.split('\n').map(width))).toBeLessThanOrEqual(columns);
      const cells = text.split('\n').slice(4, text.split('\n').indexOf('', 4));
      expect(new Set(cells.map(width)).size).toBe(1);
    }),
  );
});
