/** The reference values, and how close a figure must come to them. */
import { expect } from 'vitest';
import type { Answer } from '../../src/statistics/answer.ts';
import oracle from './oracle.json' with { type: 'json' };

export { oracle };

/** Matches within 1e-9 of the expected figure, relative; a figure of 0 within 5e-13. */
export function near(expected: number): unknown {
  return expect.closeTo(expected, expected === 0 ? 12 : 9 - Math.log10(2 * Math.abs(expected)));
}

/** Matches the interval with these bounds, low first. */
export function nearBounds([low, high]: readonly number[]): { low: unknown; high: unknown } {
  return { low: near(given(low)), high: near(given(high)) };
}

/** The answer's fields; fails the test if there is none. */
export function known<Fields>(answer: Answer<Fields>): Fields {
  if (!answer.known) {
    throw new Error(`There is no answer: ${answer.reason}.`);
  }
  return answer;
}

/** The number, which the reference values have here; fails the test if it is missing. */
export function given<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) {
    throw new Error('The reference value is missing.');
  }
  return value;
}
