import { expect, test } from 'vitest';
import { comparePolarity, leadingPolarity } from '../../../src/rubric/truth/compare-polarity.ts';

const OPEN = 'Is it open on Sunday?';

test.each([
  [OPEN, 'No', 'Yes, it is.', 'wrong'],
  [OPEN, 'Yes', 'No.', 'wrong'],
  [OPEN, 'Yes', 'Yes.', 'right'],
  [OPEN, 'No', 'No!', 'right'],
  [OPEN, 'Yes, until 4 p.m.', 'No, it is closed.', 'wrong'],
  [OPEN, 'Yes, until 4 p.m.', 'Yes.', null],
  [OPEN, 'Yes', 'No, but the café is.', null],
  [OPEN, 'Yes', 'No problem, it opens at 9.', null],
  [OPEN, 'Yes', 'It is.', null],
  ['Is it open or closed?', 'Yes', 'No.', null],
  ["Isn't it open?", 'Yes', 'No.', null],
  ['Are you sure?', 'Yes', 'No.', null],
  ['When does it open?', 'No', 'Yes.', null],
])('%s expected %j, said %j: %s', (question, expected, answer, outcome) => {
  expect(comparePolarity({ question, expected, answer })?.outcome ?? null).toBe(outcome);
});

test.each([
  ['Yes, sir', 'yes'],
  ['nope.', 'no'],
  ['No', 'no'],
  ['Nobody', null],
  ['Yesterday', null],
  ['No dogs', null],
])('%j begins with %s', (text, polarity) => {
  expect(leadingPolarity(text)).toBe(polarity);
});
