/** From levels to an overall level, a grade in percent, its band, and whether an answer to a question passes. Pure. */
import { LEVELS, type Level, type LevelName } from './level.ts';

/**
 * Grade in percent, 0 to 100: (sum of points / n − 1) × 100 / 3. All good is 66.7, all fair 33.3.
 * @param levels overall levels of answers; null when there is none.
 */
export function gradeOf(levels: readonly Level[]): number | null {
  const n = levels.length;
  if (n === 0) return null;
  // One division of whole numbers: a grade that ends in .5 is exactly that, and rounds up.
  return ((sumOf(levels) - n) * 100) / (3 * n);
}

/** A mean of grades carries the rounding of its additions: 84.5 may be a hair below. */
const HAIR = 1e-9;

const BANDS: readonly (readonly [from: number, name: LevelName])[] = [
  [85, 'excellent'],
  [67, 'good'],
  [34, 'fair'],
];

/**
 * Excellent from 85, good from 67, fair from 34, else poor, of the grade rounded to whole percent, halves up. So all good
 * (66.7) is good, and all fair (33.3) is poor: the ranges of the grade and the words of the levels are two scales.
 * @throws RangeError for a grade below 0 or above 100.
 */
export function bandOf(grade: number): LevelName {
  if (!(grade >= 0 && grade <= 100 + HAIR)) throw new RangeError(`A grade is 0 to 100, not ${grade}.`);
  const rounded = Math.floor(grade + 0.5 + HAIR);
  return BANDS.find(([from]) => rounded >= from)?.[1] ?? 'poor';
}

export interface Caps {
  /** It states facts that the source does not hold: fair at most. */
  readonly invented: boolean;
  /** The thing asked is wrong: poor, however well it is said. */
  readonly wrong?: boolean;
}

/**
 * The overall level of one answer: the mean of its criteria's levels, rounded, halves up, and then capped.
 * @param levels of all criteria that apply; null for one that could not be told.
 * @returns null when it cannot be told: a level is missing, and no cap decides alone.
 */
export function overallOf(
  levels: readonly (Level | null)[],
  { invented, wrong = false }: Caps,
): Level | null {
  if (wrong) return LEVELS.poor;
  const known = levels.filter((level) => level !== null);
  if (known.length === 0 || known.length < levels.length) return null;
  const [sum, n] = [sumOf(known), known.length];
  const mean = Math.floor((2 * sum + n) / (2 * n));
  const capped = invented ? Math.min(mean, LEVELS.fair) : mean;
  return levelAt(capped);
}

/** Weights of the four criteria of an answer to a question, in percent. */
export const QA_WEIGHTS = { correctness: 40, completeness: 30, conciseness: 15, relevance: 15 } as const;
export type QaCriterion = keyof typeof QA_WEIGHTS;
/** Of 400: four points in every criterion. */
const ENOUGH = 240;

/**
 * Does an answer to a question pass? It has at least 0.6 of the weighted points, and its correctness is fair at least.
 * @returns null when levels are missing that could still turn it.
 */
export function passesQa(levels: Readonly<Record<QaCriterion, Level | null>>): boolean | null {
  const pass = (missing: Level): boolean => {
    const points = Object.entries(QA_WEIGHTS).map(([key, weight]) => weight * (at(levels, key) ?? missing));
    return (levels.correctness ?? missing) >= LEVELS.fair && points.reduce((a, b) => a + b, 0) >= ENOUGH;
  };
  const [worst, best] = [pass(LEVELS.poor), pass(LEVELS.excellent)];
  return worst === best ? best : null;
}

function at(levels: Readonly<Record<string, Level | null>>, key: string): Level | null {
  return levels[key] ?? null;
}

function sumOf(levels: readonly Level[]): number {
  return levels.reduce((sum: number, level) => sum + level, 0);
}

function levelAt(points: number): Level {
  const level = Object.values(LEVELS).find((each) => each === points);
  if (level === undefined) throw new RangeError(`There is no level of ${points} points.`);
  return level;
}
