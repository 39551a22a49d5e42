/** Why a status is what it is: data from the rubric, words in one place. */
import { expect, test } from 'vitest';
import { reasonText } from '../../src/rubric/reason.ts';
import { scenarioVerdict, type ScenarioVerdictInput } from '../../src/rubric/verdict.ts';
import type { TurnVerdict } from '../../src/rubric/verdict-types.ts';
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

const open = (turn: number): TurnVerdict => judgedTurn(turn, 9, { undecided: 'no check covers it' });
const gap = (turn: number): TurnVerdict => judgedTurn(turn, rawScores(9, { personality: 'fine' }));

test('each reason says its turn and its rule as data', () => {
  const judgement = scenarioJudgement({ critical_violation: 'it named a price' });
  const turns = [judgedTurn(1, 2), judgedTurn(2, 8, { hallucination: true })];
  expect(verdictOf(turns, { severity: 'critical', judgement }).reasons).toEqual([
    { turn: 1, rule: 'correctness', text: 'correctness is 2, below 4.' },
    { turn: null, rule: 'score', text: expect.stringMatching(/5\.00, below 6\.0/) },
    { turn: 2, rule: 'invented_fact', text: expect.any(String) },
    { turn: null, rule: 'critical_violation', text: 'it named a price' },
  ]);
  expect(verdictOf([open(1), gap(2)]).reasons.map(({ turn, rule }) => [turn, rule])).toEqual([
    [1, 'undecided'],
    [2, 'incomplete'],
  ]);
  expect(verdictOf([]).reasons.map(({ turn, rule }) => [turn, rule])).toEqual([[null, 'turns']]);
});

test.each([
  [
    { turn: 2, rule: 'correctness', text: 'correctness is 3, below 4.' },
    'Turn 2: correctness is 3, below 4.',
  ],
  [{ turn: null, rule: 'score', text: "The scenario's score is 5." }, "The scenario's score is 5."],
  [
    { turn: null, rule: 'critical_violation', text: 'it named a price' },
    'Critical violation: it named a price',
  ],
  [
    { turn: null, rule: 'blocked', text: 'two messages' },
    "The judge cites a limit of the agent's architecture: two messages",
  ],
  [{ turn: 1, rule: 'undecided', text: 'no check' }, 'Turn 1: could not be decided: no check'],
  [{ turn: null, rule: 'stored', text: 'Turn 1: old words.' }, 'Turn 1: old words.'],
  [{ turn: null, rule: 'constructor', text: 'a rule nobody knows' }, 'a rule nobody knows'],
])('%j in words', (reason, words) => {
  expect(reasonText(reason)).toBe(words);
});

test('the reason says what lowered correctness', () => {
  const lowered = judgedTurn(1, 9, { ceilings: [ceiling('correctness', 3, 'check:calls_tool')] });
  expect(verdictOf([lowered]).reasons.map(reasonText)).toEqual([
    'Turn 1: correctness is 3, below 4: check:calls_tool (the answer shows it).',
  ]);
});
