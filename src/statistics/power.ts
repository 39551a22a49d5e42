/** Before money is spent: what could so many cases show at all? */
import { cannotTell, demand, type Answer } from './answer.ts';
import { binomial } from './binomial.ts';
import { normalQuantile } from './normal.ts';
import { mcnemarTest, type McnemarKind } from './paired-rates.ts';
import { tOf } from './student.ts';

/** A plan of a paired comparison of passes and fails. */
export interface PairedPlan {
  /** Number of cases, a whole number from 0. */
  readonly pairs: number;
  /** Share of the cases in which the two differ, 0 to 1. */
  readonly discordant: number;
  /** Share of these in which the first is the better one, 0 to 1. */
  readonly shareFirst: number;
}

/** How a difference is tested: by which p, and up to which p it counts. */
export interface TestOptions {
  readonly kind?: McnemarKind;
  /** Above 0 and below 1; 0.05 by default. */
  readonly level?: number;
}

/**
 * The chance, in [0, 1], that McNemar's test finds the difference. By the exact test it is 0.15 for 20 cases
 * of which 30 % differ, four in five of them for the first: a difference of 18 points.
 * @throws RangeError for a plan or level out of range
 * Source: M. W. Fagerland, S. Lydersen and P. Laake 2013; by adding up all outcomes.
 */
export function powerOf(plan: PairedPlan, options: TestOptions = {}): number {
  const { pairs, discordant, shareFirst } = plan;
  demand(Number.isInteger(pairs) && pairs >= 0, 'The number of cases is a whole number from 0', pairs);
  demand(
    discordant >= 0 && discordant <= 1 && shareFirst >= 0 && shareFirst <= 1,
    'Shares lie between 0 and 1',
    plan,
  );
  const { kind = 'mid-p', level = 0.05 } = options;
  demandLevel(level);
  return binomial(pairs, discordant).reduce((power, chance, changes) => {
    const most = chance < 1e-15 ? -1 : mostAgainst(changes, kind, level);
    const outcomes = most < 0 ? [] : binomial(changes, shareFirst);
    const found = outcomes.reduce((sum, p, k) => (Math.min(k, changes - k) <= most ? sum + p : sum), 0);
    return Math.min(1, power + chance * found);
  }, 0);
}

/** Of so many changes, how many may go the other way for p to stay up to the level; −1 if none may. */
function mostAgainst(changes: number, kind: McnemarKind, level: number): number {
  const chances = binomial(changes, 0.5);
  let tail = 0;
  return (
    chances.slice(0, Math.floor(changes / 2) + 1).findIndex((chance) => {
      tail += chance;
      return 2 * tail - (kind === 'mid-p' ? chance : 0) > level;
    }) - 1
  );
}

/**
 * The smallest true drop of the pass rate, in (0, 1], that so many cases would show with the given power.
 * It cannot tell if they would not show any.
 * @param pairs number of cases, a whole number from 0
 * @param options.noise share of the cases that change without any true difference, half each way, 0 to below
 *   1; 0 by default, which is the best case
 * @param options.power above 0 and below 1; 0.8 by default
 * @throws RangeError for arguments out of range
 * Source: see `powerOf`; solved by bisection.
 */
export function smallestDrop(
  pairs: number,
  options: TestOptions & { readonly noise?: number; readonly power?: number } = {},
): Answer<{ readonly drop: number }> {
  const { noise = 0, power = 0.8 } = options;
  demand(noise >= 0 && noise < 1, 'Noise lies between 0 and 1', noise);
  demand(power > 0 && power < 1, 'Power lies between 0 and 1', power);
  const shows = (drop: number) => {
    const discordant = Math.min(1, drop + noise);
    return powerOf({ pairs, discordant, shareFirst: (drop + noise / 2) / (drop + noise) }, options) >= power;
  };
  let low = 0;
  let high = 1 - noise;
  if (!shows(high)) {
    return cannotTell(`${pairs} cases would not show any drop`);
  }
  // A ten-thousandth is finer than any rate of so many cases.
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (shows(middle)) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return { known: true, drop: high };
}

/**
 * The smallest true difference of mean scores, in their unit, that so many cases would show with the given
 * power. It cannot tell with fewer than two cases.
 * @param sd standard deviation of the differences case by case, 0 or more
 * @param cases a whole number from 0
 * @param options.power above 0 and below 1; 0.8 by default
 * @throws RangeError for arguments out of range
 * Source: J. Cohen 1988, (t + z) · sd / √n; a little too small below ten cases.
 */
export function smallestScoreDifference(
  sd: number,
  cases: number,
  options: { readonly level?: number; readonly power?: number } = {},
): Answer<{ readonly difference: number }> {
  const { level = 0.05, power = 0.8 } = options;
  demand(sd >= 0 && sd <= 1e100, 'A standard deviation is 0 or more', sd);
  demand(Number.isInteger(cases) && cases >= 0, 'The number of cases is a whole number from 0', cases);
  demandLevel(level);
  const z = normalQuantile(power);
  return cases < 2
    ? cannotTell('there are fewer than two cases')
    : { known: true, difference: ((tOf(1 - level, cases - 1) + z) * sd) / Math.sqrt(cases) };
}

/**
 * How many cases must all change one way for the change to count: five by mid-p, six by the exact test, at
 * 0.05.
 * @throws RangeError for a level out of range
 * Source: see `mcnemarTest`.
 */
export function smallestSwing({ kind = 'mid-p', level = 0.05 }: TestOptions = {}): number {
  demandLevel(level);
  let changes = 1;
  while (mcnemarTest(changes, 0, kind) > level) {
    changes++;
  }
  return changes;
}

function demandLevel(level: number): void {
  demand(level > 0 && level < 1, 'A level lies between 0 and 1', level);
}
