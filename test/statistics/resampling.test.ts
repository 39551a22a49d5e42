import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weightedKappa, type Rating } from '../../src/statistics/agreement.ts';
import { eachApart, meanOf } from '../../src/statistics/clusters.ts';
import { summarise } from '../../src/statistics/quantiles.ts';
import { drawsFrom } from '../../src/statistics/random.ts';
import { bootstrapInterval, shareFirst, type Variant } from '../../src/statistics/resampling.ts';
import { given, known, oracle } from './oracle.ts';

const p95 = (values: readonly number[]) => known(summarise(values)).p95;
const means = oracle.paired_scores.cases.filter(
  (expected) => expected.bootstrap_percentile_ci95 !== undefined,
);

test.each(means)('the mean of $differences', ({ differences, bootstrap_percentile_ci95 }) => {
  const [low, high] = [given(bootstrap_percentile_ci95?.[0]), given(bootstrap_percentile_ci95?.[1])];
  const found = known(bootstrapInterval(eachApart(differences), meanOf, { resamples: 200_000 }));
  expect(Math.abs(found.low - low)).toBeLessThanOrEqual(0.02 * (high - low));
  expect(Math.abs(found.high - high)).toBeLessThanOrEqual(0.02 * (high - low));
});

test('how often each is first', () => {
  const { table, share } = oracle.first_share;
  const names = ['a', 'b', 'c'] as const;
  const variants = names.map((name) => ({ name, clusters: eachApart(table[name]) }));
  const { shares } = known(shareFirst(variants));
  names.forEach((name, index) => expect(Math.abs(given(shares[index]) - share[name])).toBeLessThan(0.01));
});

test('p95 of response times: around the figure, the same for one seed, another for another', () => {
  const draw = drawsFrom(3);
  const times = Array.from({ length: 60 }, () => 1 + draw(1000) / 100);
  const options = { resamples: 2000, seed: 5 };
  const found = known(bootstrapInterval(eachApart(times), p95, options));
  expect(found.low).toBeLessThan(p95(times));
  expect(found.high).toBeGreaterThan(p95(times) - 1e-9);
  expect(known(bootstrapInterval(eachApart(times), p95, options))).toEqual(found);
  const mean = (seed: number) => bootstrapInterval(eachApart(times), meanOf, { ...options, seed });
  expect(mean(6)).toEqual(mean(6));
  expect(mean(6)).not.toEqual(mean(5));
});

test('whole documents are drawn: what moves together is known less well', () => {
  const values = Array.from({ length: 30 }, (_, index) => Math.floor(index / 5));
  const documents = Array.from({ length: 6 }, (_, document) => values.slice(5 * document, 5 * document + 5));
  const width = ({ low, high }: { low: number; high: number }) => high - low;
  const options = { resamples: 2000 };
  expect(width(known(bootstrapInterval(documents, meanOf, options)))).toBeGreaterThan(
    1.5 * width(known(bootstrapInterval(eachApart(values), meanOf, options))),
  );
});

test('a figure that does not exist for a few resamples is left out there, for many it cannot be told', () => {
  const kappa = (ratings: readonly Rating[]) => {
    const answer = weightedKappa(ratings, [1, 2]);
    return answer.known ? answer.kappa : null;
  };
  const cluster = (count: number, rating: Rating) => Array.from({ length: count }, () => [rating]);
  const options = { resamples: 1000 };
  expect(bootstrapInterval([...cluster(8, [1, 1]), ...cluster(8, [2, 2])], kappa, options).known).toBe(true);
  expect(bootstrapInterval([...cluster(15, [1, 1]), ...cluster(1, [2, 2])], kappa, options)).toEqual({
    known: false,
    reason: 'the figure does not exist for many of the resamples',
  });
});

test('the shares add up to 1, go with the variants, and are equal for equal ones', () => {
  const row = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(row, row, row, fc.nat(1000), (a, b, c, seed) => {
      const variants: Variant[] = [a, b, c, a].map((values, index) => ({
        name: String(index),
        clusters: eachApart(values),
      }));
      const options = { resamples: 200, seed };
      const { shares } = known(shareFirst(variants, options));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(shares[0]).toBe(shares[3]);
      const turned = known(shareFirst(variants.toReversed(), options)).shares;
      expect(turned).toEqual(shares.toReversed());
    }),
  );
});

test('too little to draw from', () => {
  expect(bootstrapInterval([], meanOf)).toEqual({ known: false, reason: 'there are no values' });
  expect(bootstrapInterval([[1, 2], []], meanOf)).toMatchObject({ known: false });
  expect(shareFirst([{ name: 'a', clusters: [[1]] }])).toMatchObject({ known: false });
  expect(shareFirst([])).toMatchObject({ known: false });
});

test.each([
  ['no resamples', () => bootstrapInterval([[1], [2]], meanOf, { resamples: 0 })],
  ['half a seed', () => bootstrapInterval([[1], [2]], meanOf, { seed: 0.5 })],
  ['a confidence of 1', () => bootstrapInterval([[1], [2]], meanOf, { confidence: 1 })],
  ['a figure that is NaN', () => bootstrapInterval([[1], [2]], () => NaN)],
  [
    'variants with other cases',
    () =>
      shareFirst([
        { name: 'a', clusters: [[1], [2]] },
        { name: 'b', clusters: [[1, 2]] },
      ]),
  ],
])('refuses %s', (_, call) => {
  expect(call).toThrow(RangeError);
});

test('draws are whole numbers below the limit, each about as often, the same for one seed', () => {
  const draw = drawsFrom(11);
  const counts = [0, 0, 0, 0, 0];
  for (let index = 0; index < 50_000; index++) {
    const drawn = draw(5);
    counts[drawn] = given(counts[drawn]) + 1;
  }
  expect(counts).toHaveLength(5);
  counts.forEach((count) => expect(Math.abs(count - 10_000)).toBeLessThan(400));
  const [one, other] = [drawsFrom(11), drawsFrom(11)];
  expect(Array.from({ length: 20 }, () => one(1000))).toEqual(Array.from({ length: 20 }, () => other(1000)));
});
