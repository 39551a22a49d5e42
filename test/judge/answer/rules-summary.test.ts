import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeAnswerByRules } from '../../../src/judge/answer/rules-answer-judge.ts';
import { holdsEntry, holdsPerson } from '../../../src/judge/answer/coverage.ts';
import { GOOD_PARTS, REFERENCE, summaryAnswer } from './inputs.ts';

test('lists are levelled by coverage; prose, overall level and grade are not told', () => {
  const judged = judgeAnswerByRules(summaryAnswer());
  expect(judged.levels).toMatchObject({
    action_items: { level: 4, reason: '2 of 2 stand there (100 %)' },
    key_decisions: { level: 4 },
    participants: { level: 4 },
    executive_summary: { level: null, reason: 'prose is not told by rule' },
    completeness: { level: null },
    topics: { level: null },
  });
  expect(judged).toMatchObject({
    overall: null,
    grade: null,
    passed: null,
    coverage: { action_items: 1, key_decisions: 1, participants: 1, figures: 1 },
  });
  expect(judged.undecided).toHaveLength(3);
});

const levelOf = (part: string, text: string, key = part) => {
  const { levels, coverage } = judgeAnswerByRules(summaryAnswer({ ...GOOD_PARTS, [part]: text }));
  return { ...levels[key], coverage: coverage[key] };
};

test.each([
  ['participants', 'Ada Lund and Tom Becker', 2 / 3, 2],
  ['participants', 'Only Peter Quist', 0, 1],
  ['participants', 'Ada, Tom and Mia', 0, null],
  ['participants', 'Ada Lund, Tom Becker, Mia Osei and Peter Quist', 1, null],
  ['key_decisions', 'The release moves to 14 April 2026.', 1 / 2, 2],
  ['key_decisions', 'The release moves to 15 April 2026.\nNothing else.', 0, null],
  [
    'key_decisions',
    'The release does not move to 14 April 2026.\nThe old portal stays until June.',
    1 / 2,
    null,
  ],
  ['key_decisions', 'Lunch was good.', 0, 1],
  ['key_decisions', 'None were taken.', 0, 1],
  ['action_items', 'Someone sends something.', 0, null],
])('%s: "%s" covers %d, level %s', (part, text, coverage, level) => {
  expect(levelOf(part, text)).toMatchObject({ level, coverage });
});

test('the whole source in place of a list is not a good list', () => {
  const dump = Array.from({ length: 8 }, () => GOOD_PARTS['detailed'] ?? '').join(' ');
  expect(levelOf('participants', `Ada Lund, Tom Becker, Mia Osei. ${dump}`)).toMatchObject({
    level: null,
    coverage: 1,
    reason: expect.stringMatching(/^3 of 3 stand there \(100 %\); it has \d+ words/),
  });
});

test('a part that was asked for and is missing is poor; one that was not asked for has no level', () => {
  const { participants: _left, ...others } = GOOD_PARTS;
  expect(judgeAnswerByRules(summaryAnswer(others)).levels['participants']).toMatchObject({
    level: 1,
    reason: 'participants was asked for and is not there',
  });
  const some = judgeAnswerByRules({ ...summaryAnswer(), asked: ['participants', 'key_decisions'] });
  expect(Object.keys(some.levels)).toEqual(['key_decisions', 'participants']);
  expect(some).toMatchObject({ overall: 4, grade: 100, undecided: [] });
});

test('an empty list of the reference is met by saying that there are none', () => {
  const none = (text: string) =>
    judgeAnswerByRules(
      summaryAnswer({ ...GOOD_PARTS, action_items: text }, { ...REFERENCE, action_items: [] }),
    ).levels['action_items']?.level;
  expect(none('None.')).toBe(4);
  expect(none('There are no action items in this document.')).toBe(4);
  expect(none('- Tom sends the budget')).toBe(null);
  expect(none('None of the tasks was given to Tom, but Mia Osei has to ask the supplier for an offer.')).toBe(
    null,
  );
});

test('without a reference for a part its level is open, and says what to write', () => {
  const { participants: _left, ...partly } = REFERENCE;
  expect(judgeAnswerByRules(summaryAnswer(GOOD_PARTS, partly)).levels['participants']).toMatchObject({
    level: null,
    reason: expect.stringContaining('write `participants`'),
  });
});

test('an entry is held by itself in any list, and never by a text that shares nothing with it', () => {
  const [entry = ''] = REFERENCE.action_items ?? [];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('Lunch was good.', '- Nobody spoke', '* 1999', 'Offer'), { maxLength: 5 }),
      (lines) => {
        expect(holdsEntry(entry, [...lines, entry].join('\n'))).toBe('held');
        expect(holdsEntry(entry, lines.join('\n'))).toBe('missing');
      },
    ),
  );
});

test('an entry without name or figure may be said in words that share nothing with it', () => {
  expect(holdsEntry('the old system stays', 'We keep what we have.')).toBe('unclear');
});

test.each([
  ['Ada Lund (chair)', 'ADA LUND', 'held'],
  ['Ada Lund', 'A. Lund', 'unclear'],
  ['Ada Lund', 'Adam Lundgren', 'missing'],
  ['Ada Lund', 'Not present: Ada Lund', 'unclear'],
])('%s in "%s" is %s', (entry, text, held) => {
  expect(holdsPerson(entry, text)).toBe(held);
});
