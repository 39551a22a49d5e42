/** What a run of an experiment says of its variants. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../src/results/cells/cell-schema.ts';
import { cellRow } from '../../../src/results/cells/cell-row.ts';
import { buildExperimentCard, type CardPlan } from '../../../src/results/experiment/build-card.ts';
import { experimentCardSchema } from '../../../src/results/experiment/card-schema.ts';
import { gatesHold } from '../../../src/results/experiment/experiment-gates.ts';
import { aCell, planFor } from '../../support/cells.ts';

const cardOf = (cells: readonly Cell[], more: Partial<CardPlan> = {}) =>
  buildExperimentCard({ runId: 'run_1', plan: planFor(cells, more), cells, isPartial: false });

/** So many documents with a question each; the first `passes` of them pass. */
const many = (variant: string, n: number, passes: number): Cell[] =>
  Array.from({ length: n }, (_, index) => aCell({ variant, id: `d${index}#q`, passed: [index < passes] }));

const JUDGE = { fingerprint: 'llm:b', usd: 0, ms: 1 };
const judgedBy = (fingerprint: string, cells: readonly Cell[]): Cell[] =>
  cells.map((cell) => ({
    ...cell,
    samples: cell.samples.map((sample) => ({ ...sample, judge: { ...JUDGE, fingerprint } })),
  }));

test('per variant: how many, how sure, at what cost and speed', () => {
  const card = cardOf([...many('a/plain', 20, 18), ...many('b/plain', 20, 6)]);
  expect(experimentCardSchema.parse(card)).toEqual(card);
  const [a, b] = card.variants;
  expect(a).toMatchObject({
    variant: 'a/plain',
    n: 20,
    unjudged: 0,
    usd: { answers: expect.closeTo(0.2, 9), judge: 0 },
  });
  expect(a?.pass_rate).toMatchObject({
    value: 0.9,
    low: expect.closeTo(0.699, 3),
    high: expect.closeTo(0.972, 3),
  });
  expect(b?.pass_rate).toMatchObject({ value: 0.3 });
  expect(a?.latency_ms).toEqual({ p50: 200, p95: 200 });
  expect(a?.levels['correctness']).toEqual({ excellent: 20, good: 0, fair: 0, poor: 0, open: 0 });
  expect(card.ranking).toMatchObject({ cases: 20, why: null });
  expect(card.ranking.places.map(({ place, variant }) => [place, variant])).toEqual([
    [1, 'a/plain'],
    [2, 'b/plain'],
  ]);
});

test('variants that cannot be told apart share a place', () => {
  const { ranking } = cardOf([...many('a/plain', 20, 18), ...many('b/plain', 20, 17)]);
  expect(ranking.places.map(({ place }) => place)).toEqual([1, 1]);
});

test('against the baseline: difference, interval, p after Holm, and a decision', () => {
  const cells = [...many('a/plain', 40, 36), ...many('b/plain', 40, 12), ...many('c/plain', 40, 35)];
  const { contrasts } = cardOf(cells, { baseline: 'a/plain' });
  expect(contrasts).toHaveLength(2);
  const [b, c] = contrasts;
  expect(b).toMatchObject({ variant: 'b/plain', n: 40, decision: { answer: 'worse' } });
  expect(b?.difference.value).toBeCloseTo(-60, 9);
  expect(b?.adjusted_p ?? 1).toBeGreaterThanOrEqual(b?.p ?? 0);
  expect(c).toMatchObject({ decision: { answer: 'cannot tell', reason: expect.any(String) } });
});

test('repeats: the mean of a case counts once, and pass^k is all of its samples', () => {
  const cells = [
    aCell({ id: 'a#q', passed: [true, true, true] }),
    aCell({ id: 'b#q', passed: [true, false, true] }),
    aCell({ id: 'c#q', passed: [false, false, false] }),
  ];
  const [card] = cardOf(cells).variants;
  expect(card?.pass_rate?.value).toBeCloseTo((1 + 2 / 3 + 0) / 3, 9);
  expect(card?.pass_all).toBeCloseTo(1 / 3, 9);
});

describe('what nobody measured is not made up', () => {
  test('a cost that is not known makes the sum unknown', () => {
    const [card] = cardOf([aCell({ id: 'a#q' }), aCell({ id: 'b#q', usd: null })]).variants;
    expect(card?.usd.answers).toBeNull();
  });

  test('a case without a verdict is in n and in no rate, and says why', () => {
    const cells = [
      aCell({ id: 'a#q' }),
      aCell({ id: 'b#q', passed: [null], reason: 'the judge cannot tell' }),
    ];
    const [card] = cardOf(cells).variants;
    expect(card).toMatchObject({
      n: 2,
      unjudged: 1,
      pass_rate: { value: 1, why: '1 of 2 cases have no verdict' },
      errors: [{ reason: 'the judge cannot tell', count: 1 }],
    });
  });

  test('summaries without a grade cannot be ranked', () => {
    const { variants, ranking } = cardOf([aCell({ id: 'a', grade: null }), aCell({ id: 'b', grade: null })]);
    expect(variants[0]).toMatchObject({
      grade: { value: null, why: 'no case has a grade' },
      band: null,
      pass_rate: null,
    });
    expect(ranking).toEqual({ places: [], cases: 0, why: expect.stringMatching(/^cannot tell/) });
  });
});

