import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandOf, gradeOf, overallOf, passesQa } from '../../src/grade/grade.ts';
import { levelName, levelOfCoverage, LEVELS, type Level } from '../../src/grade/level.ts';
import { near, oracle } from '../statistics/oracle.ts';

const level = fc.constantFrom<Level>(1, 2, 3, 4);
const levels = fc.array(level, { minLength: 1, maxLength: 40 });

const times = (n: number, of: Level): Level[] => Array.from({ length: n }, () => of);

test.each(oracle.grade.cases)(
  '$excellent excellent, $good good, $fair fair, $poor poor: $grade',
  ({ excellent, good, fair, poor, grade }) => {
    const all = [...times(excellent, 4), ...times(good, 3), ...times(fair, 2), ...times(poor, 1)];
    expect(gradeOf(all)).toEqual(grade === null ? null : near(grade));
  },
);

test('a grade lies between those of its lowest and its highest level, whatever the order', () => {
  fc.assert(
    fc.property(levels, (all) => {
      const grade = gradeOf(all) ?? Number.NaN;
      const end = (bound: number) => ((bound - 1) * 100) / 3;
      expect(grade).toBeGreaterThanOrEqual(end(Math.min(...all)) - 1e-9);
      expect(grade).toBeLessThanOrEqual(end(Math.max(...all)) + 1e-9);
      expect(gradeOf(all.toReversed())).toBe(grade);
    }),
  );
});

test.each([
  [100, 'excellent'],
  [85, 'excellent'],
  [84.5, 'excellent'],
  [84.49, 'good'],
  [200 / 3, 'good'],
  [66.5, 'good'],
  [66.49, 'fair'],
  [33.5, 'fair'],
  [100 / 3, 'poor'],
  [0, 'poor'],
])('a grade of %d is %s', (grade, band) => {
  expect(bandOf(grade)).toBe(band);
});

test('a mean that rounding left a hair below the half still rounds up', () => {
  expect(bandOf(84.5 - 2e-14)).toBe('excellent');
  expect(() => bandOf(100.1)).toThrow('A grade is 0 to 100, not 100.1.');
  expect(() => bandOf(Number.NaN)).toThrow(RangeError);
});

test.each<[readonly (Level | null)[], { invented: boolean; wrong?: boolean }, Level | null]>([
  [[4, 4, 4, 3], { invented: false }, 4],
  // 3.5 rounds up, 2.25 down.
  [[4, 3], { invented: false }, 4],
  [[3, 2, 2, 2], { invented: false }, 2],
  [[4, 4, 4, 4], { invented: true }, 2],
  [[1, 1], { invented: true }, 1],
  [[1, 4, 4, 4], { invented: false, wrong: true }, 1],
  [[1, null, null, null], { invented: false, wrong: true }, 1],
  [[4, null], { invented: false }, null],
  [[4, null], { invented: true }, null],
  [[], { invented: false }, null],
])('the overall level of %j, %j is %s', (all, caps, overall) => {
  expect(overallOf(all, caps)).toBe(overall);
});

test('an overall level is the mean rounded half up, and a cap never raises it', () => {
  fc.assert(
    fc.property(levels, fc.boolean(), (all, invented) => {
      const mean = all.reduce((sum: number, each) => sum + each, 0) / all.length;
      const free = overallOf(all, { invented: false }) ?? Number.NaN;
      expect(free).toBe(Math.round(mean));
      expect(overallOf(all, { invented })).toBe(invented ? Math.min(free, 2) : free);
    }),
  );
});

const asLevel = (points: number): Level => {
  const found = Object.values(LEVELS).find((each) => each === points);
  if (found === undefined) throw new Error(`${points} is no level.`);
  return found;
};

test.each(oracle.qa_rule.cases)(
  'correctness $correctness, completeness $completeness, conciseness $conciseness, relevance $relevance: $passes',
  ({ correctness, completeness, conciseness, relevance, passes }) => {
    expect(
      passesQa({
        correctness: asLevel(correctness),
        completeness: asLevel(completeness),
        conciseness: asLevel(conciseness),
        relevance: asLevel(relevance),
      }),
    ).toBe(passes);
  },
);

test('a missing level leaves a pass open only where it could turn it', () => {
  const rest = { conciseness: null, relevance: null } as const;
  expect(passesQa({ correctness: 4, completeness: 4, ...rest })).toBe(true);
  expect(passesQa({ correctness: 1, completeness: null, ...rest })).toBe(false);
  expect(passesQa({ correctness: 3, completeness: 2, ...rest })).toBe(null);
  expect(passesQa({ correctness: null, completeness: 4, conciseness: 4, relevance: 4 })).toBe(null);
});

test('a pass that is told with levels missing is told the same with any level in their place', () => {
  const some = fc.option(level, { nil: null });
  const four = fc.record({ correctness: some, completeness: some, conciseness: some, relevance: some });
  const whole = fc.record({ correctness: level, completeness: level, conciseness: level, relevance: level });
  fc.assert(
    fc.property(four, whole, (known, filling) => {
      const told = passesQa(known);
      const filled = passesQa({ ...filling, ...without(known) });
      expect(told === null ? filled : told).toBe(filled);
    }),
  );
});

function without<T extends object>(levelsByKey: T): Partial<T> {
  return Object.fromEntries(Object.entries(levelsByKey).filter(([, value]) => value !== null)) as Partial<T>;
}

test.each([
  [10, 10, 'excellent'],
  [9, 10, 'excellent'],
  [89, 100, 'good'],
  [7, 10, 'good'],
  [69, 100, 'fair'],
  [2, 5, 'fair'],
  [39, 100, 'poor'],
  [0, 3, 'poor'],
])('%d of %d is %s', (held, of, name) => {
  expect(levelName(levelOfCoverage(held, of))).toBe(name);
});

test('coverage of nothing has no level', () => {
  expect(() => levelOfCoverage(0, 0)).toThrow('0 of 0 entries is no coverage');
  expect(() => levelOfCoverage(3, 2)).toThrow(RangeError);
});
