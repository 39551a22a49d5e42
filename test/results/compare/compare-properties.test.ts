import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareScorecards, isUneventful } from '../../../src/results/compare/compare.ts';
import type { Comparison, Lists, Pair, Lone } from '../../../src/results/compare/types.ts';
import { STATUSES } from '../../../src/rubric/verdict-types.ts';
import { card, type RowInput } from '../../support/scorecards.ts';

const ALL = [...STATUSES, 'SOMETHING_NEW'];

const idsOf = (list: readonly (Pair | Lone)[]) => list.map(({ scenario_id }) => scenario_id);
const isListed = ({ lists }: Comparison, id: string) =>
  Object.values(lists).some((list) => idsOf(list).includes(id));

const rowArbitrary = (ids: readonly string[]) =>
  fc.record({
    id: fc.constantFrom(...ids),
    status: fc.constantFrom(...ALL),
    score: fc.option(fc.integer({ min: 0, max: 1000 }).map((hundredths) => hundredths / 100)),
    elapsed_s: fc.integer({ min: 0, max: 100 }),
    cost_estimate: fc.record({ estimated_usd: fc.constantFrom(0, 0.01, 0.05, 0.3, Number.NaN) }),
    judge: fc.constantFrom(
      { name: 'rules', fingerprint: '1' },
      { name: 'anthropic', fingerprint: 'another' },
    ),
    scenario_fingerprint: fc.constantFrom('x', 'y'),
  });
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const cardArbitrary = fc
  .record({
    rows: fc.uniqueArray(rowArbitrary(IDS), { selector: ({ id }) => id }),
    partial: fc.boolean(),
    target: fc.constantFrom('http://localhost:4200', 'embedded'),
  })
  .map(({ rows, partial, target }) => ({
    rows: rows as readonly RowInput[],
    more: { partial, config: { target } },
  }));

test('a run compared with itself is empty', () => {
  fc.assert(
    fc.property(cardArbitrary, ({ rows, more }) => {
      fc.pre(rows.length > 0);
      const run = card(rows, { ...more, partial: false });
      const comparison = compareScorecards(run, run);
      expect(isUneventful(comparison)).toBe(true);
      expect(comparison.unchanged).toBe(rows.length);
      expect(comparison.paired.baseline).toEqual(comparison.paired.current);
    }),
  );
});

const OPPOSITE: readonly (readonly [keyof Lists, keyof Lists])[] = [
  ['regressed', 'improved'],
  ['reclassified', 'reclassified'],
  ['score_dropped', 'score_risen'],
  ['slower', 'faster'],
  ['costlier', 'cheaper'],
  ['verdict_lost', 'verdict_gained'],
  ['newly_skipped', 'no_longer_skipped'],
  ['vanished', 'appeared'],
  ['not_run_now', 'not_run_before'],
];

test('swapping the sides swaps the lists', () => {
  fc.assert(
    fc.property(cardArbitrary, cardArbitrary, (a, b) => {
      const [one, two] = [card(a.rows, a.more), card(b.rows, b.more)];
      const [there, back] = [compareScorecards(one, two), compareScorecards(two, one)];
      const ids = (comparison: Comparison, name: keyof Lists) => idsOf(comparison.lists[name]);
      for (const [name, opposite] of OPPOSITE) {
        expect(ids(there, name)).toEqual(ids(back, opposite));
        expect(ids(there, opposite)).toEqual(ids(back, name));
      }
      expect(there.paired.baseline).toEqual(back.paired.current);
      expect(there.excluded).toEqual(back.excluded);
      expect(there.unchanged).toBe(back.unchanged);
      expect(there.differences.map(({ kind }) => kind)).toEqual(back.differences.map(({ kind }) => kind));
    }),
  );
});

test('the order of the rows never matters', () => {
  fc.assert(
    fc.property(cardArbitrary, cardArbitrary, (a, b) => {
      const shuffled = (run: typeof a) => {
        const built = card(run.rows, run.more);
        return { ...built, scenarios: built.scenarios.toReversed() };
      };
      expect(compareScorecards(shuffled(a), shuffled(b))).toEqual(
        compareScorecards(card(a.rows, a.more), card(b.rows, b.more)),
      );
    }),
  );
});

test('every pair is in a list, unchanged or excluded, and nothing else is', () => {
  fc.assert(
    fc.property(cardArbitrary, cardArbitrary, (a, b) => {
      const comparison = compareScorecards(card(a.rows, a.more), card(b.rows, b.more));
      const ours = new Set(a.rows.map(({ id }) => id));
      const both = b.rows.filter(({ id }) => ours.has(id)).map(({ id }) => id);
      expect(comparison.compared + comparison.excluded.length).toBe(both.length);
      const named = both.filter((id) => isListed(comparison, id));
      expect(named.length).toBe(comparison.compared - comparison.unchanged);
      for (const id of comparison.excluded) expect(isListed(comparison, id)).toBe(false);
    }),
  );
});