describe('gates', () => {
  const good = many('a/plain', 40, 40);
  test.each<[string, readonly Cell[], Partial<CardPlan>, string]>([
    ['errors hold', good, { gates: { errors: 0 } }, 'pass'],
    ['errors do not', [...good, aCell({ id: 'x#q', passed: [null] })], { gates: { errors: 0.01 } }, 'fail'],
    ['cost holds', good, { gates: { cost: 1 } }, 'pass'],
    ['cost does not', good, { gates: { cost: 0.1 } }, 'fail'],
    ['cost is not known', [...good, aCell({ id: 'x#q', usd: null })], { gates: { cost: 1 } }, 'cannot tell'],
    [
      'cost is too high for certain',
      [...good, aCell({ id: 'x#q', usd: null })],
      { gates: { cost: 0.1 } },
      'fail',
    ],
    ['pass rate holds', good, { gates: { pass_rate: 0.9 } }, 'pass'],
    ['pass rate does not', many('a/plain', 10, 5), { gates: { pass_rate: 0.9 } }, 'fail'],
    [
      'pass rate is open',
      [...good, aCell({ id: 'x#q', passed: [null] })],
      { gates: { pass_rate: 0.9 } },
      'cannot tell',
    ],
    ['a grade that nobody gave', good, { gates: { grade: 50 } }, 'cannot tell'],
    ['cells are missing', good, { gates: { errors: 0 }, cases: Array.from({ length: 41 }) }, 'fail'],
    ['no baseline', good, { gates: { nonInferior: { variant: 'a/plain', margin: 5 } } }, 'cannot tell'],
  ])('%s', (_, cells, more, outcome) => {
    const { gates } = cardOf(cells, more);
    expect(gates).toMatchObject([{ outcome }]);
    expect(gatesHold(gates)).toBe(outcome === 'pass');
  });

  test.each([
    [198, 'yes', 'pass'],
    [120, 'no', 'fail'],
  ])('may a variant that passes %i of 200 replace one that passes 198? %s', (passes, answer, outcome) => {
    const cells = [...many('cloud/plain', 200, 198), ...many('local/plain', 200, passes)];
    const gates = { nonInferior: { variant: 'local/plain', margin: 10 } };
    const [gate] = cardOf(cells, { baseline: 'cloud/plain', gates }).gates;
    expect(gate?.outcome).toBe(outcome);
    expect(gate?.message).toMatch(new RegExp(`^may local/plain replace cloud/plain\\? ${answer}: `));
  });

  test('who has no verdict in some cases replaces nobody, however good it is in the others', () => {
    const open = { passed: [null] };
    const cells = [...many('cloud/plain', 200, 198), ...many('local/plain', 200, 198).slice(1)];
    cells.push(aCell({ variant: 'local/plain', id: 'd0#q', ...open }));
    const gates = { nonInferior: { variant: 'local/plain', margin: 10 } };
    expect(cardOf(cells, { baseline: 'cloud/plain', gates }).gates).toMatchObject([
      { outcome: 'cannot tell', message: expect.stringContaining('1 of 200 cases have no verdict') },
    ]);
  });

  test.each([
    ['standalone', good, { mode: 'standalone' as const }, /^mode: standalone says how answers read/],
    [
      'two judges',
      [...good, ...judgedBy('llm:b', many('b/plain', 40, 40))],
      {},
      /^2 judges took part: judge the run again with one$/,
    ],
  ])('%s: figures of quality decide nothing', (_, cells, more, message) => {
    const gates = { nonInferior: { variant: 'a/plain', margin: 5 }, grade: 0, pass_rate: 0 };
    const card = cardOf(cells, { baseline: 'a/plain', gates, ...more });
    expect(card.gates.map(({ outcome }) => outcome)).toEqual(['cannot tell', 'cannot tell', 'cannot tell']);
    for (const gate of card.gates) expect(gate.message).toMatch(message);
  });

  test('with few cases nobody can tell', () => {
    const cells = [...many('cloud/plain', 5, 5), ...many('local/plain', 5, 4)];
    const gates = { nonInferior: { variant: 'local/plain', margin: 10 } };
    expect(cardOf(cells, { baseline: 'cloud/plain', gates }).gates).toMatchObject([
      { outcome: 'cannot tell' },
    ]);
  });
});

