/** Two runs of an experiment: what is compared, what is left out and why, and when the exit code is 0. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  experimentComparisonMarkdown,
  experimentComparisonText,
} from '../../../reporters/experiment-comparison.ts';
import type { Cell } from '../../../src/results/cells/cell-schema.ts';
import { compareExperimentRuns, type ComparedRun } from '../../../src/results/experiment/compare-runs.ts';
import { aCell } from '../../support/cells.ts';

const run = (runId: string, cells: readonly Cell[], more: Partial<ComparedRun> = {}): ComparedRun => ({
  runId,
  task: 'qa',
  mode: 'comparative',
  cells,
  ...more,
});
const many = (n: number, passes: number, variant = 'a/plain'): Cell[] =>
  Array.from({ length: n }, (_, index) => aCell({ variant, id: `d${index}#q`, passed: [index < passes] }));
const compare = (earlier: readonly Cell[], later: readonly Cell[]) =>
  compareExperimentRuns(run('run_1', earlier), run('run_2', later));

test.each([
  [36, 12, 'worse', false],
  [12, 36, 'better', true],
  [36, 36, 'cannot tell', true],
])('of 40 cases %d pass, then %d: %s', (before, after, answer, holds) => {
  const comparison = compare(many(40, before), many(40, after));
  expect(comparison.variants).toMatchObject([
    { contrast: { n: 40, baseline: 'run_1', decision: { answer } }, leftOut: [], changed: [] },
  ]);
  expect(comparison.variants[0]?.contrast.difference.value).toBeCloseTo(((after - before) / 40) * 100, 9);
  expect(comparison.holds).toBe(holds);
});

const [first, ...rest] = many(10, 6) as [Cell, ...Cell[]];
const document = { ...first.document, sha256: 'other' };
const truth = first.truth === null ? null : { ...first.truth, sha256: 'other' };
const samples = first.samples.map((sample) => ({
  ...sample,
  judge: { fingerprint: 'llm:b', usd: 0, ms: 1 },
}));
const open = aCell({ variant: first.variant, id: first.case, passed: [null] });

test.each<[string, Cell[], Cell[], boolean]>([
  ['another document', [first], [{ ...first, document }], true],
  ['another question', [first], [{ ...first, question: 'How few?' }], true],
  ['another truth', [first], [{ ...first, truth }], true],
  ['another judge', [first], [{ ...first, samples }], true],
  ['no verdict in the later run', [first], [open], false],
  ['no verdict in the earlier run', [open], [first], true],
  ['not in the later run', [first], [], false],
  ['not in the earlier run', [], [first], true],
])('a case is left out: %s', (reason, earlier, later, holds) => {
  const comparison = compare([...earlier, ...rest], [...later, ...rest]);
  expect(comparison.variants[0]).toMatchObject({ contrast: { n: 9 }, leftOut: [{ reason, count: 1 }] });
  expect(comparison.holds).toBe(holds);
  expect(experimentComparisonText(comparison)).toContain(`  1 case left out: ${reason}`);
});

test('what was changed beside the answers is named', () => {
  const later = many(10, 6).map((cell) => ({
    ...cell,
    settings: { ...cell.settings, prompt_sha256: 'other', temperature: 0 },
  }));
  const comparison = compare(many(10, 6), later);
  expect(comparison.variants[0]?.changed).toEqual(['prompt', 'temperature']);
  expect(experimentComparisonMarkdown(comparison)).toContain('  - changed: prompt, temperature');
});

test('a variant of one run alone is named; one that is gone does not hold', () => {
  const [both, more] = [many(10, 6), many(10, 6, 'b/plain')];
  expect(compare(both, [...both, ...more])).toMatchObject({ onlyLater: ['b/plain'], holds: true });
  expect(compare([...both, ...more], both)).toMatchObject({ onlyEarlier: ['b/plain'], holds: false });
});

describe('runs of two kinds are not compared at all', () => {
  test.each<[string, Partial<ComparedRun>, RegExp]>([
    ['questions and summaries', { task: 'summarization' }, /one asks for summarization, the other for qa/],
    ['with and without a reference', { mode: 'standalone' }, /two scales/],
  ])('%s', (_, more, why) => {
    const comparison = compareExperimentRuns(run('run_1', many(9, 5), more), run('run_2', many(9, 5)));
    expect(comparison).toMatchObject({ why: expect.stringMatching(why), variants: [], holds: false });
    expect(experimentComparisonText(comparison)).toMatch(why);
  });
});

test('it holds only where every verdict of the earlier run has one again', () => {
  const verdict = fc.option(fc.boolean(), { nil: null });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(verdict, fc.option(verdict, { nil: undefined })), { maxLength: 12 }),
      (cases) => {
        const cell = (passed: boolean | null, index: number) =>
          aCell({ id: `d${index}#q`, passed: [passed] });
        const comparison = compare(
          cases.map(([before], index) => cell(before, index)),
          cases.flatMap(([, after], index) => (after === undefined ? [] : [cell(after, index)])),
        );
        const isLost = cases.some(([before, after]) => before !== null && typeof after !== 'boolean');
        expect(comparison.holds && isLost).toBe(false);
      },
    ),
  );
});
