import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cellPath, writeCell } from '../../../src/results/cells/cell-file.ts';
import { cellRow } from '../../../src/results/cells/cell-row.ts';
import { cellSchema } from '../../../src/results/cells/cell-schema.ts';
import { readCells } from '../../../src/results/cells/read-cells.ts';
import { aCell, aJudgement, aSample } from './a-cell.ts';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'cells-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('cells come back as they were written, by variant and case; a damaged one is named and is no cell', async () => {
  const run = folder();
  const cells = [
    aCell({ variant: 'a/plain', case: 'x' }),
    aCell({ variant: 'a/plain', case: 'deep/y#q' }),
    aCell(),
  ];
  for (const cell of cells) await writeCell(run, cell);
  mkdirSync(path.join(run, 'cells', 'b'));
  writeFileSync(path.join(run, 'cells', 'b', 'cut.json'), '{"format":');
  writeFileSync(path.join(run, 'cells', 'b', 'other.json'), '{"format":"vitest-agent-eval/cell/9"}');
  const read = await readCells(run);
  expect(read.cells).toEqual([cells[1], cells[0], cells[2]]);
  expect(read.damaged.map(({ file }) => path.basename(file))).toEqual(['cut.json', 'other.json']);
  expect(read.damaged[0]?.problem).toMatch(/is not JSON: it is cut short.*Delete it/);
});

test('a run that has no cells yet has none', async () => {
  expect(await readCells(folder())).toEqual({ cells: [], damaged: [] });
});

describe('cellPath', () => {
  test.each([
    ['qwen3:8b/plain', 'meetings/standup#date', 'qwen3%3A8b/plain/meetings/standup#date.json'],
    ['a/b', '../../etc/passwd', 'a/b/%2E%2E/%2E%2E/etc/passwd.json'],
    ['nul/plain', 'con.txt', '%6Eul/plain/%63on.txt.json'],
    ['a/b', 'ends. ', 'a/b/ends.%20.json'],
  ])('%s, %s', (variant, id, expected) => {
    expect(cellPath({ variant, case: id })).toBe(expected);
  });

  test('stays below its folder, and two names are two files', () => {
    const name = fc.string({ minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [one, other] = [cellPath({ variant: a, case: 'x' }), cellPath({ variant: b, case: 'x' })];
        expect(path.posix.join('/cells', one).startsWith('/cells/')).toBe(true);
        // Half a surrogate pair has no bytes of its own.
        if (!/\p{Surrogate}/u.test(a + b)) expect(one === other).toBe(a === b);
      }),
    );
  });

  test('refuses what is too long to be a file', () => {
    expect(() => cellPath({ variant: 'a', case: 'x'.repeat(200) })).toThrow(/too long for a file name/);
  });
});

describe('cellRow', () => {
  test('sums what is known, and knows no sum with a part that nobody told', () => {
    const row = cellRow(
      aCell({
        samples: [
          aSample(),
          aSample({ sample: 2, usd: 0.5, usage: null, from_cache: { answer: true, judgement: true } }),
        ],
      }),
    );
    expect(row.usd).toEqual({ answers: 0.75, judge: 0, paid: 0.25 });
    expect(row.tokens).toBeNull();
    expect(row.levels).toEqual({ correctness: 4, completeness: 4, conciseness: 3, relevance: 4 });
    expect(row.from_cache).toEqual({ answers: 1, judgements: 1 });
    expect(cellRow(aCell({ samples: [aSample({ usd: null })] })).usd).toEqual({
      answers: null,
      judge: 0,
      paid: null,
    });
  });

  test('a sample without an answer has no cost and no tokens, and a missing level is in no mean', () => {
    const failed = aSample({
      status: 'INFRA_ERROR',
      stop: null,
      usage: null,
      usd: null,
      judgement: null,
      judge: null,
    });
    const undecided = aJudgement({ levels: { correctness: { level: null, reason: 'Unsure.', quotes: [] } } });
    const row = cellRow(aCell({ samples: [failed, aSample({ sample: 2, judgement: undecided })] }));
    expect(row.usd.answers).toBe(0.25);
    expect(row.done).toEqual({ answers: 1, judgements: 1 });
    expect(row.levels).toEqual({});
  });

  test('stays small whatever the texts are', () => {
    const cell = aCell({
      reasons: ['ä'.repeat(5_000)],
      samples: [aSample({ parts: { answer: 'x'.repeat(9_999) } })],
    });
    expect(Buffer.byteLength(JSON.stringify(cellRow(cell)))).toBeLessThan(2_000);
  });
});

test('no number that is none enters a cell', () => {
  expect(cellSchema.safeParse(aCell({ grade: Number.NaN })).success).toBe(false);
});
