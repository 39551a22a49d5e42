/** The quantiles of the normal and of Student's distribution. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalQuantile, zOf } from '../../src/statistics/normal.ts';
import { tOf } from '../../src/statistics/student.ts';
import { near, oracle } from './oracle.ts';

// By the same algorithm in CPython's statistics.NormalDist().inv_cdf.
test.each([
  [1e-300, -37.0470962993612],
  [1e-20, -9.262340089798405],
  [1e-9, -5.9978070150076865],
  [0.001, -3.090232306167813],
  [0.0749, -1.4402382675279632],
  [0.0751, -1.4388253927525398],
  [0.2, -0.8416212335729142],
  [0.5, 0],
  [0.7, 0.5244005127080407],
  [0.9251, 1.4402382675279632],
  [0.9999999999, 6.361340889697421],
])('normal, %d', (probability, z) => {
  expect(normalQuantile(probability)).toEqual(near(z));
});

test('z of 95 % is that of the reference', () => {
  expect(zOf(0.95)).toEqual(near(oracle.z_0975));
});

test('the normal quantile rises and is odd around the middle', () => {
  const share = fc.double({ min: 1e-9, max: 0.5, noNaN: true });
  fc.assert(
    fc.property(share, (p) => {
      expect(Math.abs(normalQuantile(1 - p) + normalQuantile(p))).toBeLessThan(1e-6);
      expect(normalQuantile(p)).toBeLessThan(normalQuantile(p * 1.001));
    }),
  );
});

// scipy.stats.t.ppf((1 + confidence) / 2, freedom)
test.each([
  [0.95, 1, 12.706204736174694],
  [0.95, 3, 3.1824463052837078],
  [0.95, 4, 2.7764451051977934],
  [0.9, 7, 1.8945786050900062],
  [0.95, 29, 2.045229642132703],
  [0.99, 30, 2.7499956535672254],
  [0.999, 5, 6.868826625881276],
  [0.95, 999, 1.9623414611334493],
  [0.99, 1000, 2.580754698065951],
  [0.5, 12, 0.6954828655117926],
  [0.9999, 50, 4.228309866845845],
])('t of %d at %d degrees of freedom', (confidence, freedom, t) => {
  expect(tOf(confidence, freedom)).toEqual(near(t));
});

test.each([0.5, 0.8, 0.95, 0.999])(
  't of %d has a closed form at 1 and 2 degrees of freedom',
  (confidence) => {
    expect(tOf(confidence, 1)).toEqual(near(Math.tan((Math.PI * confidence) / 2)));
    expect(tOf(confidence, 2)).toEqual(near(confidence * Math.sqrt(2 / (1 - confidence ** 2))));
  },
);

test('t falls towards z as the degrees of freedom rise', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.double({ min: 0.1, max: 0.999, noNaN: true }),
      (freedom, c) => {
        expect(tOf(c, freedom)).toBeGreaterThan(tOf(c, freedom + 1));
        expect(tOf(c, freedom + 1)).toBeGreaterThan(zOf(c));
      },
    ),
  );
});

test.each([
  ['a probability', () => normalQuantile(0)],
  ['a probability', () => normalQuantile(NaN)],
  ['a confidence', () => tOf(1, 5)],
  ['degrees of freedom', () => tOf(0.95, 0)],
  ['degrees of freedom', () => tOf(0.95, 1.5)],
])('refuses %s out of range', (_, call) => {
  expect(call).toThrow(RangeError);
});
