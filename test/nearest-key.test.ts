import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearestKey } from '../src/nearest-key.ts';

test.each([
  ['', '', 0],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['objective', 'objectve', 1],
  ['trun', 'turn', 1],
  ['ca', 'abc', 3],
])('%j to %j takes %i edits', (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits);
  expect(editDistance(to, from)).toBe(edits);
});

test('distance: nothing for the same, never more than the longer word, one for one change', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (a, b, at) => {
      expect(editDistance(a, a)).toBe(0);
      expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(editDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      const cut = at % (a.length + 1);
      expect(editDistance(a, `${a.slice(0, cut)}\u2400${a.slice(cut)}`)).toBe(1);
    }),
  );
});

const KNOWN = ['objective', 'user_message', 'ground_truth', 'turn', 'id', 'tags', 'note', 'notes'];

test.each([
  ['objectve', 'objective'],
  ['Objective', 'objective'],
  ['objctve', 'objective'],
  ['objcte', null],
  ['groundtruth', 'ground_truth'],
  ['trun', 'turn'],
  ['ids', 'id'],
  ['xy', null],
  ['colour', null],
  ['', null],
])('%j is meant as %j', (key, meant) => {
  expect(nearestKey(key, KNOWN)).toBe(meant);
});
