/** Only certain findings lower a score: what is undecided binds nobody. */
import { expect, test } from 'vitest';
import type { CheckResult } from '../../src/rubric/checks.ts';
import { ceilingsOf, correctnessOf } from '../../src/rubric/ceilings.ts';
import type { TruthReading, TurnReading } from '../../src/rubric/read-turn.ts';
import { compareAnswer } from '../../src/rubric/truth/compare-answer.ts';
import { decide } from '../../src/rubric/truth/comparison.ts';
import { compared, turnReading } from '../support/turn-reading.ts';

const rules = (over: Partial<TurnReading>): string[] =>
  ceilingsOf(turnReading(over)).map(({ rule, dimension, max }) => `${rule} ${dimension} ${max}`);
const unknown = (verdict: 'admitted' | 'invented' | 'undecided'): TruthReading => ({
  kind: 'unknown',
  reading: { verdict, evidence: '' },
});

test.each<[string, Partial<TurnReading>, string[]]>([
  ['nothing found', {}, []],
  ['right', { truth: compared('right', 'value', '') }, []],
  ['undecided', { truth: compared('undecided', 'not_plain', '') }, []],
  ['a wrong value', { truth: compared('wrong', 'value', '') }, ['wrong_value correctness 0']],
  ['a wrong name', { truth: compared('wrong', 'name', '') }, ['wrong_name correctness 0']],
  ['roughly right', { truth: compared('right', 'value', '', 0.03) }, ['approximate_value correctness 8']],
  [
    'roughly, and not decided',
    { truth: compared('undecided', 'not_plain', '', 0.1) },
    ['approximate_value correctness 4'],
  ],
  ['gave up', { truth: compared('wrong', 'nothing_given', '') }, ['nothing_given correctness 2']],
  [
    'refused without looking',
    { truth: compared('wrong', 'nothing_given', ''), hasLooked: false },
    ['lazy_refusal correctness 0'],
  ],
  ['invented', { truth: unknown('invented') }, ['invented_answer correctness 0']],
  ['admitted', { truth: unknown('admitted') }, []],
  ['perhaps invented', { truth: unknown('undecided') }, []],
  ['a loop', { loop: '3 times running' }, ['tool_loop efficiency 0']],
  ['asks again', { asksAgain: true }, ['asks_again context_retention 4']],
  [
    'no answer',
    { invalid: { rule: 'empty', evidence: '' } },
    [
      'invalid_response:empty correctness 0',
      'invalid_response:empty completeness 0',
      'invalid_response:empty tool_selection 0',
    ],
  ],
])('%s', (_name, over, expected) => {
  expect(rules(over)).toEqual(expected);
});

test.each(['pass', 'undecided'] as const)('a check that is %s caps nothing', (outcome) => {
  expect(rules({ checks: [{ name: 'mentions', outcome, evidence: '' }] })).toEqual([]);
});

test('a failed check caps its dimensions, in whatever order', () => {
  const checks: CheckResult[] = [
    { name: 'calls_tool', outcome: 'fail', evidence: 'a' },
    { name: 'asks_back', outcome: 'fail', evidence: 'b' },
  ];
  const found = rules({ checks });
  expect(found).toEqual([
    'check:calls_tool correctness 3',
    'check:calls_tool tool_selection 3',
    'check:asks_back correctness 3',
    'check:asks_back context_retention 4',
  ]);
  expect(rules({ checks: checks.toReversed() }).toSorted()).toEqual(found.toSorted());
});

test.each([
  ['How long is the film?', '2 h 22 min', 'The film is 142 minutes long, i.e. 2 hours and 22 minutes.'],
  ['What does it cost?', '$12 per month', '$12 per month, or $120 if you pay for a year up front.'],
  ['What is its rating?', '4.7 out of 5', 'It has 4.7 out of 5 and the other has 4.2 out of 5.'],
])('a second true figure caps nothing: %s %s', (question, expected, answer) => {
  const comparison = compareAnswer({ question, expected, answer });
  expect(rules({ truth: { kind: 'expected', comparison } })).toEqual([]);
});

test('a decided comparison is worth all or nothing, a rough one by the table', () => {
  expect(correctnessOf(decide('right', 'value', ''))).toBe(10);
  expect(correctnessOf(decide('wrong', 'value', ''))).toBe(0);
  expect(correctnessOf(decide('wrong', 'value', '', 0.4))).toBe(1);
});
