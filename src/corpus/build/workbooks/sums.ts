/** Sums and differences of columns of amounts. */

/** The sum of all values. */
export function total(values: readonly number[]): number {
  return values.reduce((sofar, value) => sofar + value, 0);
}

/** Position by position; as long as the first. */
export function sum(...columns: readonly (readonly number[])[]): number[] {
  return (columns[0] ?? []).map((_, index) => total(columns.map((column) => column[index] ?? 0)));
}

/** Position by position. */
export function difference(from: readonly number[], what: readonly number[]): number[] {
  return from.map((value, index) => value - (what[index] ?? 0));
}
