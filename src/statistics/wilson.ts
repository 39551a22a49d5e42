/** How good is it? The interval of one rate. */
import { cannotTell, demand, type Bounds, type Interval } from './answer.ts';
import { zOf } from './normal.ts';

/**
 * The interval in which the true rate lies, from `successes` out of `n` independent trials. It stays within
 * [0, 1] and has a width even when all passed or all failed.
 * @param successes 0 to n; need not be whole, since n may be an effective number
 * @param n number of trials, 0 or more; with 0 there is no interval
 * @param confidence above 0 and below 1
 * @throws RangeError for counts or a confidence out of range
 * Source: E. B. Wilson 1927, score interval without continuity correction.
 */
export function wilsonInterval(successes: number, n: number, confidence = 0.95): Interval {
  demand(n >= 0 && n < Infinity, 'n is 0 or more', n);
  demand(successes >= 0 && successes <= n, `Successes lie between 0 and n = ${n}`, successes);
  const z = zOf(confidence);
  return n === 0 ? cannotTell('nothing was judged') : { known: true, ...wilsonBounds(successes, n, z) };
}

/** The same for arguments already checked: n above 0, z the normal quantile. */
export function wilsonBounds(successes: number, n: number, z: number): Bounds {
  const rate = successes / n;
  const stretch = 1 + (z * z) / n;
  const centre = (rate + (z * z) / (2 * n)) / stretch;
  const half = (z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n))) / stretch;
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === n ? 1 : Math.min(1, centre + half),
  };
}
