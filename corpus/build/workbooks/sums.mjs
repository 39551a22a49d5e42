// @ts-check
/** Sums of columns of amounts, and amounts divided into parts. */

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
 * Parts of a whole amount that add up to it. All but the last are multiples of `step`.
 *
 * @param {number} whole
 * @param {readonly number[]} shares In percent; the last part takes what remains.
 * @param {number} step
 */
export function parts(whole, shares, step) {
  const sizes = shares.slice(0, -1).map((share) => Math.round((whole * share) / 100 / step) * step);
  return [...sizes, whole - total(sizes)];
}
