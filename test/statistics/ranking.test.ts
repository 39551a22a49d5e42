import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachApart } from '../../src/statistics/clusters.ts';
import { rankVariants } from '../../src/statistics/ranking.ts';
import { known, oracle } from './oracle.ts';

const variant = (name: string, values: readonly number[]) => ({ name, clusters: eachApart(values) });
const placesOf = (...args: Parameters<typeof rankVariants>) =>
  known(rankVariants(...args)).places.map(({ name, place }) => [name, place]);

test('those that cannot be told from the first share its place, the next place is left free', () => {
  const { a, b, c } = oracle.first_share.table;
  // b is behind a in four of ten cases only: p = 0.125.
  expect(placesOf([variant('c', c), variant('b', b), variant('a', a)])).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 3],
  ]);
});

test('among those left the first is found again', () => {
  const steps = [0, 1, 2, 0, 1, 2, 0, 1];
  const shifted = (by: number) => steps.map((step, index) => step - by + ((index * by) % 3) / 10);
  expect(placesOf([variant('mid', shifted(5)), variant('top', steps), variant('low', shifted(10))])).toEqual([
    ['top', 1],
    ['mid', 2],
    ['low', 3],
  ]);
});

test('five cases all one way are too few, whatever the distance', () => {
  const high = [90, 91, 92, 93, 95];
  const low = [10, 12, 11, 13, 12];
  expect(placesOf([variant('a', low), variant('b', high)])).toEqual([
    ['b', 1],
    ['a', 1],
  ]);
});

test('a difference that counts alone may not count among many', () => {
  const best = [1, 2, 3, 4, 5, 6];
  const behind = [0, 1.1, 2, 3.1, 4, 5.1];
  const many = Array.from({ length: 5 }, (_, index) => variant(`same ${index}`, behind));
  expect(placesOf([variant('best', best), variant('same 0', behind)])[1]).toEqual(['same 0', 2]);
  expect(placesOf([variant('best', best), ...many]).every(([, place]) => place === 1)).toBe(true);
});

test('places rise with the list, means fall, and the order given does not matter', () => {
  const row = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const variants = rows.map((values, index) => variant(String(index), values));
      const { places } = known(rankVariants(variants));
      expect(places).toHaveLength(variants.length);
      expect(places[0]?.place).toBe(1);
      places.forEach(({ place }, index) => {
        expect(place).toBeLessThanOrEqual(index + 1);
        expect(place).toBeGreaterThanOrEqual(places[index - 1]?.place ?? 1);
      });
      expect(known(rankVariants(variants.toReversed())).places).toEqual(places);
    }),
  );
});

test('nothing cannot be ranked, and variants must have the same cases', () => {
  expect(rankVariants([])).toEqual({ known: false, reason: 'there is nothing to rank' });
  expect(rankVariants([variant('a', [])])).toMatchObject({ known: false });
  expect(() => rankVariants([variant('a', [1]), variant('b', [1, 2])])).toThrow(RangeError);
});
