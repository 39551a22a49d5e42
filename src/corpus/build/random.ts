/** Numbers that look random and are the same on every machine. */

/** A source of choices, started by a seed. */
export interface Choices {
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** One of the items. */
  pick<T>(items: readonly [T, ...T[]]): T;
  /** All the items in another order. */
  shuffled<T>(items: readonly T[]): T[];
}

/** The generator mulberry32: integer arithmetic alone, so that no platform rounds differently. */
export function choicesFrom(seed: number): Choices {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const integer = (low: number, high: number): number => low + (next() % (high - low + 1));
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
