/** Reports: figures in words, tables that fit, sheets that no text can turn into formulas. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { experimentTable } from '../../../reporters/experiment-table.ts';
import { buildExperimentCard } from '../../../src/results/experiment/build-card.ts';
import {
  contrastWords,
  costWords,
  gradeWords,
  rateWords,
} from '../../../src/results/experiment/card-words.ts';
import { csvField, itemsCsv, summaryCsv } from '../../../src/results/experiment/csv.ts';
import { experimentMarkdown } from '../../../src/results/experiment/summary-markdown.ts';
import { aCell, planFor } from '../../support/cells.ts';

const cells = [
  ...Array.from({ length: 12 }, (_, index) =>
    aCell({ variant: 'claude-sonnet-4-6/plain', id: `d${index}#q` }),
  ),
  ...Array.from({ length: 12 }, (_, index) =>
    aCell({
      variant: 'ollama-qwen3-8b-instruct/very-concise',
      id: `d${index}#q`,
      passed: [index < 3],
      usd: 0,
      local: true,
    }),
  ),
];
const card = buildExperimentCard({
  runId: 'run_1',
  plan: planFor(cells, { baseline: 'claude-sonnet-4-6/plain', gates: { cost: 1 } }),
  cells,
  isPartial: false,
});

test('unknown is said, never 0', () => {
  expect(gradeWords({ value: null, low: null, high: null, why: 'x' })).toBe('cannot tell');
  expect(gradeWords({ value: 66.66, low: 50, high: 80.04, why: null })).toBe('66.7 (50.0 to 80.0)');
  expect(rateWords({ value: 0.5, low: null, high: null, why: 'x' })).toBe('50 %');
  const usd = { answers: null, judge: 0.5, at_least: 0.5 };
  expect(costWords({ local: true, usd })).toEqual({ answers: 'not known', judge: '$0.5000' });
  expect(costWords({ local: true, usd: { ...usd, answers: 0 } }).answers).toBe('free (local)');
  expect(costWords({ local: false, usd: { ...usd, answers: 0 } }).answers).toBe('$0.0000');
});

test('a table names place, figure, cost and time, and fits 80 columns but for sentences', () => {
  const lines = experimentTable(card).split('\n');
  expect(lines.slice(2, 5)).toEqual([
    expect.stringMatching(/^ {3}Variant +Passes \(95 %\) +Open {2}Answers +Time p50 \/ p95$/),
    expect.stringMatching(
      /^ 1 claude-sonnet-4-6\/p… +100 % \(\d+ to 100\) +0 {2}\$0\.1200 +0\.20 s \/ 0\.20 s$/,
    ),
    expect.stringMatching(
      /^ 2 ollama-qwen3-8b-ins… +25 % \(\d+ to \d+\) +0 {2}free \(local\) {2}0\.20 s \/ 0\.20 s$/,
    ),
  ]);
  for (const line of lines.slice(0, 5)) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines.join('\n')).toMatch(/claude-sonnet-4-6\/plain is first with 100\.0 % pass over 12 cases\./);
  expect(lines.at(-2)).toMatch(
    /^ollama-qwen3-8b-ins… against claude-sonnet-4-6\/p…: worse: −75\.0 points \(/,
  );
  expect(lines.at(-1)).toBe('cost  pass  $0.1200 of at most $1.0000');
});

test('the summary says the same, and foreign text goes through what makes it safe', () => {
  const text = experimentMarkdown({ ...card, name: '<b>x</b>' }, (foreign) =>
    foreign.replaceAll('<', '&lt;'),
  );
  expect(text).toMatch(/^# &lt;b>x&lt;\/b>\n\n\*\*claude-sonnet-4-6\/plain\*\* is first/);
  expect(text).toContain('| 1 | claude-sonnet-4-6/plain | 100 % (');
  expect(text).toContain('- **cost: pass** – ');
  expect(text).toContain('| correctness | 12/0/0/0 | 12/0/0/0 |');
  const [contrast] = card.contrasts;
  expect(contrast && text.includes(contrastWords(contrast))).toBe(true);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['a,b', '"a,b"'],
  ['a "b"\nc', '"a ""b""\nc"'],
  ['plain', 'plain'],
  [-1.5, '-1.5'],
  [null, ''],
  [false, 'false'],
])('%j as a field of a sheet', (value, field) => {
  expect(csvField(value)).toBe(field);
});

test('any answer survives a sheet, and begins no formula there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (answer) => {
      const [row] = parse<{ answer: string }>(itemsCsv([aCell({ text: answer })]), { columns: true });
      expect(row?.answer).toMatch(/^(?![=+\-@\t\r])/);
      expect([answer, `'${answer}`]).toContain(row?.answer);
    }),
  );
});

test('a row per variant and criterion', () => {
  const rows = parse<Record<string, string>>(summaryCsv(card), { columns: true });
  expect(rows.filter(({ criterion }) => criterion === 'correctness')).toMatchObject([
    { variant: 'claude-sonnet-4-6/plain', excellent: '12', pass_rate: '1', grade: '', cells: '12' },
    { variant: 'ollama-qwen3-8b-instruct/very-concise', pass_rate: '0.25', usd_answers: '0' },
  ]);
});
