import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIMENSIONS } from '../../src/rubric/dimensions.ts';
import { reasonText } from '../../src/rubric/reason.ts';
import { scenarioVerdict, type ScenarioVerdictInput } from '../../src/rubric/verdict.ts';
import type { TurnVerdict, Verdict } from '../../src/rubric/verdict-types.ts';
import { ceiling, judgedTurn, rawScores, scenarioJudgement } from '../support/verdicts.ts';

function verdictOf(turns: readonly TurnVerdict[], more: Partial<ScenarioVerdictInput> = {}) {
  return scenarioVerdict({
    severity: 'standard',
    turns,
    expectedTurns: turns.length,
    judgement: null,
    ...more,
  });
}

const wordsOf = ({ reasons }: Verdict): string[] => reasons.map(reasonText);

const good = (turn: number): TurnVerdict => judgedTurn(turn, 8);
const wrong = (turn: number): TurnVerdict => judgedTurn(turn, rawScores(10, { correctness: 3 }));
const open = (turn: number): TurnVerdict => judgedTurn(turn, 9, { undecided: 'no check covers it' });
const gap = (turn: number): TurnVerdict => judgedTurn(turn, rawScores(9, { personality: 'fine' }));

test('all turns good: PASS with the mean, no reasons, no warnings', () => {
  expect(verdictOf([good(1), judgedTurn(2, 7)])).toMatchObject({
    status: 'PASS',
    overall_score: 7.5,
    reasons: [],
    warnings: [],
  });
});

test('one wrong turn fails the scenario, though its mean is high, and is named', () => {
  const verdict = verdictOf([good(1), wrong(2)]);
  expect(verdict).toMatchObject({ status: 'FAIL', overall_score: 8.13 });
  expect(wordsOf(verdict)).toEqual(['Turn 2: correctness is 3, below 4.']);
});

test('a mean under 6.0 fails the scenario, and shows every turn', () => {
  const verdict = verdictOf([judgedTurn(1, 5), judgedTurn(2, 6.98)]);
  expect(verdict).toMatchObject({ status: 'FAIL', overall_score: 5.99 });
  expect(wordsOf(verdict)).toEqual(["The scenario's score is 5.99, below 6.0 (turn 1: 5.00, turn 2: 6.98)."]);
});

test('a weak turn that the mean carries passes, with a warning', () => {
  const verdict = verdictOf([judgedTurn(1, 5), judgedTurn(2, 7)]);
  expect(verdict).toMatchObject({ status: 'PASS', overall_score: 6 });
  expect(verdict.warnings).toEqual(['Turn 1 scores 5.00, below 6.0; the mean of the scenario carries it.']);
});

test.each<[string, readonly TurnVerdict[], number]>([
  ['none', [], 0],
  ['none of two', [], 2],
  ['one of two', [good(1)], 2],
  ['one wrong of two', [wrong(1)], 2],
  ['the same one twice', [good(1), good(1)], 2],
  ['one too many', [good(1), good(2)], 1],
  ['the only one twice', [good(1), good(1)], 1],
  ['of a count that is no number', [good(1)], Number.NaN],
])('turns that are not there: %s: ERRORED, even for a claimed block', (_name, turns, expectedTurns) => {
  const judgement = scenarioJudgement({ blocked_by_architecture: 'history of 5 pairs' });
  for (const opinion of [null, judgement]) {
    const verdict = verdictOf(turns, { expectedTurns, judgement: opinion });
    expect(verdict.status).toBe('ERRORED');
    expect(verdict.reasons).toHaveLength(1);
  }
});

