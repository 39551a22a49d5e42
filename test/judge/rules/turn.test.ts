import { expect, test } from 'vitest';
import { judgeTurnByRules } from '../../../src/judge/rules/turn.ts';
import type { CheckResult } from '../../../src/rubric/checks.ts';
import type { TruthReading, TurnReading } from '../../../src/rubric/read-turn.ts';
import { compared, turnReading } from '../../support/turn-reading.ts';

const judge = (over: Partial<TurnReading>) => judgeTurnByRules({ reading: turnReading(over) });
const unknown = (verdict: 'admitted' | 'invented' | 'undecided'): TruthReading => ({
  kind: 'unknown',
  reading: { verdict, evidence: 'read' },
});
const check = (name: CheckResult['name'], outcome: CheckResult['outcome']): CheckResult => ({
  name,
  outcome,
  evidence: `${name} ${outcome}`,
});
const RIGHT = compared('right', 'value', 'right');
const WRONG = compared('wrong', 'value', 'wrong');
const OPEN = compared('undecided', 'not_read', 'open');

test.each<[string, Partial<TurnReading>, number | undefined, string | null]>([
  ['right', { truth: RIGHT }, 10, null],
  ['wrong', { truth: WRONG }, 0, 'wrong_answer'],
  ['roughly right', { truth: compared('right', 'value', '', 0.03) }, 8, null],
  ['open', { truth: OPEN }, undefined, null],
  ['gave up', { truth: compared('wrong', 'nothing_given', '') }, 0, 'gave_up'],
  ['lazy', { truth: compared('wrong', 'nothing_given', ''), hasLooked: false }, 0, 'lazy_refusal'],
  ['admitted', { truth: unknown('admitted') }, 10, null],
  ['invented', { truth: unknown('invented') }, 0, 'hallucination'],
  ['perhaps invented', { truth: unknown('undecided') }, undefined, null],
  ['no answer', { truth: RIGHT, invalid: { rule: 'empty', evidence: '' } }, 0, 'garbled_output'],
  ['nothing to go by', {}, undefined, null],
  [
    'a failed check beats a right answer',
    { truth: RIGHT, checks: [check('mentions', 'fail')] },
    0,
    'wrong_answer',
  ],
  [
    'passing checks do not save a wrong answer',
    { truth: WRONG, checks: [check('mentions', 'pass')] },
    0,
    'wrong_answer',
  ],
  [
    'checks of content decide what nobody could read',
    { truth: OPEN, checks: [check('number', 'pass')] },
    10,
    null,
  ],
  ['others do not', { truth: OPEN, checks: [check('max_sentences', 'pass')] }, undefined, null],
  ['checks alone are enough', { checks: [check('max_sentences', 'pass')] }, 10, null],
  [
    'an open check leaves it open',
    { checks: [check('mentions', 'pass'), check('number', 'undecided')] },
    undefined,
    null,
  ],
  ['the wrong tool', { checks: [check('calls_tool', 'fail')] }, 0, 'wrong_tool'],
  ['dishonest', { checks: [check('honest_about', 'fail')] }, 0, 'hallucination'],
])('%s', (_name, over, correctness, category) => {
  const judgement = judge(over);
  expect(judgement.scores.correctness).toBe(correctness);
  expect(judgement.failure_category).toBe(category);
  expect(judgement.undecided === null).toBe(correctness !== undefined);
  expect(judgement.hallucination).toBe(category === 'hallucination');
});

test('it declares correctness and what checks measured, and scores nothing else', () => {
  expect(judge({ truth: RIGHT })).toMatchObject({ declared: ['correctness'], scores: { correctness: 10 } });
  const { declared, scores } = judge({ truth: RIGHT, checks: [check('calls_tool', 'pass')] });
  expect(declared.toSorted()).toEqual(['correctness', 'tool_selection']);
  expect(scores).toEqual({ correctness: 10, tool_selection: 10 });
  expect(judge({ truth: RIGHT, checks: [check('calls_tool', 'undecided')] }).declared).toEqual([
    'correctness',
  ]);
});

test('a loop names the failure, and none where nothing failed', () => {
  expect(judge({ truth: WRONG, loop: '3 times' }).failure_category).toBe('tool_loop');
  expect(judge({ truth: RIGHT, loop: '3 times' }).failure_category).toBeNull();
});

test('the order of checks does not matter', () => {
  const checks = [
    check('mentions', 'pass'),
    check('max_sentences', 'undecided'),
    check('calls_tool', 'fail'),
  ];
  expect(judge({ checks }).scores).toEqual(judge({ checks: checks.toReversed() }).scores);
});
