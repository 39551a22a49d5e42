/** The four levels by which one criterion of an answer is judged. */

/** Points of a level. */
export const LEVELS = { poor: 1, fair: 2, good: 3, excellent: 4 } as const;
export type LevelName = keyof typeof LEVELS;
export type Level = (typeof LEVELS)[LevelName];

/** From the highest to the lowest. */
export const LEVEL_NAMES = ['excellent', 'good', 'fair', 'poor'] as const satisfies readonly LevelName[];

const NAMES: Readonly<Record<Level, LevelName>> = { 1: 'poor', 2: 'fair', 3: 'good', 4: 'excellent' };

export function levelName(level: Level): LevelName {
  return NAMES[level];
}

/** From which share of the reference's entries on an answer has which level. */
const COVERAGE: readonly (readonly [share: number, level: Level])[] = [
  [0.9, LEVELS.excellent],
  [0.7, LEVELS.good],
  [0.4, LEVELS.fair],
];

/**
 * The level of an answer that holds so many of the reference's entries.
 * @param held 0 to `of`
 * @param of number of entries, from 1
 * @throws RangeError for other numbers.
 */
export function levelOfCoverage(held: number, of: number): Level {
  if (!(of >= 1 && held >= 0 && held <= of))
    throw new RangeError(`${held} of ${of} entries is no coverage: give 0 to all of at least one.`);
  return COVERAGE.find(([share]) => held / of >= share)?.[1] ?? LEVELS.poor;
}
