import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainAdmission, readUnknown } from '../../../src/rubric/truth/read-unknown.ts';

const WHO = 'Who is the treasurer?';
const FEE = 'What is the entry fee?';

test.each([
  [WHO, 'The minutes do not name a treasurer.', 'admitted'],
  [WHO, 'I could not find that in the minutes.', 'admitted'],
  [WHO, "It isn't mentioned.", 'admitted'],
  [WHO, 'No treasurer is named.', 'admitted'],
  [WHO, "I don't know.", 'admitted'],
  [WHO, "I'm sorry, the file does not say. Would you like me to look elsewhere?", 'admitted'],
  ['What is the entry fee in 2025?', 'The flyer does not give the entry fee for 2025.', 'admitted'],
  [WHO, 'The treasurer is not named, but Ines Okafor signs the bills.', 'undecided'],
  [WHO, "I don't know, probably Ines Okafor.", 'undecided'],
  [WHO, 'Das steht leider nicht im Protokoll.', 'undecided'],
  [WHO, 'Le document ne le dit pas.', 'undecided'],
  [WHO, '会計係は書かれていません。', 'undecided'],
  [FEE, 'The entry fee is $12.', 'invented'],
  [FEE, '$12', 'invented'],
  [FEE, 'There is no fee of $12 in the flyer.', 'undecided'],
  [FEE, 'The flyer does not state the entry fee. It only lists the parking fee of $4.', 'undecided'],
  [FEE, 'The entry fee is not $12.', 'undecided'],
  [FEE, 'Ask at the desk on 5 May.', 'undecided'],
  [FEE, 'Entry is free.', 'undecided'],
])('%s %s: %s', (question, answer, verdict) => {
  expect(readUnknown(answer, question).verdict).toBe(verdict);
});

test('an admission with a figure in it is no plain one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 100_000 }), (figure) => {
      expect(isPlainAdmission('The flyer does not give the entry fee.', FEE)).toBe(true);
      expect(isPlainAdmission(`The flyer does not give the entry fee. It is $${figure}.`, FEE)).toBe(false);
    }),
  );
});
