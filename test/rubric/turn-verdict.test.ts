import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIMENSIONS, type Dimension } from '../../src/rubric/dimensions.ts';
import type { TurnJudgement } from '../../src/rubric/judgement.ts';
import { readScore, readScores, weightedScore } from '../../src/rubric/score.ts';
import { bestScores, bitingCeilings, findUnscored } from '../../src/rubric/turn-verdict.ts';
import { ceiling, judgedTurn, rawScores, turnJudgement } from '../support/verdicts.ts';

test('a good turn passes, keeps the raw scores and warns of nothing', () => {
  const verdict = judgedTurn(2, rawScores(8, { personality: 12 }));
  expect(verdict).toMatchObject({ turn: 2, overall_score: 8.1, pass: true, warnings: [], ceilings: [] });
  expect(verdict.scores.personality).toBe(10);
  expect(verdict.raw_scores.personality).toBe(12);
});

test.each([
  ['correctness 4 and 6.0 pass', rawScores(6, { correctness: 4, tool_selection: 8.5 }), 6, true],
  ['correctness just under 4 fails', rawScores(10, { correctness: 3.99 }), 8.5, false],
  ['5.99 fails', rawScores(6, { efficiency: 5.9 }), 5.99, false],
  ['5.995 is 6.00', rawScores(6, { error_recovery: 5.9 }), 6, true],
])('%s', (_name, scores, overall, pass) => {
  expect(judgedTurn(1, scores)).toMatchObject({ overall_score: overall, pass });
});

test('a ceiling lowers its dimension and leaves the judge’s score beside it', () => {
  const cap = ceiling('correctness', 3, 'check:mentions');
  const verdict = judgedTurn(1, 9, { ceilings: [cap, ceiling('efficiency', 9.5)] });
  expect(verdict.scores.correctness).toBe(3);
  expect(verdict.scores.efficiency).toBe(9);
  expect(verdict.raw_scores.correctness).toBe(9);
  expect(verdict).toMatchObject({ overall_score: 7.5, pass: false });
  expect(bitingCeilings(verdict)).toEqual([cap]);
});

test('the lowest of several ceilings counts', () => {
  const ceilings = [ceiling('correctness', 4), ceiling('correctness', 0), ceiling('correctness', 8)];
  expect(judgedTurn(1, 9, { ceilings }).scores.correctness).toBe(0);
});

test('a ceiling that is no number is our fault: no score, no pass, and it is said', () => {
  const verdict = judgedTurn(1, 9, { ceilings: [ceiling('correctness', Number.NaN, 'broken')] });
  expect(verdict).toMatchObject({ overall_score: null, pass: false });
  expect(verdict.warnings).toEqual(['Turn 1: the ceiling of rule broken on correctness is not a number.']);
});

test.each([
  ['missing', { completeness: undefined }, 'has a score that is not a number for completeness'],
  ['a text', { completeness: '9' }, 'has a score that is not a number for completeness'],
])('a dimension that is %s leaves the turn without a score', (_name, but, words) => {
  const verdict = judgedTurn(3, rawScores(9, but));
  expect(verdict).toMatchObject({ overall_score: null, pass: false });
  expect(verdict.warnings).toEqual([`Turn 3 has no score: the judgement ${words}.`]);
});

test('no scores at all name every dimension', () => {
  const verdict = judgedTurn(1, {});
  expect(verdict.warnings).toHaveLength(DIMENSIONS.length);
  expect(verdict.warnings[0]).toBe('Turn 1 has no score: the judgement lacks a score for correctness.');
});

test('undecided correctness stays undecided, whatever number stands beside it', () => {
  const verdict = judgedTurn(1, 9, { undecided: 'the answer needs an opinion' });
  expect(verdict).toMatchObject({
    overall_score: null,
    pass: false,
    undecided: 'the answer needs an opinion',
  });
  expect(verdict.scores.correctness).toBeNull();
  expect(verdict.raw_scores.correctness).toBe(9);
  expect(verdict.warnings).toEqual([
    'Turn 1 has no score: correctness could not be decided (the answer needs an opinion).',
  ]);
});

test.each([
  ['flag', { hallucination: true }],
  ['category', { failure_category: 'hallucination' as const }],
  ['ceiling', { ceilings: [ceiling('correctness', 0, 'invented_answer')] }],
])('an invented fact is known by its %s', (_name, more) => {
  expect(judgedTurn(1, 9, more).hallucination).toBe(true);
  expect(judgedTurn(1, 9).hallucination).toBe(false);
});

test.each([
  [8, false],
  [8.25, false],
  [7.75, false],
  [8.26, true],
  [0, true],
  [Number.NaN, true],
])('the judge’s own total of %d beside scores worth 8.00: warned %o', (claimed_overall, warned) => {
  expect(judgedTurn(1, 8, { claimed_overall }).warnings).toHaveLength(warned ? 1 : 0);
});

test('the judge’s arithmetic is checked on its own scores, not on the lowered ones', () => {
  const verdict = judgedTurn(1, 8, { claimed_overall: 8, ceilings: [ceiling('correctness', 0)] });
  expect(verdict).toMatchObject({ overall_score: 6, warnings: [] });
});

const ONLY = { declared: ['correctness'] as const };