test.each<{ name: string; turns: TurnVerdict[]; status: string; reason: RegExp }>([
  {
    name: 'undecided',
    turns: [good(1), open(2)],
    status: 'ERRORED',
    reason: /^Turn 2: could not be decided: no check covers it$/,
  },
  {
    name: 'a gap',
    turns: [good(1), gap(2)],
    status: 'ERRORED',
    reason: /^Turn 2: not judged completely: no score for personality\.$/,
  },
  {
    name: 'undecided beside a wrong turn',
    turns: [wrong(1), open(2)],
    status: 'FAIL',
    reason: /^Turn 1: correctness is 3/,
  },
  {
    name: 'a gap beside a wrong turn',
    turns: [gap(1), wrong(2)],
    status: 'FAIL',
    reason: /^Turn 2: correctness is 3/,
  },
  {
    name: 'a gap in a wrong turn',
    turns: [judgedTurn(1, rawScores(9, { correctness: 0, personality: null }))],
    status: 'FAIL',
    reason: /^Turn 1: correctness is 0/,
  },
  {
    name: 'a low turn that the open one could carry',
    turns: [judgedTurn(1, 5), open(2)],
    status: 'ERRORED',
    reason: /^Turn 2: could not be decided/,
  },
  {
    name: 'low turns that an open one cannot carry',
    turns: [judgedTurn(1, 4), open(2), judgedTurn(3, 4)],
    status: 'FAIL',
    reason: /is at most 5\.75/,
  },
])('incomplete: $name: $status', ({ turns, status, reason }) => {
  const verdict = verdictOf(turns);
  expect(verdict.status).toBe(status);
  expect(wordsOf(verdict)[0]).toMatch(reason);
});

test('a ceiling under 4 decides even what the judge could not', () => {
  const turn = judgedTurn(1, 9, {
    undecided: 'unclear',
    ceilings: [ceiling('correctness', 3, 'check:number')],
  });
  const verdict = verdictOf([turn]);
  expect(verdict).toMatchObject({ status: 'FAIL', overall_score: null });
  expect(wordsOf(verdict)).toEqual([
    'Turn 1: correctness is at most 3, below 4: check:number (the answer shows it).',
  ]);
});

test.each([
  ['critical', 'FAIL'],
  ['standard', 'PASS'],
] as const)('an invented fact in a %s scenario with 8.00: %s', (severity, status) => {
  const verdict = verdictOf([good(1), judgedTurn(2, 8, { hallucination: true })], { severity });
  expect(verdict.status).toBe(status);
  expect(wordsOf(verdict)).toEqual(
    status === 'FAIL'
      ? ['Turn 2: the agent invented a fact, which fails a critical scenario at any score.']
      : [],
  );
});

test.each([
  ['critical', 'FAIL', ['Critical violation: it named a price'], []],
  [
    'standard',
    'PASS',
    [],
    ['The judge saw a critical violation, which a standard scenario does not fail on: it named a price'],
  ],
] as const)('a violation in a %s scenario: %s', (severity, status, reasons, warnings) => {
  const judgement = scenarioJudgement({ critical_violation: 'it named a price' });
  const verdict = verdictOf([good(1)], { severity, judgement });
  expect(verdict).toMatchObject({ status, warnings });
  expect(wordsOf(verdict)).toEqual(reasons);
});

test('a blank violation or block cites nothing', () => {
  const judgement = scenarioJudgement({ critical_violation: ' ', blocked_by_architecture: '' });
  expect(verdictOf([good(1)], { severity: 'critical', judgement }).status).toBe('PASS');
});

test.each([
  ['good turns', [good(1)], 1, 1],
  ['a wrong turn', [wrong(1)], 2, 0],
  ['an open turn', [open(1)], 1, 0],
] as const)('blocked by architecture is never overridden: %s', (_name, turns, reasons, looks) => {
  const judgement = scenarioJudgement({ blocked_by_architecture: 'history of 5 pairs' });
  const verdict = verdictOf(turns, { judgement, severity: 'critical' });
  expect(verdict.status).toBe('BLOCKED_BY_ARCHITECTURE');
  expect(verdict.overall_score).toBe(turns[0].overall_score);
  expect(verdict.reasons).toHaveLength(reasons);
  expect(verdict.reasons[0]).toEqual({ turn: null, rule: 'blocked', text: 'history of 5 pairs' });
  expect(verdict.warnings.filter((warning) => warning.includes('look at it'))).toHaveLength(looks);
});

test.each([
  ['PASS', [wrong(1)], 'FAIL'],
  ['FAIL', [good(1)], 'PASS'],
  ['BLOCKED_BY_ARCHITECTURE', [good(1)], 'PASS'],
] as const)('the judge’s claim of %s decides nothing, and is told', (claimed_status, turns, status) => {
  const verdict = verdictOf(turns, { judgement: scenarioJudgement({ claimed_status }) });
  expect(verdict.status).toBe(status);
  expect(verdict.warnings).toContain(`The judge said ${claimed_status}; the rules say ${status}.`);
});

test.each([
  [8.2, []],
  [9, ['The judge gave 9 overall; the mean of the turns is 8.00.']],
])('the judge’s own mean of %d is compared with ours', (claimed_overall, warnings) => {
  const judgement = scenarioJudgement({ claimed_overall });
  expect(verdictOf([good(1)], { judgement }).warnings).toEqual(warnings);
});

