/** Draws that look random and are the same on every machine. */

/** Seeds of resampling: fixed, so that the same results give the same figures. */
export const SEED = 20_261_130;
/** Enough that a share of resamples is known to 1 %. */
export const DRAWS = 20_000;

/**
 * Whole numbers from 0 to below `limit`, one a call, always the same for one seed.
 * Source: T. Ettinger 2017, the generator mulberry32.
 */
export function drawsFrom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
