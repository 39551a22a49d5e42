/** Of which dimensions a score speaks, and of how much of the weights. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIMENSIONS, type Dimension } from '../../src/rubric/dimensions.ts';
import { judgedBy, judgedWeight, judgedWords, meanShare } from '../../src/rubric/judged-dimensions.ts';
import { scenarioVerdict, type ScenarioVerdictInput } from '../../src/rubric/verdict.ts';
import type { TurnVerdict } from '../../src/rubric/verdict-types.ts';
import { judgedTurn } from '../support/verdicts.ts';

function verdictOf(turns: readonly TurnVerdict[], more: Partial<ScenarioVerdictInput> = {}) {
  return scenarioVerdict({
    severity: 'standard',
    turns,
    expectedTurns: turns.length,
    judgement: null,
    ...more,
  });
}

const good = (turn: number): TurnVerdict => judgedTurn(turn, 8);
const open = (turn: number): TurnVerdict => judgedTurn(turn, 9, { undecided: 'no check covers it' });

test('a scenario says which dimensions its turns speak of, and of how much of the weights on average', () => {
  const only = judgedTurn(1, { correctness: 9 }, { declared: ['correctness'] });
  const more = judgedTurn(2, { correctness: 9, efficiency: 0 }, { declared: ['efficiency', 'correctness'] });
  expect(verdictOf([only, more])).toMatchObject({
    status: 'PASS',
    overall_score: 7.72,
    declared: ['correctness', 'efficiency'],
    judged_weight: 0.3,
  });
  expect(verdictOf([good(1)])).toMatchObject({ declared: DIMENSIONS, judged_weight: 1 });
  expect(verdictOf([only, open(2)])).toMatchObject({ overall_score: 9, judged_weight: 0.25 });
  expect(verdictOf([open(1)])).toMatchObject({ overall_score: null, judged_weight: null });
});

test.each<[Dimension[], number, string | null]>([
  [[...DIMENSIONS], 1, null],
  [['correctness'], 0.25, 'correctness only, 25 % of the weights'],
  [['efficiency', 'correctness'], 0.35, 'correctness, efficiency: 35 % of the weights'],
  [['efficiency'], 0.1, 'efficiency: 10 % of the weights'],
])('%j has %d of the weights, in words %o', (declared, judged_weight, words) => {
  expect(judgedWeight(declared)).toBe(judged_weight);
  expect(judgedWords({ declared, judged_weight })).toBe(words);
  expect(judgedWords({ declared, judged_weight: null })).toBeNull();
});

test('no order and no repetition changes what is declared, and correctness is always part of it', () => {
  const any = fc.array(fc.constantFrom(...DIMENSIONS), { maxLength: 12 });
  fc.assert(
    fc.property(any, (declared) => {
      const judged = judgedBy(declared);
      expect(judged).toContain('correctness');
      expect(judged).toEqual(DIMENSIONS.filter((each) => judged.includes(each)));
      expect(judgedBy([...declared, ...declared].toReversed())).toEqual(judged);
      expect(judgedWeight(judged)).toBeGreaterThanOrEqual(0.25);
      expect(judgedWeight(judged)).toBeLessThanOrEqual(1);
    }),
  );
});

test('the share of several scores is the mean of those that are known', () => {
  expect(
    meanShare([
      { declared: ['correctness'], judged_weight: 0.25 },
      { declared: ['personality', 'correctness'], judged_weight: 0.3 },
      { declared: [], judged_weight: null },
    ]),
  ).toEqual({ declared: ['correctness', 'personality'], judged_weight: 0.28 });
  expect(meanShare([])).toEqual({ declared: [], judged_weight: null });
});
