import { expect, test } from 'vitest';
import { checkAdmission } from '../../src/rubric/admission-check.ts';

test.each([
  ["The report doesn't give a price.", 'pass'],
  ["I checked, but there's no pricing in that document – only technical specs.", 'pass'],
  ["It doesn't set a price. It sets out rights and duties.", 'pass'],
  ['There is no price in the data sheet. The shop would know.', 'pass'],
  ["The report doesn't give a price. It costs $80.", 'undecided'],
  ["The report doesn't state it directly, but it is likely high.", 'undecided'],
  ["The report doesn't name it. Maria Lopez would be the one to pay.", 'undecided'],
  ['The report covers revenue alone.', 'undecided'],
  ['Let me look.', 'undecided'],
  ['Which price do you mean?', 'undecided'],
  ['The price is $80.', 'fail'],
  ['It sells for a good price. The model is on sale in every shop.', 'fail'],
])('%j: %s', (answer, outcome) => {
  expect(checkAdmission(answer, 'What is the price of the big model?').outcome).toBe(outcome);
});
