import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countMoreCases, decideDifference, decideNonInferiority } from '../../src/statistics/decision.ts';
import { comparePairedRates } from '../../src/statistics/paired-rates.ts';
import { known } from './oracle.ts';

const found = (difference: number, low: number, high: number, p = 0.01) =>
  ({ known: true, difference, low, high, p }) as const;
const missing = { known: false, reason: 'there are no values' } as const;

test.each([
  ['better', found(2, 1, 3)],
  ['worse', found(-2, -3, -1)],
  ['cannot tell', found(1, -1, 3, 0.3)],
  ['cannot tell', found(1, 0, 3)],
  ['cannot tell', found(-1, -3, 0)],
  ['cannot tell', found(2, 1, 3, 0.06)],
  ['cannot tell', missing],
])('%s: %j', (answer, difference) => {
  expect(decideDifference(difference, 20).answer).toBe(answer);
});

test('one of several compared with the same counts by its adjusted p', () => {
  expect(decideDifference(found(2, 1, 3, 0.02), 20, { adjustedP: 0.08 })).toEqual({
    answer: 'cannot tell',
    reason: 'p is above 0.05',
    moreCases: null,
  });
  expect(decideDifference(found(2, 1, 3, 0.02), 20, { adjustedP: 0.08, level: 0.1 })).toEqual({
    answer: 'better',
  });
});

test.each([
  ['yes', found(0, -4, 4), 5],
  ['yes', found(3, 1, 5), 0],
  ['no', found(-10, -12, -8), 5],
  ['cannot tell', found(-2, -8, 4), 5],
  ['cannot tell', found(0, -5, 5), 5],
  ['cannot tell', found(-10, -15, -5), 5],
  ['cannot tell', missing, 5],
])('may it replace the other? %s: %j with a margin of %d', (answer, difference, margin) => {
  expect(decideNonInferiority(difference, margin, 20).answer).toBe(answer);
});

test('cannot tell gives the reason, and about how many more cases would', () => {
  expect(decideDifference(found(1, -1, 3, 0.3), 20)).toEqual({
    answer: 'cannot tell',
    reason: 'the interval includes no difference at all',
    moreCases: 60,
  });
  expect(decideNonInferiority(found(-2, -8, 4), 5, 20)).toEqual({
    answer: 'cannot tell',
    reason: 'the interval includes the margin',
    moreCases: 60,
  });
  expect(decideDifference(missing, 0)).toEqual({
    answer: 'cannot tell',
    reason: 'there are no values',
    moreCases: null,
  });
  expect(decideDifference(found(0, -1, 1, 1), 20)).toMatchObject({ moreCases: null });
});

test('so many more cases with the same shares do decide', () => {
  const table = { both: 40, onlyFirst: 8, onlySecond: 2, neither: 4 };
  const now = known(comparePairedRates(table));
  const { moreCases } = known(countMoreCases(54, now.difference, now, 0));
  const times = (54 + moreCases) / 54;
  const scaled = (factor: number) =>
    known(
      comparePairedRates({
        both: Math.round(40 * factor),
        onlyFirst: Math.round(8 * factor),
        onlySecond: Math.round(2 * factor),
        neither: Math.round(4 * factor),
      }),
    );
  expect(now.low).toBeLessThan(0);
  expect(scaled(1.5 * times).low).toBeGreaterThan(0);
});

test('no hint is NaN, and swapping the sides gives the mirrored word with the same hint', () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(number, number, number, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, c, p) => {
      const [low = 0, difference = 0, high = 0] = [a, b, c].toSorted((x, y) => x - y);
      const decision = decideDifference(found(difference, low, high, p), 10);
      const mirrored = decideDifference(found(-difference, -high, -low, p), 10);
      const words = { better: 'worse', worse: 'better', 'cannot tell': 'cannot tell' } as const;
      expect(mirrored).toEqual({ ...decision, answer: words[decision.answer] });
      if (decision.answer === 'cannot tell' && decision.moreCases !== null) {
        expect(decision.moreCases).toBeGreaterThanOrEqual(1);
        expect(decision.moreCases).toBeLessThanOrEqual(1_000_000);
      }
    }),
  );
});

test('an interval that is off the limit needs no more cases', () => {
  expect(countMoreCases(20, 5, { low: 2, high: 8 }, 0)).toEqual({ known: true, moreCases: 0 });
});

test.each([
  ['a margin below 0', () => decideNonInferiority(found(0, -1, 1), -1, 20)],
  ['a margin that is NaN', () => decideNonInferiority(found(0, -1, 1), NaN, 20)],
  ['an estimate outside its bounds', () => countMoreCases(20, 5, { low: 6, high: 8 }, 0)],
  ['no cases', () => countMoreCases(0, 7, { low: 6, high: 8 }, 0)],
])('refuses %s', (_, call) => {
  expect(call).toThrow(RangeError);
});