test('what different judges said is neither compared nor ranked', () => {
  const cells = [...many('a/plain', 40, 36), ...judgedBy('llm:b', many('b/plain', 40, 12))];
  const { contrasts, ranking } = cardOf(cells, { baseline: 'a/plain' });
  expect(contrasts).toMatchObject([
    { n: 0, difference: { value: null }, decision: { answer: 'cannot tell' } },
  ]);
  expect(ranking).toMatchObject({ places: [], why: expect.stringMatching(/^cannot tell/) });
});

test('what was paid in vain, for an answer or a judgement, is in the cost', () => {
  const [sample] = aCell().samples;
  if (sample === undefined) throw new Error('no sample');
  const inVain = { ...sample, status: 'INFRA_ERROR' as const, judgement: null };
  const cells: Cell[] = [
    aCell({ id: 'a#q' }),
    {
      ...aCell({ id: 'b#q' }),
      status: 'INFRA_ERROR',
      samples: [{ ...inVain, stop: null, usd: 0.03, judge: null }],
    },
    {
      ...aCell({ id: 'c#q' }),
      status: 'INFRA_ERROR',
      samples: [{ ...inVain, judge: { ...JUDGE, usd: 0.5 } }],
    },
    {
      ...aCell({ id: 'd#q' }),
      status: 'INFRA_ERROR',
      samples: [{ ...inVain, stop: null, usd: null, judge: null }],
    },
  ];
  const [card] = cardOf(cells).variants;
  expect(card?.usd.answers).toBeCloseTo(0.05, 9);
  expect(card?.usd.judge).toBeCloseTo(0.5, 9);
  const paid = cells.map((cell) => cellRow(cell).usd.paid ?? 0);
  expect(paid.reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(0.55, 9);
});

test('what stands in the way of trust is a warning', () => {
  const { warnings, partial } = cardOf(good2(), {
    mode: 'standalone',
    cases: [1, 2, 3],
    warnings: ['from the plan'],
  });
  expect(warnings).toEqual([
    'from the plan',
    expect.stringMatching(/^Judged without a reference/),
    '2 cells are missing.',
  ]);
  expect(partial).toBe(true);
});
const good2 = () => [aCell()];

const cell = fc.record({
  variant: fc.constantFrom('a/plain', 'b/plain', 'c/plain'),
  id: fc.nat(6).map((n) => `d${n % 3}#q${n}`),
  passed: fc.array(fc.constantFrom(true, false, null), { minLength: 1, maxLength: 3 }),
  usd: fc.constantFrom(0, 0.01, null),
});

test('a gate of quality never holds while a cell is missing or has no verdict', () => {
  fc.assert(
    fc.property(fc.nat(39), fc.boolean(), (at, isLeftOut) => {
      const whole = [...many('a/plain', 40, 40), ...many('b/plain', 40, 40)];
      const hole = 40 + at;
      const cells = isLeftOut
        ? whole.filter((_, index) => index !== hole)
        : whole.map((each, index) =>
            index === hole ? aCell({ variant: 'b/plain', id: each.case, passed: [null] }) : each,
          );
      const gates = { nonInferior: { variant: 'b/plain', margin: 99 }, pass_rate: 0, grade: 0, errors: 0 };
      const card = cardOf(cells, { baseline: 'a/plain', cases: Array.from({ length: 40 }), gates });
      expect(card.gates.map(({ outcome }) => outcome)).not.toContain('pass');
    }),
  );
});

test('whatever the cells: the card can be read back, rates hold their bounds, the order of cells says nothing', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(cell, {
        selector: ({ variant, id }) => `${variant} ${id}`,
        minLength: 1,
        maxLength: 15,
      }),
      (inputs) => {
        const cells = inputs.map(aCell);
        const more = { baseline: 'a/plain', gates: { errors: 0.1, cost: 0.05, pass_rate: 0.5 } };
        const plan = planFor(
          cells.toSorted((a, b) => (a.variant < b.variant ? -1 : 1)),
          more,
        );
        const card = buildExperimentCard({ runId: 'r', plan, cells, isPartial: false });
        expect(experimentCardSchema.parse(JSON.parse(JSON.stringify(card)))).toEqual(card);
        const turned = buildExperimentCard({ runId: 'r', plan, cells: cells.toReversed(), isPartial: false });
        expect(turned.ranking).toEqual(card.ranking);
        expect(turned.gates.map(({ outcome }) => outcome)).toEqual(card.gates.map(({ outcome }) => outcome));
        for (const { pass_rate } of card.variants) {
          const { value, low, high } = pass_rate ?? { value: null, low: null, high: null };
          if (value === null || low === null || high === null) continue;
          expect(low).toBeLessThanOrEqual(value + 1e-9);
          expect(high).toBeGreaterThanOrEqual(value - 1e-9);
        }
      },
    ),
  );
});