test('of a judge that speaks of correctness alone, correctness is the score', () => {
  const verdict = judgedTurn(1, { correctness: 9 }, ONLY);
  expect(verdict).toMatchObject({
    overall_score: 9,
    pass: true,
    declared: ['correctness'],
    judged_weight: 0.25,
    warnings: [],
  });
  expect(Object.values(verdict.scores).filter((score) => score !== null)).toEqual([9]);
});

test('a number beside the declared dimensions does not count, and stays in the raw scores', () => {
  const verdict = judgedTurn(1, rawScores(2, { correctness: 9 }), ONLY);
  expect(verdict).toMatchObject({ overall_score: 9, raw_scores: { efficiency: 2 } });
  expect(verdict.scores.efficiency).toBeNull();
});

test('a ceiling on a dimension that nobody judged is kept, lowers nothing, and does not bite', () => {
  const [cap, loop] = [ceiling('correctness', 3, 'check:calls_tool'), ceiling('tool_selection', 3)];
  const free = judgedTurn(1, { correctness: 9 }, { ...ONLY, ceilings: [loop] });
  expect(free).toMatchObject({ overall_score: 9, ceilings: [loop] });
  expect(free.scores.tool_selection).toBeNull();
  expect(bitingCeilings(free)).toEqual([]);
  const capped = judgedTurn(1, { correctness: 9 }, { ...ONLY, ceilings: [loop, cap] });
  expect(capped.overall_score).toBe(3);
  expect(bitingCeilings(capped)).toEqual([cap]);
});

test('no judge can leave correctness out', () => {
  const verdict = judgedTurn(1, rawScores(9, { correctness: undefined }), { declared: ['efficiency'] });
  expect(verdict).toMatchObject({
    declared: ['correctness', 'efficiency'],
    overall_score: null,
    pass: false,
  });
  expect(verdict.warnings).toHaveLength(1);
});

test.each<[string, Partial<Record<Dimension, unknown>>, Partial<TurnJudgement>, readonly Dimension[]]>([
  ['nothing', rawScores(9), {}, []],
  ['a declared one', rawScores(9, { efficiency: '9' }), {}, ['efficiency']],
  ['none that is not declared', { correctness: 9 }, ONLY, []],
  ['correctness', {}, ONLY, ['correctness']],
  ['no correctness that is undecided', {}, { ...ONLY, undecided: 'unclear' }, []],
])('what a judge is asked for again: %s', (_name, scores, more, missing) => {
  expect(findUnscored(turnJudgement(scores, more))).toEqual(missing);
});

test('what a judge found wrong with its own reply is a warning, and costs nothing', () => {
  expect(judgedTurn(2, 8, { warnings: ['a quote is not in the answer'] })).toMatchObject({
    overall_score: 8,
    warnings: ['Turn 2, left out of the judgement: a quote is not in the answer.'],
  });
});

const garbage = fc.oneof(
  fc.double({ min: -20, max: 20 }),
  fc.anything(),
  fc.constantFrom('8', '', null, undefined, Number.NaN, Number.POSITIVE_INFINITY),
);
const anyScores = fc.record(Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, garbage])), {
  requiredKeys: [],
});
const anyCeilings = fc.array(
  fc
    .tuple(fc.constantFrom(...DIMENSIONS), fc.double({ min: -5, max: 15, noNaN: true }))
    .map(([dimension, max]) => ceiling(dimension, max)),
  { maxLength: 6 },
);

const anyDeclared = fc.subarray([...DIMENSIONS]);

test('a ceiling never raises a score, and never makes a pass', () => {
  fc.assert(
    fc.property(anyScores, anyCeilings, (scores, ceilings) => {
      const free = judgedTurn(1, scores);
      const capped = judgedTurn(1, scores, { ceilings });
      for (const dimension of DIMENSIONS) {
        expect(capped.scores[dimension] ?? -1).toBeLessThanOrEqual(free.scores[dimension] ?? -1);
        expect(capped.scores[dimension] === null).toBe(readScore(scores[dimension]) === null);
      }
      expect(capped.overall_score ?? -1).toBeLessThanOrEqual(free.overall_score ?? -1);
      expect(capped.pass && !free.pass).toBe(false);
      expect(capped.raw_scores).toBe(scores);
    }),
  );
});

test('a pass has a number for every declared dimension, correctness of 4 and a score of 6.0', () => {
  fc.assert(
    fc.property(anyScores, anyCeilings, anyDeclared, (scores, ceilings, declared) => {
      const verdict = judgedTurn(1, scores, { ceilings, declared });
      expect(verdict.overall_score).toBe(weightedScore(verdict.scores, verdict.declared));
      for (const dimension of DIMENSIONS) {
        if (!verdict.declared.includes(dimension)) expect(verdict.scores[dimension]).toBeNull();
      }
      if (!verdict.pass) return;
      expect(readScores(scores, verdict.declared).missing).toEqual([]);
      expect(verdict.scores.correctness).toBeGreaterThanOrEqual(4);
      expect(verdict.overall_score).toBeGreaterThanOrEqual(6);
    }),
  );
});

test('the best a turn could have is never under what it has', () => {
  fc.assert(
    fc.property(anyScores, anyCeilings, anyDeclared, (scores, ceilings, declared) => {
      const verdict = judgedTurn(1, scores, { ceilings, declared });
      const best = bestScores(verdict);
      for (const dimension of verdict.declared) {
        expect(best[dimension]).not.toBeNull();
        expect(best[dimension] ?? -1).toBeGreaterThanOrEqual(verdict.scores[dimension] ?? 0);
      }
    }),
  );
});
