/** Critical values of Student's t distribution. */
import { demand } from './answer.ts';
import { zOf } from './normal.ts';

/**
 * The t of a two-sided interval: between −t and t lies the given share of the distribution. `tOf(0.95, 4)` is
 * 2.776….
 * @param confidence above 0 and below 1
 * @param freedom degrees of freedom, a whole number from 1
 * @throws RangeError for arguments out of range
 * Source: M. Abramowitz and I. A. Stegun 1964, 26.7.3 and 26.7.4 (the incomplete beta function as a finite
 * sum), solved by bisection.
 */
export function tOf(confidence: number, freedom: number): number {
  demand(Number.isInteger(freedom) && freedom >= 1, 'Degrees of freedom are a whole number from 1', freedom);
  let low = zOf(confidence);
  let high = 2 * low;
  while (shareWithin(high, freedom) < confidence) {
    low = high;
    high *= 2;
  }
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (shareWithin(middle, freedom) < confidence) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}

/** The share of the distribution between −t and t. */
function shareWithin(t: number, freedom: number): number {
  const odd = freedom % 2 === 1;
  const cosineSquared = freedom / (freedom + t * t);
  const sine = t / Math.sqrt(freedom + t * t);
  let term = odd ? Math.sqrt(cosineSquared) : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = odd ? 2 : 1; k < freedom - 1; k += 2) {
    term *= (k / (k + 1)) * cosineSquared;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (Math.atan(t / Math.sqrt(freedom)) + sine * sum) : sine * sum;
}
