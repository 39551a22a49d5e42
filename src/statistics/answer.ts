/** An answer that may be missing, and how a caller's mistake is refused. */

/** There is too little data for an answer; the reason is a short sentence for people, without a full stop. */
export interface CannotTell {
  readonly known: false;
  readonly reason: string;
}

/** Either the answer's fields, or the reason why there is none. No field is ever NaN or infinite. */
export type Answer<Fields> = ({ readonly known: true } & Fields) | CannotTell;

/** Both bounds are finite; low ≤ high. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

export type Interval = Answer<Bounds>;

export const cannotTell = (reason: string): CannotTell => ({ known: false, reason });

/** Throws a RangeError if the argument breaks what the function's docstring asks of it. */
export function demand(holds: boolean, rule: string, got: unknown): asserts holds {
  if (!holds) {
    throw new RangeError(`${rule}, but got ${typeof got === 'number' ? got : JSON.stringify(got)}.`);
  }
}

/** Throws a RangeError unless all values are numbers whose squares can still be added up. */
export function demandValues(values: readonly number[]): void {
  const wrong = values.find((value) => !(Math.abs(value) <= 1e100));
  demand(wrong === undefined, 'Values are numbers between −1e100 and 1e100', wrong);
}
