/** Figures an answer may name beside the one asked: told before, in the question, or worked out from those. */
import { readPlain } from './answer.ts';
import type { NumberMention } from './numbers.ts';

const CLOSE = 0.015;

function close(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= CLOSE * Math.max(Math.abs(a), Math.abs(b));
}

export interface KnownFigures {
  readonly values: readonly number[];
}

export function knownFigures(texts: readonly string[]): KnownFigures {
  const values = texts.flatMap((text) =>
    readPlain(text).figures.numbers.flatMap((number) => number.readings),
  );
  return { values };
}

/** Is the number one of these, or the difference, sum, ratio, share, growth or yearly amount of two of them? */
export function isExplained(number: NumberMention, known: KnownFigures, derive: boolean): boolean {
  const { value } = number;
  if (known.values.some((other) => close(other, value))) return true;
  if (!derive) return false;
  const pool = known.values.slice(0, 40);
  for (const a of pool) {
    if (close(value, a * 12) || close(value, a / 12)) return number.unit.dimension === 'money';
    for (const b of pool) {
      if (a === b) continue;
      if (number.unit.dimension === 'percent') {
        if (b !== 0 && (close(value, (100 * a) / b) || close(value, (100 * (a - b)) / b))) return true;
        if (close(value, Math.abs(a - b)) && Math.abs(a) <= 100 && Math.abs(b) <= 100) return true;
      } else if (
        close(value, Math.abs(a - b)) ||
        close(value, a + b) ||
        (number.unit.dimension === 'money' && b >= 2 && close(value, a / b)) ||
        (Math.abs(b) < 100 &&
          (close(value, a * (1 + b / 100)) || close(value, a / (1 + b / 100)) || close(value, (a * b) / 100)))
      ) {
        return true;
      }
    }
  }
  return false;
}
