// @ts-check
/** Numbers that look random and are the same on every machine. */

/**
 * A source of choices, started by a seed.
 *
 * @typedef {object} Choices
 * @property {(low: number, high: number) => number} integer An integer from `low` to `high`, both included.
 * @property {<T>(items: readonly [T, ...T[]]) => T} pick One of the items.
 * @property {<T>(items: readonly T[]) => T[]} shuffled All the items in another order.
 */

/**
 * The generator mulberry32: integer arithmetic alone, so that no platform rounds differently.
 *
 * @param {number} seed
 * @returns {Choices}
 */
export function choicesFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  /** @type {Choices['integer']} */
  const integer = (low, high) => low + (next() % (high - low + 1));
  return {
    integer,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    shuffled: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
