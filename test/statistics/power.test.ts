import fc from 'fast-check';
import { expect, test } from 'vitest';
import { powerOf, smallestDrop, smallestScoreDifference, smallestSwing } from '../../src/statistics/power.ts';
import { known, near, oracle } from './oracle.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

test.each(oracle.mcnemar_power.cases)('$n cases, $discordant differ, $share_first first', (expected) => {
  const plan = { pairs: expected.n, discordant: expected.discordant, shareFirst: expected.share_first };
  expect(powerOf(plan, { kind: 'exact' })).toEqual(near(expected.power));
  expect(powerOf(plan)).toBeGreaterThan(expected.power);
});

test('power lies in [0, 1], is the same for both sides, and small when there is nothing to find', () => {
  fc.assert(
    fc.property(fc.nat(60), share, share, (pairs, discordant, shareFirst) => {
      const power = powerOf({ pairs, discordant, shareFirst });
      expect(power).toBeGreaterThanOrEqual(0);
      expect(power).toBeLessThanOrEqual(1);
      expect(Math.abs(powerOf({ pairs, discordant, shareFirst: 1 - shareFirst }) - power)).toBeLessThan(1e-9);
      expect(powerOf({ pairs, discordant, shareFirst: 0.5 }, { kind: 'exact' })).toBeLessThanOrEqual(
        0.05 + 1e-12,
      );
    }),
  );
});

test.each([20, 54, 200])('the smallest drop that %d cases show is shown, a smaller one is not', (pairs) => {
  for (const noise of [0, 0.1]) {
    const { drop } = known(smallestDrop(pairs, { noise }));
    const power = (by: number) =>
      powerOf({ pairs, discordant: by + noise, shareFirst: (by + noise / 2) / (by + noise) });
    expect(power(drop)).toBeGreaterThanOrEqual(0.8);
    expect(power(drop - 0.001)).toBeLessThan(0.8);
  }
});

test('noise hides drops, cases find them', () => {
  const drop = (pairs: number, noise: number) => known(smallestDrop(pairs, { noise })).drop;
  expect(drop(54, 0.1)).toBeGreaterThan(drop(54, 0));
  expect(drop(200, 0.1)).toBeLessThan(drop(54, 0.1));
});

test('four cases show no drop at all', () => {
  expect(smallestDrop(4)).toEqual({ known: false, reason: '4 cases would not show any drop' });
  expect(smallestDrop(0).known).toBe(false);
  expect(smallestDrop(5).known).toBe(true);
});

test('scores: the difference falls with the cases, and grows with the spread and the power', () => {
  const difference = (sd: number, cases: number, power = 0.8) =>
    known(smallestScoreDifference(sd, cases, { power })).difference;
  // (t(0.95, 24) + z(0.8)) · 10 / 5
  expect(difference(10, 25)).toEqual(near(((2.0638985616280205 + 0.8416212335729143) * 10) / 5));
  expect(difference(10, 100)).toBeLessThan(difference(10, 25));
  expect(difference(20, 25)).toEqual(near(2 * difference(10, 25)));
  expect(difference(10, 25, 0.9)).toBeGreaterThan(difference(10, 25));
  expect(smallestScoreDifference(10, 1)).toMatchObject({ known: false });
});

test('a stricter level needs a wider swing', () => {
  expect(smallestSwing({ level: 0.01 })).toBe(7);
  expect(smallestSwing({ kind: 'exact', level: 0.01 })).toBe(8);
});

test.each([
  ['half a case', () => powerOf({ pairs: 0.5, discordant: 0.1, shareFirst: 0.5 })],
  ['a share above 1', () => powerOf({ pairs: 5, discordant: 1.1, shareFirst: 0.5 })],
  ['a level of 0', () => powerOf({ pairs: 5, discordant: 0.1, shareFirst: 0.5 }, { level: 0 })],
  ['noise everywhere', () => smallestDrop(5, { noise: 1 })],
  ['certain power', () => smallestDrop(5, { power: 1 })],
  ['a spread below 0', () => smallestScoreDifference(-1, 5)],
  ['a level of 0', () => smallestSwing({ level: 0 })],
])('refuses %s', (_, call) => {
  expect(call).toThrow(RangeError);
});
