// @ts-check
/** Sums and differences of columns of amounts. */

/**
 * The sum of all values.
 *
 * @param {readonly number[]} values
 */
export function total(values) {
  return values.reduce((sofar, value) => sofar + value, 0);
}

/**
 * Position by position; as long as the first.
 *
 * @param {readonly (readonly number[])[]} columns
 */
export function sum(...columns) {
  return (columns[0] ?? []).map((_, index) => total(columns.map((column) => column[index] ?? 0)));
}

/**
 * Position by position.
 *
 * @param {readonly number[]} from
 * @param {readonly number[]} what
 */
export function difference(from, what) {
  return from.map((value, index) => value - (what[index] ?? 0));
}
