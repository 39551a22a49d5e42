/** Does a number of an answer stand for the expected one, and how far off is it? */
import type { NumberMention } from './numbers.ts';

/** `unit`: the same figure in another unit ("$14.2 billion" is no unit fault, it is 1000 times off; "€14.2 million" is). */
export type NumberMatch =
  | { readonly comparable: false }
  | { readonly comparable: true; readonly deviation: number; readonly unitFault: boolean };

const NOT_COMPARABLE: NumberMatch = { comparable: false };

function deviationOf(expected: number, readings: readonly number[]): number {
  return Math.min(
    ...readings.map((reading) =>
      expected === 0
        ? reading === 0
          ? 0
          : 1
        : Math.abs(Math.abs(reading) - Math.abs(expected)) / Math.abs(expected),
    ),
  );
}

/** The bare figure of a scaled or united number: 14.2 of $14.2 million. */
function figures(mention: NumberMention): number {
  return Number(
    /[\d.,]*\d/
      .exec(mention.text)?.[0]
      .replace(/,(?=\d{3}\b)/g, '')
      .replace(',', '.') ?? Number.NaN,
  );
}

/** A float's own noise must not turn 5 % into more than 5 %. */
const EPSILON = 1e-9;

export function matchNumber(expected: NumberMention, got: NumberMention): NumberMatch {
  const deviation = Math.max(0, deviationOf(expected.value, got.readings) - EPSILON);
  const wanted = expected.unit;
  const given = got.unit;
  const perFault =
    expected.per !== null &&
    got.per !== null &&
    expected.per !== got.per &&
    PERIODS.has(expected.per) &&
    PERIODS.has(got.per);
  // "15 days" are no "15 days a week"; a job count that was lost is none that was added.
  const isSplit =
    wanted.dimension === 'time' && expected.per === null && got.per !== null && got.per !== 'year';
  const signFault =
    isSplit ||
    (expected.sign === 0 && got.sign === -1 && /^jobs?$/.test(got.noun ?? '')) ||
    (expected.sign !== 0 && got.sign !== 0 && expected.sign !== got.sign);
  if (wanted.dimension === given.dimension) {
    if (wanted.dimension === 'plain') {
      const nounFault = false;
      return { comparable: true, deviation, unitFault: nounFault || perFault || signFault };
    }
    const unitFault = wanted.name !== given.name || perFault || signFault;
    return { comparable: true, deviation, unitFault };
  }
  // "25% faster" is 1.25×, "1.25 times" is 25% more.
  if (wanted.dimension === 'factor' && given.dimension === 'percent') {
    return {
      comparable: true,
      deviation: Math.abs(1 + got.value / 100 - expected.value) / expected.value,
      unitFault: false,
    };
  }
  if (given.dimension === 'plain') {
    // A bare number can repeat the figure without its unit; another bare number says nothing about it.
    if (got.noun !== null && OTHER_NOUN.test(got.noun)) return NOT_COMPARABLE;
    if (deviation <= 0.01) return { comparable: true, deviation, unitFault: false };
    const bare = Math.abs(figures(got) - figures(expected)) / Math.abs(figures(expected) || 1);
    if (!got.scaled && bare <= 0.01) return { comparable: true, deviation: bare, unitFault: false };
    if (got.scaled && wanted.dimension === 'money') return { comparable: true, deviation, unitFault: false };
    return NOT_COMPARABLE;
  }
  if (wanted.dimension === 'plain') {
    if (deviation <= 0.01 && given.dimension !== 'percent' && given.dimension !== 'money')
      return { comparable: true, deviation, unitFault: expected.noun !== null && given.dimension === 'time' };
    return NOT_COMPARABLE;
  }
  // The right figure in a unit that can not be: 14.2 % for $14.2 million.
  const bare = Math.abs(figures(got) - figures(expected)) / Math.abs(figures(expected) || 1);
  return bare <= EPSILON && figures(expected) > 12
    ? { comparable: true, deviation: 0, unitFault: true }
    : NOT_COMPARABLE;
}

const PERIODS = new Set(['month', 'year', 'week', 'day', 'hour', 'quarter']);
const OTHER_NOUN =
  /^(?:chunks?|documents?|files?|sections?|pages?|lines?|rows?|sheets?|tools?|steps?|results?|matches|times)$/;
