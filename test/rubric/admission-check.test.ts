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
  expect(checkAdmission(answer, 'What is the price of the big model?', true).outcome).toBe(outcome);
});

const PRICE = 'What was the closing share price on December 31, 2024?';
const WARRANTY = 'How long is the warranty on the docking station?';

test.each([
  [
    PRICE,
    'figure',
    "I wasn't able to find a share price in the 10-K report, neither for 31 December 2024 nor for another day. It covers revenues. A data service would have the price.",
  ],
  [
    'What does the 8 GB model cost?',
    'figure',
    'The document confirms that an 8 GB version exists, but it is silent on what it costs. Prices vary between resellers anyway.',
  ],
  [
    'And when does Python 3.12 come out?',
    'date',
    "The notes are about Python 3.11 and tell when that one was released; for 3.12 there's no date to be found in them.",
  ],
  ["What is the name of Acme's CFO?", 'name', 'I have read it, and nobody is named there as CFO.'],
] as const)(
  '%s (%s): an admission in several sentences, and nothing in its place',
  (question, asked, answer) => {
    expect(checkAdmission(answer, question, asked).outcome).toBe('pass');
  },
);

test.each([
  [
    PRICE,
    'figure',
    "I couldn't find a share price for that day in the report. It was $189.30 a week before.",
  ],
  [PRICE, 'figure', "The share price isn't in the report. It was twice that of the year before."],
  ["What is the name of Acme's CFO?", 'name', 'Acme has no CFO. The report covers other matters.'],
  [
    "What is the name of Acme's CFO?",
    'name',
    "The report doesn't name the CFO. It was signed by Laura Benning, though.",
  ],
  [
    'How many major findings were there?',
    'figure',
    "I couldn't find a count of major findings in the report. There were only a few.",
  ],
  [
    'What are contractors entitled to?',
    true,
    "The handbook doesn't list it in one place. Lunch and parking are free for them.",
  ],
  [WARRANTY, 'figure', 'The docking station has no warranty.'],
  [WARRANTY, 'figure', 'The report says the warranty is for life, not limited.'],
  [WARRANTY, 'figure', 'The warranty never ends.'],
] as const)('%s (%s): %s may give something in its place', (question, asked, answer) => {
  expect(checkAdmission(answer, question, asked).outcome).not.toBe('pass');
});
