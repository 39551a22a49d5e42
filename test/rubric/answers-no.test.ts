import { expect, test } from 'vitest';
import { readNo } from '../../src/rubric/answers-no.ts';

test.each([
  ['No.', 'pass'],
  ["No, contractors don't.", 'pass'],
  ["Contractors aren't eligible.", 'pass'],
  ['Benefits are for full-time employees only.', 'pass'],
  ['The handbook limits benefits to full-time employees.', 'pass'],
  ['I see why you ask, but contractors are excluded.', 'pass'],
  ['No. Shall I look at anything else?', 'pass'],
  ['Yes, they do.', 'fail'],
  ['Contractors get benefits from the first day.', 'fail'],
  ['Contractors get benefits from the first day, not later.', 'fail'],
  ['Not only employees have benefits.', 'undecided'],
  ["Health isn't included, but contractors have dental benefits.", 'undecided'],
  ["Health isn't included. Contractors have dental benefits.", 'undecided'],
  ['No, unless they work full time.', 'undecided'],
  ["Yes, contractors do, and they don't pay for it.", 'undecided'],
  ["I can't say.", 'undecided'],
  ["I'm sorry, but I can't help with that.", 'fail'],
  ["You're right, my mistake.", 'fail'],
  ["I'm afraid they don't. Contractors aren't covered. Let me know if you want to see the passage.", 'pass'],
  ["Contractors aren't eligible. If you have a contract in mind, HR can tell you more.", 'pass'],
  ["Contractors aren't eligible. If you work full time, they are yours.", 'undecided'],
  ['Preventive examinations cost nothing.', 'undecided'],
  ['Auftragnehmer haben leider keinerlei Anspruch auf Leistungen.', 'undecided'],
])('%j: %s', (answer, outcome) => {
  expect(readNo(answer, 'Do contractors get benefits?').outcome).toBe(outcome);
});