const perDimension = (score: fc.Arbitrary<unknown>): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, score]));
const numbers = fc.record(
  perDimension(
    fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 6, max: 10 }) }, fc.integer({ min: 0, max: 7 })),
  ),
);
const garbage = fc.record(perDimension(fc.oneof(fc.double({ min: 0, max: 10 }), fc.anything())), {
  requiredKeys: [],
});
const turnOf = fc
  .record({
    // Mostly complete, so that each status comes up often: garbage in every turn would only ever be ERRORED.
    scores: fc.oneof({ weight: 6, arbitrary: numbers }, { weight: 1, arbitrary: garbage }),
    ceilings: fc.array(
      fc
        .tuple(fc.constantFrom(...DIMENSIONS), fc.integer({ min: 0, max: 10 }))
        .map(([dimension, max]) => ceiling(dimension, max)),
      { maxLength: 1 },
    ),
    declared: fc.oneof(fc.constant(DIMENSIONS), fc.subarray([...DIMENSIONS])),
    hallucination: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.boolean()),
    undecided: fc
      .option(fc.constant('unclear'), { freq: 8 })
      .map((text) => (text === null ? 'unclear' : null)),
  })
  .map(
    ({ scores, ...more }) =>
      (turn: number) =>
        judgedTurn(turn, scores, more),
  );
const anyTurns = fc
  .array(turnOf, { maxLength: 5 })
  .map((makers) => makers.map((make, index) => make(index + 1)));
const anySeverity = fc.constantFrom('critical' as const, 'standard' as const);

test('a PASS has all its turns, each complete, decided, and right', () => {
  fc.assert(
    fc.property(anyTurns, anySeverity, fc.nat(9), (turns, severity, other) => {
      const expectedTurns = other < 5 ? other : turns.length;
      const { status, overall_score } = scenarioVerdict({ severity, turns, expectedTurns, judgement: null });
      if (status !== 'PASS') return;
      expect(turns.length).toBe(expectedTurns);
      expect(turns.length).toBeGreaterThan(0);
      expect(overall_score).toBeGreaterThanOrEqual(6);
      for (const turn of turns) {
        expect(turn.undecided).toBeNull();
        expect(turn.scores.correctness).toBeGreaterThanOrEqual(4);
        expect(turn.declared.map((dimension) => turn.scores[dimension])).not.toContain(null);
        expect(severity === 'critical' && turn.hallucination).toBe(false);
      }
    }),
    { numRuns: 500 },
  );
});

test('complete good turns do pass: the rules above are no way to say never', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 6, max: 10, noNaN: true }), { minLength: 1 }), (scores) => {
      expect(verdictOf(scores.map((score, index) => judgedTurn(index + 1, score))).status).toBe('PASS');
    }),
  );
});

test('the order of the turns changes neither status, score nor reasons', () => {
  fc.assert(
    fc.property(
      anyTurns.chain((turns) =>
        fc.tuple(fc.constant(turns), fc.shuffledSubarray(turns, { minLength: turns.length })),
      ),
      anySeverity,
      ([turns, shuffled], severity) => {
        const { status, overall_score, reasons } = verdictOf(turns, { severity });
        expect(verdictOf(shuffled, { severity })).toMatchObject({ status, overall_score, reasons });
      },
    ),
  );
});

test('a FAIL stays one however the missing scores are filled in', () => {
  fc.assert(
    fc.property(anyTurns, fc.double({ min: 0, max: 10, noNaN: true }), (turns, filling) => {
      if (verdictOf(turns).status !== 'FAIL') return;
      const filled = turns.map((turn) => {
        const scores = Object.fromEntries(
          DIMENSIONS.map((dimension) => [dimension, turn.scores[dimension] ?? filling]),
        );
        return judgedTurn(turn.turn, scores, { ceilings: turn.ceilings, declared: turn.declared });
      });
      expect(verdictOf(filled).status).toBe('FAIL');
    }),
    { numRuns: 500 },
  );
});

test('whatever is not a PASS says why', () => {
  fc.assert(
    fc.property(anyTurns, anySeverity, (turns, severity) => {
      const { status, reasons } = verdictOf(turns, { severity });
      expect(reasons.length > 0).toBe(status !== 'PASS');
    }),
  );
});
